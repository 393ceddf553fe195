import { paymentMethods } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { NumericText } from '@coinless/contract/money.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import type { RevenueQuestion } from '@coinless/contract/revenue.ts'
import { revenueLimits } from '@coinless/contract/revenue-limits.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { Payee } from '../../platform/policy/own-devices.ts'
import { isSeller, topUpParts } from './documents.ts'
import { inUtc, movementParts, movements } from './movements.ts'
import { payeeOf } from './payee.ts'
import { addDays, type Period, periodsOf, todayIn, utcDaysCovering } from './periods.ts'
import { refuseUnanswerable } from './unanswerable.ts'

/** One row per payment and per refund. */
interface BookedRow {
  /** Local time in the requested time zone. */
  date: string
  time_zone: string
  date_utc: Date
  location: string
  device_label: string
  device_number: string
  /** For codes that the account issued. */
  code_tag: string | null
  gross: NumericText
  refunded: NumericText
  net: NumericText
  payment_method: string
  /** The payment's id, as on its receipt; for a refund, the refund's id. */
  receipt_number: string
  transaction_id: string
  /** The paid programme; null: the device had only one. */
  programme: string | null
  /** Of the account's numbered receipt or credit note, if it has one. */
  document_number: string | null
  /** Percent. */
  tax_rate: number | null
  /** Part of net; negative for a credit note. */
  tax: NumericText | null
  /** The rest of the document's amount. */
  net_of_tax: NumericText | null
  /** Amount of a card top-up with a document, negative for its credit note. It is no revenue until it pays. */
  topped_up: NumericText | null
}

export const bookedColumns = [
  ...(['date', 'time_zone', 'date_utc', 'location', 'device_label', 'device_number'] as const),
  ...(['code_tag', 'gross', 'refunded', 'net', 'payment_method', 'receipt_number'] as const),
  ...(['transaction_id', 'programme', 'document_number', 'tax_rate', 'tax'] as const),
  ...(['net_of_tax', 'topped_up'] as const),
] satisfies (keyof BookedRow)[]

/**
 * Oldest first, read by index in chunks of days, and within busy days in chunks of rows: memory use is constant.
 */
export async function* bookedRows(
  database: Database,
  caller: Caller,
  question: RevenueQuestion,
): AsyncGenerator<BookedRow> {
  const { whose, asked } = await bookOf(database, caller, question)
  const { from, end } = utcDaysCovering(asked)
  let days = 1
  for (let start = from; start < end; ) {
    const window = { from: start, end: [addDays(start, days), end].sort()[0] ?? end }
    let count = 0
    const rows = rowsOf(database, whose, question, window, asked)
    for await (const { is_asked, exact_time: _, ...row } of rows) {
      count++
      if (is_asked) yield row
    }
    days =
      count < limits.exportRowsAtOnce
        ? Math.min(days * 2, revenueLimits.bookedDays)
        : Math.ceil(days / 2)
    start = window.end
  }
}

export async function countBooked(database: Database, caller: Caller, question: RevenueQuestion) {
  const { whose, asked } = await bookOf(database, caller, question)
  // Validates the time zone even without rows.
  const { rows } = await sql<{ count: number }>`
    select count(*) + (select count(*) from ${toppedUp(whose, question, asked)}) as count,
      now() at time zone ${question.time_zone} as tried
    from ${moved(whose, question, asked)}`
    .execute(database)
    .catch(refuseUnanswerable)
  return rows[0]?.count ?? 0
}

async function bookOf(database: Database, caller: Caller, question: RevenueQuestion) {
  const whose = await payeeOf(database, caller, question)
  const [asked] = periodsOf(question, todayIn(question.time_zone, new Date()))
  return { whose, asked }
}

type ReadRow = BookedRow & { exact_time: string; is_asked: boolean }

async function* rowsOf(
  database: Database,
  whose: Payee | 'all',
  question: RevenueQuestion,
  window: Period,
  asked: Period,
): AsyncGenerator<ReadRow> {
  let rest = sql<SqlBool>`true`
  for (;;) {
    const part = await firstRows(database, whose, question, { window, asked, rest })
    yield* part
    const last = part.at(-1)
    if (!last || part.length < limits.exportRowsAtOnce) return
    rest = sql`(at, id) > (${last.exact_time}::timestamptz, ${last.receipt_number}::uuid)`
  }
}

