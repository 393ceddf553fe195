import type { RevenueGroup } from '@coinless/contract/choices.ts'
import { fromMinor, type MinorUnits, toMinor } from '@coinless/contract/money.ts'
import { type Caller, placesOf } from '@coinless/contract/permissions.ts'
import type { GroupedRevenueQuestion } from '@coinless/contract/revenue.ts'
import { revenueLimits } from '@coinless/contract/revenue-limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { Payee } from '../../platform/policy/own-devices.ts'
import { paidTo } from '../../platform/policy/policy.ts'
import { documentSums, hasTax, noDocumentSums, topUpParts, withDocuments } from './documents.ts'
import { figuresOf, type Group, isOfTime } from './figures.ts'
import { conditions, type Filters, inUtc, movements } from './movements.ts'
import { payeeOf } from './payee.ts'
import { type Period, type Periods, periodsOf, todayIn, utcDaysCovering } from './periods.ts'
import { refuseUnanswerable } from './unanswerable.ts'

const months = (day: string) =>
  sql.raw(`(date_part('year', ${day}) * 12 + date_part('month', ${day}))::integer`)

/**
 * Key of a row; `local` is the local time in the viewer's zone. Time keys count from the start of their period. Numbers,
 * ids and texts sort by bytes: sorting a million rows by a language takes seconds.
 */
const keys: Record<RevenueGroup, RawBuilder<unknown>> = {
  day: sql`local::date - first`,
  week: sql`(date_trunc('week', local)::date - date_trunc('week', first::timestamp)::date) / 7`,
  month: sql`${months('local')} - ${months('first')}`,
  location: sql`location collate "C"`,
  device: sql`device_id`,
  // By type once there is one row per device.
  device_type: sql`device_id`,
  payment_method: sql`payment_method collate "C"`,
  hour: sql`date_part('hour', local)::integer`,
  weekday: sql`date_part('isodow', local)::integer`,
}

/**
 * Revenue of a period, the previous one and a year earlier. Rows are grouped by local time in the viewer's zone: days
 * may have 23 or 25 hours, and a repeated hour is one group.
 */
export async function revenueFor(
  database: Database,
  caller: Caller,
  question: GroupedRevenueQuestion,
  now = new Date(),
) {
  const whose = await payeeOf(database, caller, question)
  const periods = periodsOf(question, todayIn(question.time_zone, now))
  const has_tax = await hasTax(database, whose)
  const [groups, topped_up, unused_prepaid] = await Promise.all([
    groupsOf(database, whose, question, periods, has_tax),
    toppedUp(database, whose, question, periods[0]),
    unusedPrepaid(database, whose, now),
  ]).catch(refuseUnanswerable)
  return {
    ...figuresOf(groups, question.by, periods),
    has_tax,
    topped_up,
    unused_prepaid,
    has_card_payments: groups.some(({ has_card_payments }) => has_card_payments),
  }
}

/**
 * Figures of each group and period. Separate queries per period read each index in one range, with parallel workers for
 * many rows. Device names are looked up once per device, not per movement.
 */
