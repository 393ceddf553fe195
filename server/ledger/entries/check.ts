import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { accounts } from './entries.ts'

/** An inconsistency. */
export interface Fault {
  check: string
  /** Id of the code, transaction or list. */
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

const balancesInHistory = sql<Fault>`
  select 'each balance in the history of a code is the sum of the entries so far' as check, id,
    (number, sum)::text as expected, (code_entry, balance_after)::text as found
  from (
    select id, code_entry, balance_after,
      row_number() over entries as number, sum(amount) over entries as sum
    from code_movements window entries as (partition by prepaid_code_id order by code_entry)
  ) as entry
  where (number, sum) <> (code_entry, balance_after)`

const putOnCodes = sql<Fault>`
  select 'the total put on a code is the sum of its issue, top-ups and additions' as check, code.id,
    coalesce(sum(movement.amount), 0)::text as expected, code.balance::text as found
  from prepaid_codes code
    left join code_movements movement on movement.prepaid_code_id = code.id
      and movement.amount > 0 and movement.reason in ('issue', 'top_up', 'card_top_up', 'adjustment')
  group by code.id
  having code.balance <> coalesce(sum(movement.amount), 0)`

const entriesOfPayments = sql<Fault>`
  select 'a payment has one entry over its amount, from its code or card to its device' as check,
    paid.id, paid.amount::text as expected, string_agg(entry.amount::text, ' and ') as found
  from transactions paid left join ledger_entries entry
    on entry.transaction_id = paid.id and entry.reason in ('redemption', 'card_payment')
  group by paid.id
  having count(*) <> 1 or bool_or(
    entry.amount is distinct from paid.amount
    or entry.credit_account is distinct from ${accounts.revenue(sql.ref('paid.device_id'))}
    or entry.debit_account is distinct from
      coalesce(${accounts.code(sql.ref('paid.prepaid_code_id'))}, ${accounts.card})
  )`

const movedByRefund = sql`(coalesce(sum(entry.amount), 0) - coalesce(sum(reversal.amount), 0))`

const entriesOfRefunds = sql<Fault>`
  select 'a completed refund has one entry, any other refund has none or a reversed one' as check, refund.id,
    case refund.status when 'completed' then refund.amount else 0 end::text as expected,
    ${movedByRefund}::text as found
  from refunds refund left join ledger_entries entry on entry.refund_id = refund.id
    left join ledger_entries reversal on reversal.id = refund.id
  group by refund.id
  having case refund.status when 'completed' then refund.amount else 0 end <> ${movedByRefund}`

const timesOfRefunds = sql<Fault>`
  select 'a refund has the time of its entry' as check, refund.id,
    entry.created_at::text as expected, refund.completed_at::text as found
  from refunds refund join ledger_entries entry on entry.refund_id = refund.id
  where entry.created_at is distinct from refund.completed_at`

const refundsOfPayments = sql<Fault>`
  select 'refunds of a payment never exceed its amount' as check, paid.id,
    paid.amount::text as expected, sum(refund.amount)::text as found
  from transactions paid join refunds refund
    on refund.transaction_id = paid.id and refund.status <> 'failed'
  group by paid.id
  having sum(refund.amount) > paid.amount`

const entriesOfTopUps = sql<Fault>`
  select 'only a completed top-up has an entry, from the card to its code or payer' as check,
    top_up.id, top_up_account(top_up) as expected, entry.credit_account as found
  from top_ups top_up left join ledger_entries entry on entry.id = top_up.id
  where (top_up.status = 'completed') <> (entry.id is not null)
    or (entry.reason, entry.amount, entry.debit_account, entry.credit_account)
      <> ('card_top_up', top_up.amount, ${accounts.card}, top_up_account(top_up))
  union all
  select 'a top-up entry has a top-up', id, 'a top-up', null from ledger_entries
  where reason = 'card_top_up' and id not in (select id from top_ups)`

const refundsOfTopUps = sql<Fault>`
  select 'a top-up refund is taken off its code, and put back if it fails' as check,
    refund.id, case refund.status when 'failed' then 0 else refund.amount end::text as expected,
    coalesce(moved.amount, 0)::text as found
  from top_up_refunds refund join top_ups top_up on top_up.id = top_up_id
    left join lateral (
      select sum(case when debit_account = ${accounts.card} then -amount else amount end) as amount
      from ledger_entries entry
      where (entry.id, reason, debit_account, credit_account) in (
        (refund.id, 'top_up_refund', top_up_account(top_up), ${accounts.card}),
        (refund.reversal_entry_id, 'top_up_refund_failed', ${accounts.card}, top_up_account(top_up)))
    ) as moved on true
  where coalesce(moved.amount, 0)
    <> case refund.status when 'failed' then 0 else refund.amount end
  union all
  select 'refunds of a top-up never exceed its amount', top_up.id, top_up.amount::text,
    sum(refund.amount)::text
  from top_ups top_up join top_up_refunds refund
    on refund.top_up_id = top_up.id and refund.status <> 'failed'
  group by top_up.id
  having sum(refund.amount) > top_up.amount`

const transactionsOfCards = sql<Fault>`
  select 'only a completed card payment has a transaction' as check, card.id,
    card.status as expected, paid.id::text as found
  from card_payments card left join transactions paid on paid.id = card.id
  where (card.status in ('completed', 'refunded')) <> (paid.id is not null)`

const cyclesOfCards = sql<Fault>`
  select 'the cycle of a card payment has its transaction' as check, paid.id,
    paid.id::text as expected, cycle.transaction_id::text as found
  from cycles cycle join transactions paid on paid.id = cycle.card_payment_id
  where cycle.transaction_id is null`

const totalsOfLists = sql<Fault>`
  with changed as (
    select audience, coalesce(month, 'infinity') as month, facet, sum(change) as rows
    from row_count_changes group by grouping sets ((audience, month, facet), (audience, facet))
  ),
  kept as (
    select audience, month, facet, sum(rows) as rows
    from (select * from row_counts union all select * from changed) as part
    group by audience, month, facet
  )
  select 'the total of a list is the number of its rows' as check,
    concat_ws(', ', audience, facet, nullif(month, 'infinity')) as id,
    coalesce(counted.rows, 0)::text as expected, coalesce(kept.rows, 0)::text as found
  from expected_row_counts as counted full join kept using (audience, month, facet)
  where coalesce(counted.rows, 0) <> coalesce(kept.rows, 0)`

const viewersOfRows = sql<Fault>`
  select 'the viewers of a row match its device and people' as check, id, expected, found from (
    select devices.id, (is_publishable(devices), owner.email = landlord_email)::text as expected,
      (is_publishable, landlord_is_owner)::text as found
    from devices join users as owner on owner.id = owner_id
    union all
    select code.id, coalesce(issuer.email = customer_email, false)::text, holder_is_issuer::text
    from prepaid_codes as code join users as issuer on issuer.id = user_id
    union all
    select paid.id, (device.owner_id, coalesce(paid.landlord_email, paid.paid_to))::text,
      (paid.owner_id, paid.paid_to)::text
    from transactions as paid join devices as device on device.id = device_id
    union all
    select refund.id, paid.owner_id::text, refund.owner_id::text
    from refunds as refund join transactions as paid on paid.id = transaction_id
  ) as row
  where expected <> found`

const checks = [
  balanceOfCodes,
  balancesInHistory,
  putOnCodes,
  entriesOfPayments,
  entriesOfRefunds,
  timesOfRefunds,
  refundsOfPayments,
  entriesOfTopUps,
  refundsOfTopUps,
  transactionsOfCards,
  cyclesOfCards,
  viewersOfRows,
  totalsOfLists,
]

/** Sums the whole ledger and reports inconsistencies, in one snapshot. */
export async function findInconsistencies(database: Database): Promise<Fault[]> {
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
