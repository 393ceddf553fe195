import type { RevenueGroup } from '@coinless/contract/choices.ts'
import type { NumericText } from '@coinless/contract/money.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import type { GroupedRevenueQuestion } from '@coinless/contract/revenue.ts'
import { revenueLimits } from '@coinless/contract/revenue-limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { Payee } from '../policy/policy.ts'
import { refuseUnknownZone } from '../refusals/unknown-zone.ts'
import { figuresOf, type Group, isOfTime } from './figures.ts'
import { movements } from './movements.ts'
import { payeeOf } from './payee.ts'
import { type Periods, periodsOf, todayIn } from './periods.ts'

const months = (day: string) =>
  sql.raw(`(extract(year from ${day}) * 12 + extract(month from ${day}))`)

/** What a row is of, as text; `local` is what clocks showed in the viewer's zone. Those of time count from their period's first. */
const keys: Record<RevenueGroup, RawBuilder<string>> = {
  day: sql`(local::date - first)::text`,
  week: sql`((date_trunc('week', local)::date - date_trunc('week', first::timestamp)::date) / 7)::text`,
  month: sql`(${months('local')} - ${months('first')})::int::text`,
  location: sql`location`,
  device: sql`device_id::text`,
  device_type: sql`(select device_type from devices where devices.id = device_id)`,
  payment_method: sql`payment_method`,
  hour: sql`extract(hour from local)::int::text`,
  weekday: sql`extract(isodow from local)::int::text`,
}

/**
 * The revenue of a period beside the one before and that of a year before. A row of a payment or refund is where the
 * clocks of the viewer's zone stood at that moment: days may have 23 or 25 hours, and what was paid in an hour that comes
 * twice counts in it both times.
 */
export async function revenueFor(
  database: Database,
  caller: Caller,
  question: GroupedRevenueQuestion,
  now = new Date(),
) {
  const whose = await payeeOf(database, caller, question)
  const periods = periodsOf(question, todayIn(question.time_zone, now))
  const [groups, unused_prepaid] = await Promise.all([
    groupsOf(database, whose, question, periods),
    unusedPrepaid(database, whose, now),
  ]).catch(refuseUnknownZone)
  return {
    ...figuresOf(groups, question.by, periods),
    unused_prepaid,
    has_card_payments: groups.some(({ has_card_payments }) => has_card_payments),
  }
}

/** Of each group what moved in each of the periods. Days of all zones lie within those of UTC and the day beside them. */
async function groupsOf(
  database: Database,
  whose: Payee | 'all',
  { by, time_zone, ...filters }: GroupedRevenueQuestion,
  periods: Periods,
): Promise<Group[]> {
  const days = periods.map(({ from, end }, n) => sql`(${sql.lit(n)}, ${from}::date, ${end}::date)`)
  const between = {
    since: sql`first::timestamp at time zone 'UTC' - interval '1 day'`,
    before: sql`finish::timestamp at time zone 'UTC' + interval '1 day'`,
  }
  const device = by === 'device' ? sql`device_label, device_number, location` : noDevice
  const sums = periods.flatMap((_, n) => [
    sql`coalesce(sum(paid) filter (where n = ${sql.lit(n)}), 0) as ${sql.ref(`paid_${n}`)}`,
    sql`coalesce(sum(given_back) filter (where n = ${sql.lit(n)}), 0) as ${sql.ref(`given_back_${n}`)}`,
    sql`coalesce(sum(payments) filter (where n = ${sql.lit(n)}), 0) as ${sql.ref(`payments_${n}`)}`,
  ])
  const all = periods.flatMap((_, n) => [
    sql`sum(${sql.ref(`paid_${n}`)})::numeric(14, 2) as ${sql.ref(`paid_${n}`)}`,
    sql`sum(${sql.ref(`given_back_${n}`)})::numeric(14, 2) as ${sql.ref(`given_back_${n}`)}`,
    sql`sum(${sql.ref(`payments_${n}`)})::int as ${sql.ref(`payments_${n}`)}`,
  ])
  const rowsMax = isOfTime(by) ? revenueLimits.revenueDays : revenueLimits.revenueRows
  const { rows } = await sql<Group>`
    with periods (n, first, finish) as (values ${sql.join(days)}),
    moved (key, n, device_label, device_number, location, at, is_payment, paid, given_back, is_card) as (
      select ${keys[by]}, n, ${device}, at, is_payment, paid, given_back, payment_method = 'credit_card'
      from periods
        cross join lateral ${movements(whose, between, filters)} as movement
        cross join lateral (select at at time zone ${time_zone} as local) as clocks
      where local >= first and local < finish
    ),
    grouped as (
      select key, n, device_label, device_number, location, max(at) as newest, sum(paid) as paid,
        sum(given_back) as given_back, count(*) filter (where is_payment) as payments,
        bool_or(is_card and is_payment and n = 0) as has_card_payments
      from moved group by key, n, device_label, device_number, location
    ),
    summed as (
      select key, bool_or(has_card_payments) as has_card_payments,
        (array_agg(device_label order by newest desc))[1] as device_label,
        (array_agg(device_number order by newest desc))[1] as device_number,
        (array_agg(location order by newest desc))[1] as location,
        ${sql.join(sums)}
      from grouped group by key
    ),
    ranked as (
      select *, row_number() over (
        order by paid_0 - given_back_0 desc, paid_0 desc, paid_1 - given_back_1 desc, key
      ) as place
      from summed
    )
    select case when place <= ${rowsMax} then key end as key, min(least(place, ${rowsMax + 1})) as place,
      bool_or(has_card_payments) as has_card_payments,
      ${sql.join(deviceColumns.map((column) => sql`max(case when place <= ${rowsMax} then ${sql.ref(column)} end) as ${sql.ref(column)}`))},
      ${sql.join(all)}
    from ranked group by 1 order by 2`.execute(database)
  return rows
}

const deviceColumns = ['device_label', 'device_number', 'location']
const noDevice = sql`null::text, null::text, null::text`

/** Left on codes that were sold or given out, and that can still be used, or once they are enabled again. */
async function unusedPrepaid(database: Database, whose: Payee | 'all', now: Date) {
  const { rows } = await sql<{ left: NumericText }>`
    select coalesce(sum(remaining_balance), 0)::numeric(14, 2) as left from prepaid_codes
    where deleted_at is null and (expires_at is null or expires_at > ${now})
      and ${whose === 'all' ? sql`true` : sql`user_id = ${whose.id}`}`.execute(database)
  return rows[0]?.left ?? ('0.00' as NumericText)
}