async function groupsOf(
  database: Database,
  whose: Payee | 'all',
  { by, time_zone, ...filters }: GroupedRevenueQuestion,
  periods: Periods,
  hasDocuments: boolean,
): Promise<Group[]> {
  const grouped = periods.map((period, n) => {
    const { from, end } = period
    return sql`
      select ${keys[by]} as key, ${sql.lit(n)} as n, sum(paid) as paid, sum(given_back) as given_back,
        count(*) filter (where is_payment) as payments,
        ${hasDocuments ? documentSums : noDocumentSums},
        bool_or(payment_method = 'credit_card' and is_payment) as has_card_payments
      from ${movements(whose, inUtc(utcDaysCovering(period)), filters)} as movement
        ${hasDocuments ? withDocuments(whose) : sql``}
        cross join lateral (
          select at at time zone ${time_zone} as local, ${from}::date as first
        ) as clocks
      where local >= ${from}::timestamp and local < ${end}::timestamp
      group by 1`
  })
  // All of time: an earlier period may have some days more.
  const rowsMax = isOfTime(by) ? 2 * revenueLimits.revenueDays : revenueLimits.revenueRows
  const names = periods.flatMap((_, n) => summed.map((name) => `${name}_${n}`))
  const listed = names.map((name) => sql`${sql.ref(name)}::${typeOf(name)} as ${sql.ref(name)}`)
  const rest = names.map((name) => {
    const sum = sql`sum(${sql.ref(name)})`
    return sql`(${sum} - (select ${sum} from top))::${typeOf(name)}`
  })
  const { rows } = await sql<Group>`
    with grouped as (${sql.join(grouped, sql` union all `)}),
    summed as (
      select ${by === 'device_type' ? sql`device_type collate "C"` : sql`grouped.key`} as key,
        bool_or(has_card_payments and n = 0) as has_card_payments, ${sql.join(sumsOf(periods))}
      from grouped ${by === 'device_type' ? sql`left join devices on devices.id = grouped.key` : sql``}
      group by 1
    ),
    top as (select * from summed order by ${mostFirst} limit ${rowsMax}),
    listed as (
      select key::text, row_number() over (order by ${mostFirst}) as place, has_card_payments,
        ${sql.join(listed)}
      from top
      union all
      select null, ${rowsMax + 1}, bool_or(has_card_payments), ${sql.join(rest)}
      from summed having count(*) > ${rowsMax}
    )
    select listed.*, device_label, device_number, location
    from listed left join lateral (
      ${by === 'device' ? labels(whose, time_zone, filters, periods[0]) : noLabels}
    ) as device on true
    order by place`.execute(database)
  return rows
}

const summed = ['paid', 'given_back', 'net_of_tax', 'tax', 'payments'] as const
const mostFirst = sql`paid_0 - given_back_0 desc, paid_0 desc, paid_1 - given_back_1 desc, key`

function sumsOf(periods: Periods) {
  const sum = (name: string, n: number) =>
    sql`coalesce(sum(${sql.ref(name)}) filter (where n = ${sql.lit(n)}), 0) as ${sql.ref(`${name}_${n}`)}`
  return periods.flatMap((_, n) => summed.map((name) => sum(name, n)))
}

function typeOf(name: string) {
  return name.startsWith('payments') ? sql`integer` : sql`numeric(14, 2)`
}

const noLabels = sql`select null::text as device_label, null::text as device_number, null::text as location`

/** Device facts as of its last payment in the period. */
function labels(
  whose: Payee | 'all',
  timeZone: string,
  filters: Filters,
  period: Period,
): RawBuilder<unknown> {
  return sql`select device_label, device_number, location from transactions
    where device_id = listed.key::uuid and created_at < ${inUtc(utcDaysCovering(period)).before}
      and created_at at time zone ${timeZone} < ${period.end}::timestamp and ${conditions(filters)}
      and ${whose === 'all' ? sql`true` : paidTo(whose)}
    order by created_at desc limit 1`
}

/** Documents of card top-ups. */
async function toppedUp(
  database: Database,
  whose: Payee | 'all',
  { time_zone, ...filters }: GroupedRevenueQuestion,
  period: Period,
) {
  if (whose !== 'all' && placesOf(whose)) return null
  const [part] = topUpParts(whose, inUtc(utcDaysCovering(period)), filters)
  if (!part) return null
  const { rows } = await sql<{ gross: number | null; tax: number | null }>`
    select sum(sign * gross)::float8 as gross, sum(sign * tax)::float8 as tax
    from (${part}) as movement join receipts on receipts.id = document_id
      cross join lateral (select case kind when 'credit_note' then -1 else 1 end as sign) as signs
    where tax_rate is not null and at at time zone ${time_zone} >= ${period.from}::timestamp
      and at at time zone ${time_zone} < ${period.end}::timestamp`.execute(database)
  const { gross = null, tax = null } = rows[0] ?? {}
  if (gross === null || tax === null) return null
  return { gross, net_of_tax: fromMinor((toMinor(gross) - toMinor(tax)) as MinorUnits), tax }
}

/** Balance of issued codes that can be used, or could be once enabled. */
async function unusedPrepaid(database: Database, whose: Payee | 'all', now: Date) {
  if (whose !== 'all' && placesOf(whose)) return null
  // The serializer rejects text where null is allowed.
  const { rows } = await sql<{ left: number }>`
    select coalesce(sum(remaining_balance), 0)::float8 as left from prepaid_codes
    where deleted_at is null and (expires_at is null or expires_at > ${now})
      and ${whose === 'all' ? sql`true` : sql`user_id = ${whose.id}`}`.execute(database)
  return rows[0]?.left ?? 0
}
