import { limits } from '@coinless/contract/limits.ts'
import type { NumericText } from '@coinless/contract/money.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import type { RevenueQuestion } from '@coinless/contract/revenue.ts'
import { revenueLimits } from '@coinless/contract/revenue-limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { Payee } from '../policy/policy.ts'
import { movements } from './movements.ts'
import { payeeOf } from './payee.ts'
import { addDays, type Period, periodsOf, todayIn } from './periods.ts'
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
 * Oldest first, some days at a time: as many as have few rows, so that memory does not grow with the period. Never many,
 * since after years without a row the next days may have as many as they like.
 */
export async function* bookedRows(
  database: Database,
  caller: Caller,
  question: RevenueQuestion,
): AsyncGenerator<BookedRow> {
  const { whose, asked } = await bookOf(database, caller, question)
  let days = 1
  for (let from = asked.from; from < asked.end; ) {
    const end = [addDays(from, days), asked.end].sort()[0] ?? asked.end
    const rows = await rowsOf(database, whose, question, { from, end })
    yield* rows
    days =
      rows.length < limits.exportRowsAtOnce
        ? Math.min(days * 2, revenueLimits.bookedDays)
        : Math.ceil(days / 2)
    from = end
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

async function rowsOf(
  database: Database,
  whose: Payee | 'all',
  question: RevenueQuestion,
  days: Period,
): Promise<BookedRow[]> {
  const isTold = whose === 'all' ? sql`true` : sql`code.user_id = ${whose.id}`
  const { rows } = await sql<BookedRow>`
    select to_char(local, 'YYYY-MM-DD HH24:MI:SS') as date, ${question.time_zone}::text as time_zone,
      at as date_utc, moved.location, device_label, device_number,
      case when ${isTold} then code.tag end as code_tag,
      paid as gross, given_back as refunded, (paid - given_back)::numeric(12, 2) as net,
      payment_method, moved.id as receipt_number, transaction_id, programme
    from ${moved(whose, question, days)}
      left join prepaid_codes as code on code.id = prepaid_code_id
    order by at, moved.id`.execute(database)
  return rows
}

function moved(
  whose: Payee | 'all',
  { time_zone, ...filters }: RevenueQuestion,
  { from, end }: Period,
): RawBuilder<unknown> {
  const between = {
    since: sql`${from}::timestamp at time zone 'UTC' - interval '1 day'`,
    before: sql`${end}::timestamp at time zone 'UTC' + interval '1 day'`,
  }
  return sql`(
    select * from ${movements(whose, between, filters)} as movement
      cross join lateral (select at at time zone ${time_zone} as local) as clocks
    where local >= ${from}::timestamp and local < ${end}::timestamp
  ) as moved`
}
