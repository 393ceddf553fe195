import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** Something that does not add up. Amounts in dollars. */
export interface Fault {
  check: string
  /** Of the code or transaction. */
  id: string
  expected: string | null
  found: string | null
}

const balanceOfCodes = sql<Fault>`
  select 'the balance of a code is the sum of its entries' as check, code.id,
    coalesce(sum(movement.amount), 0)::text as expected, code.remaining_balance::text as found
  from prepaid_codes code left join code_movements movement on movement.prepaid_code_id = code.id
  group by code.id
  having code.remaining_balance <> coalesce(sum(movement.amount), 0)`

const putOnCodes = sql<Fault>`
  select 'what was put on a code is what was issued, topped up and added' as check, code.id,
    coalesce(sum(movement.amount), 0)::text as expected, code.balance::text as found
  from prepaid_codes code
    left join code_movements movement on movement.prepaid_code_id = code.id
      and movement.amount > 0 and movement.reason in ('issue', 'top_up', 'adjustment')
  group by code.id
  having code.balance <> coalesce(sum(movement.amount), 0)`

const entriesOfPayments = sql<Fault>`
  select 'a payment has one entry, of its amount, from its code or card to its device' as check,
    paid.id, paid.amount::text as expected, string_agg(entry.amount::text, ' and ') as found
  from transactions paid left join ledger_entries entry
    on entry.transaction_id = paid.id and entry.reason in ('redemption', 'card_payment')
  group by paid.id
  having count(*) <> 1 or bool_or(
    entry.amount is distinct from paid.amount
    or entry.credit_account is distinct from 'takings:' || paid.device_id
    or entry.debit_account is distinct from coalesce('code:' || paid.prepaid_code_id, 'card')
  )`

const entriesOfRefunds = sql<Fault>`
  select 'a refund has one entry when it is completed, else none' as check, refund.id,
    case refund.status when 'completed' then refund.amount else 0 end::text as expected,
    coalesce(sum(entry.amount), 0)::text as found
  from refunds refund left join ledger_entries entry on entry.refund_id = refund.id
  group by refund.id
  having case refund.status when 'completed' then refund.amount else 0 end
    <> coalesce(sum(entry.amount), 0)`

const refundsOfPayments = sql<Fault>`
  select 'refunds of a payment are never more than was paid' as check, paid.id,
    paid.amount::text as expected, sum(refund.amount)::text as found
  from transactions paid join refunds refund
    on refund.transaction_id = paid.id and refund.status <> 'failed'
  group by paid.id
  having sum(refund.amount) > paid.amount`

const transactionsOfCards = sql<Fault>`
  select 'a card payment is recorded when it is completed, and else not' as check, card.id,
    card.status as expected, paid.id::text as found
  from card_payments card left join transactions paid on paid.id = card.id
  where (card.status in ('completed', 'refunded')) <> (paid.id is not null)`

const checks = [
  balanceOfCodes,
  putOnCodes,
  entriesOfPayments,
  entriesOfRefunds,
  refundsOfPayments,
  transactionsOfCards,
]

/** Adds up the whole ledger, and names what does not agree with it. Reads one state of everything. */
export async function findFaults(database: Database): Promise<Fault[]> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const faults: Fault[] = []
      for (const check of checks) {
        faults.push(...(await check.execute(transaction)).rows)
      }
      return faults
    })
}
