import { paymentMethods } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { NumericText } from '@coinless/contract/money.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import type { RevenueQuestion } from '@coinless/contract/revenue.ts'
import { revenueLimits } from '@coinless/contract/revenue-limits.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { Payee } from '../../platform/policy/own-devices.ts'
import { inUtc, movementParts, movements } from './movements.ts'
import { payeeOf } from './payee.ts'
import { addDays, around, type Period, periodsOf, todayIn } from './periods.ts'
import { refuseUnanswerable } from './unanswerable.ts'

/** Of each payment, and of each refund, a row. */
interface BookedRow {
  /** Of clocks in the time zone that was asked for. */
  date: string
  time_zone: string
  date_utc: Date
  location: string
  device_label: string
  device_number: string
  /** Of codes that the account issued. */
  code_tag: string | null
  gross: NumericText
  refunded: NumericText
  net: NumericText
  payment_method: string
  /** Of a payment its id, as on its receipt; of a refund the refund's. */
  receipt_number: string
  transaction_id: string
  /** That was paid for; null: the device had one alone. */
  programme: string | null
}

export const bookedColumns = [
  ...(['date', 'time_zone', 'date_utc', 'location', 'device_label', 'device_number'] as const),
  ...(['code_tag', 'gross', 'refunded', 'net', 'payment_method', 'receipt_number'] as const),
  ...(['transaction_id', 'programme'] as const),
] satisfies (keyof BookedRow)[]

/**
 * Oldest first, some days at a time, so that an index has them, and of days that have many rows a part at a time: memory
 * grows neither with the period nor with what one day has.
 */
export async function* bookedRows(
  database: Database,
  caller: Caller,
  question: RevenueQuestion,
): AsyncGenerator<BookedRow> {
  const { whose, asked } = await bookOf(database, caller, question)
  const { from, end } = around(asked)
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
  // The time zone is tried even where there is nothing.
  const { rows } = await sql<{ count: number }>`
    select count(*), now() at time zone ${question.time_zone} as tried from ${moved(whose, question, asked)}`
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
 * The first rows of the rest of some days of UTC. Each index is read from where the rest begins, and no further than one
 * part: the first of all are among the first of each. Which of them are on days that were asked for is told with each,
 * and is no condition: how many those are PostgreSQL cannot guess, and would sort them all.
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
    .map((part) => sql`(select * from (${part}) as movement where ${rest} ${first})`)
  // A time of PostgreSQL is more exact than one of ours.
  const { rows } = await sql<ReadRow>`
    select to_char(local, 'YYYY-MM-DD HH24:MI:SS') as date, ${time_zone}::text as time_zone,
      at as date_utc, at::text as exact_time,
      local >= ${asked.from}::timestamp and local < ${asked.end}::timestamp as is_asked,
      location, device_label, device_number,
      (select tag from prepaid_codes where id = prepaid_code_id and ${isTold}) as code_tag,
      paid as gross, given_back as refunded, (paid - given_back)::numeric(12, 2) as net,
      payment_method, head.id as receipt_number, transaction_id, programme
    from (select * from (${sql.join(heads, sql` union all `)}) as heads ${first}) as head
      cross join lateral (select at at time zone ${time_zone} as local) as clocks
    order by at, head.id`.execute(database)
  return rows
}

function moved(
  whose: Payee | 'all',
  { time_zone, ...filters }: RevenueQuestion,
  days: Period,
): RawBuilder<unknown> {
  return sql`(
    select * from ${movements(whose, inUtc(around(days)), filters)} as movement
      cross join lateral (select at at time zone ${time_zone} as local) as clocks
    where local >= ${days.from}::timestamp and local < ${days.end}::timestamp
  ) as moved`
}
