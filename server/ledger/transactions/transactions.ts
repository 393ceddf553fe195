import { type CycleReason, paymentMethods } from '@coinless/contract/choices.ts'
import type { NumericText } from '@coinless/contract/money.ts'
import { type Caller, placesOf } from '@coinless/contract/permissions.ts'
import { type CallerRights, hasRight } from '@coinless/contract/rights.ts'
import { Transaction, type transactions } from '@coinless/contract/transactions.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import {
  countedListPage,
  countedListRowsOfYear,
  countOfYear,
} from '../../http/lists/counted-list.ts'
import type { Searched } from '../../http/lists/folded-text.ts'
import { equals, indexedContains, listPage } from '../../http/lists/list.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { timeZoneOf } from '../../platform/database/time-zone-of.ts'
import {
  paidTo,
  refundableTransaction,
  transactionStreams,
  visibleCode,
  visibleDevice,
  visibleTransaction,
} from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { receiptsOf } from '../receipts/receipts.ts'

/** Other searches skip the ids, which take longer than everything else. */
const partOfId = /^[0-9a-f-]+$/i

/** Columns of the table. */
export const storedColumns = columns(
  Transaction.omit({ refunded_amount: true, refund_cause: true }),
)

const refundedAmount = sql<NumericText>`(
  select coalesce(sum(refunds.amount), 0)::numeric(12, 2) from refunds
  where refunds.transaction_id = transactions.id and refunds.status = 'completed'
)`

/** Last automatic refund. */
const refundCause = sql<CycleReason | null>`(
  select refunds.reason from refunds
  where refunds.transaction_id = transactions.id and actor_id is null and status <> 'failed'
  order by refunds.created_at desc limit 1
)`

/** Transactions in the form of the contract. */
export function selectTransactions(database: Database) {
  return database
    .selectFrom('transactions')
    .select(storedColumns)
    .select([refundedAmount.as('refunded_amount'), refundCause.as('refund_cause')])
}

function selectListed(database: Database, caller: Caller) {
  return selectTransactions(database).select([
    'device_label',
    sql<boolean>`transactions.payer_id = ${caller.id} and not ${paidTo(caller)}`.as('is_expense'),
  ])
}

export async function listTransactions(
  database: Database,
  caller: Caller,
  query: z.output<typeof transactions.list.query>,
) {
  const list = listOf(database, caller, query.payment_method)
  const searched = partOfId.test(query.search ?? '')
    ? [...list.searched, { column: 'id', of: 'id' as const }]
    : list.searched
  if (placesOf(caller) || query.device_id) {
    return listTransactionsOfDevices(database, caller, searched, query)
  }
  return countedListPage(database, { ...list, searched }, query)
}

/** Transactions of one device, or of devices now at the caller's places; counted by an index on devices. */
function listTransactionsOfDevices(
  database: Database,
  caller: Caller,
  searched: readonly Searched[],
  { search, payment_method, device_id, ...page }: z.output<typeof transactions.list.query>,
) {
  const found = selectListed(database, caller)
    .where(visibleTransaction(caller))
    .where(equals('payment_method', payment_method))
    .where(equals('device_id', device_id))
    .$if(!!search, (query) => query.where(indexedContains(searched, search ?? '')))
  return listPage(database, found, page)
}

/** All of a calendar year (UTC), newest first, read in chunks. */
export function transactionsOfYear(database: Database, caller: Caller, year: number) {
  return countedListRowsOfYear(database, listOf(database, caller), year)
}

export function countTransactionsOfYear(database: Database, caller: Caller, year: number) {
  return countOfYear(database, listOf(database, caller), year)
}

function listOf(database: Database, caller: Caller, method?: Transaction['payment_method']) {
  return {
    table: 'transactions' as const,
    query: selectListed(database, caller),
    streams: transactionStreams(caller),
    facets: paymentMethods
      .filter((each) => !method || each === method)
      .map((each) => ({ name: each, where: sql<SqlBool>`payment_method = ${each}` })),
    searched: [{ column: 'search_text' }],
  }
}

const zoneOfDevice = sql<string | null>`(
  select ${timeZoneOf()} from devices where devices.id = transactions.device_id
)`

/** On `transactions`: the device, if it still exists. */
function machineColumns(caller: Caller) {
  return [
    sql<boolean>`exists (
      select from devices where devices.id = transactions.device_id and ${visibleDevice(caller)}
    )`.as('may_see_device'),
    sql<boolean>`exists (
      select from cycles where cycles.id = transactions.id and ended_at is null
    )`.as('is_cycle_open'),
  ] as const
}

/**
 * With details by the caller's rights: the code's balance belongs to the code.
 * @throws Refusal transaction_not_found if the caller may see none with this id
 */
export async function findTransaction(
  database: Database,
  caller: Caller & CallerRights,
  id: string,
) {
  const found = await selectTransactions(database)
    .select(refundableTransaction(caller).as('is_taken'))
    .select(sql<boolean>`transactions.payer_id = ${caller.id}`.as('is_own'))
    .select(machineColumns(caller))
    .select(
      // The serializer rejects text where null is allowed.
      sql<number | null>`(
        select balance::float8 from prepaid_codes
        where prepaid_codes.id = transactions.prepaid_code_id and ${visibleCode(caller)}
          and ${hasRight(caller, 'read_codes')}
      )`.as('code_balance'),
    )
    .where('transactions.id', '=', id)
    .where(visibleTransaction(caller))
    .executeTakeFirst()
  if (!found) throw new Refusal('transaction_not_found')
  const { is_taken, is_own, ...transaction } = found
  return {
    ...transaction,
    may_refund: is_taken && hasRight(caller, 'give_money'),
    may_report: is_own && !caller.acting && hasRight(caller, 'reports'),
    losses: is_taken ? await lossesOf(database, id) : [],
  }
}

function lossesOf(database: Database, id: string) {
  return database
    .selectFrom('losses')
    .select(['why', 'amount', 'created_at'])
    .where('cycle_id', '=', id)
    .orderBy('created_at')
    .execute()
}

/**
 * Content of a receipt, with the device's name, place and landlord at the time of payment.
 * @throws Refusal transaction_not_found if the caller may see none with this id
 */
export async function findReceipt(database: Database, caller: Caller, id: string) {
  const receipt = await selectTransactions(database)
    .select(['device_label', 'location', 'paid_to'])
    .select(zoneOfDevice.as('time_zone'))
    .select(machineColumns(caller))
    .where('transactions.id', '=', id)
    .where(visibleTransaction(caller))
    .executeTakeFirst()
  if (!receipt) throw new Refusal('transaction_not_found')
  return { ...receipt, documents: await receiptsOf(database, 'transaction_id', id) }
}