/**
 * Next rows of some UTC days. Reads at most one chunk from each index: the first rows overall are among the first of
 * each. Whether a row is on a requested day is a column, not a condition, because PostgreSQL would misestimate it and
 * sort everything.
 */
async function firstRows(
  database: Database,
  whose: Payee | 'all',
  { time_zone, ...filters }: RevenueQuestion,
  { window, asked, rest }: { window: Period; asked: Period; rest: RawBuilder<SqlBool> },
): Promise<ReadRow[]> {
  const isTold = whose === 'all' ? sql`true` : sql`user_id = ${whose.id}`
  const first = sql`order by at, id limit ${limits.exportRowsAtOnce}`
  const methods = filters.payment_method ? [filters.payment_method] : paymentMethods
  const heads = methods
    .flatMap((payment_method) =>
      movementParts(whose, inUtc(window), { ...filters, payment_method }),
    )
    .map((part) => sql`select *, null::uuid as document_id from (${part}) as movement`)
    .concat(topUpParts(whose, inUtc(window), filters))
    .map((part) => sql`(select * from (${part}) as movement where ${rest} ${first})`)
  // PostgreSQL times have microseconds, JavaScript dates do not.
  const { rows } = await sql<ReadRow>`
    select to_char(local, 'YYYY-MM-DD HH24:MI:SS') as date, ${time_zone}::text as time_zone,
      at as date_utc, at::text as exact_time,
      local >= ${asked.from}::timestamp and local < ${asked.end}::timestamp as is_asked,
      location, device_label, device_number,
      (select tag from prepaid_codes where id = prepaid_code_id and ${isTold}) as code_tag,
      paid as gross, given_back as refunded, (paid - given_back)::numeric(12, 2) as net,
      payment_method, head.id as receipt_number, head.transaction_id, programme,
      document_number, document.tax_rate::float8,
      case when document.tax_rate is not null then sign * tax end as tax,
      case when document.tax_rate is not null then sign * (document.gross - tax) end as net_of_tax,
      case when document.top_up_id is not null then sign * document.gross end as topped_up
    from (select * from (${sql.join(heads, sql` union all `)}) as heads ${first}) as head
      cross join lateral (select at at time zone ${time_zone} as local) as clocks
      left join receipts as document on ${isSeller(whose, 'document')} and ${documentOf}
      cross join lateral (
        select case document.kind when 'credit_note' then -1 else 1 end as sign
      ) as signs
    order by at, head.id`.execute(database)
  return rows
}

/** Of `head`: each kind of movement has an index. */
const documentOf = sql`document.id = case
  when document_id is not null then document_id
  when is_payment then (
    select id from receipts where receipts.transaction_id = head.transaction_id and refund_id is null
  )
  else (
    select id from receipts where refund_id = head.id
      and kind = case when given_back > 0 then 'credit_note' else 'receipt' end
  )
end`

function moved(
  whose: Payee | 'all',
  { time_zone, ...filters }: RevenueQuestion,
  days: Period,
): RawBuilder<unknown> {
  return onDays(movements(whose, inUtc(utcDaysCovering(days)), filters), time_zone, days)
}

function toppedUp(
  whose: Payee | 'all',
  { time_zone, ...filters }: RevenueQuestion,
  days: Period,
): RawBuilder<unknown> {
  const [part = noRows] = topUpParts(whose, inUtc(utcDaysCovering(days)), filters)
  return onDays(sql`(${part})`, time_zone, days)
}

const noRows = sql`select now() as at where false`

function onDays(rows: RawBuilder<unknown>, timeZone: string, { from, end }: Period) {
  return sql`(
    select * from ${rows} as movement
      cross join lateral (select at at time zone ${timeZone} as local) as clocks
    where local >= ${from}::timestamp and local < ${end}::timestamp
  ) as moved`
}
