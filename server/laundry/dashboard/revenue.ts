import type { Device } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { NumericText } from '@coinless/contract/money.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { type RawBuilder, sql } from 'kysely'
import { movements } from '../../ledger/revenue/movements.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { ownedDevice, ownedDeviceParts } from '../../platform/policy/own-devices.ts'
import { refuseUnknownZone } from '../../platform/refusals/unknown-zone.ts'

/** Parameters of every query below. */
interface Scope {
  database: Database
  caller: Caller
  /** Midnight at the start of the first day. */
  since: RawBuilder<unknown>
  firstDay: RawBuilder<unknown>
  timeZone: string
  now: Date
}

const deviceName = ['id', 'label', 'device_number', 'location'] as const satisfies (keyof Device)[]
const named = sql.raw(deviceName.map((column) => `devices.${column}`).join(', '))

/**
 * Returns the recent revenue of the caller's devices, and the idle ones. A day begins at midnight in the viewer's time
 * zone, so that a day with a clock change has 23 or 25 hours.
 * @param timeZone IANA name
 */
export async function revenueOf(
  database: Database,
  caller: Caller,
  timeZone: string,
  now = new Date(),
) {
  const firstDay = sql`date_trunc('day', ${now}::timestamptz at time zone ${timeZone})
    - make_interval(days => ${limits.dashboardDays - 1})`
  const scope: Scope = {
    database,
    caller,
    since: sql`(${firstDay}) at time zone ${timeZone}`,
    firstDay,
    timeZone,
    now,
  }
  const [has_devices, days, best_devices, idle_devices, low_codes] = await Promise.all([
    hasDevices(scope),
    dailyRevenue(scope),
    bestDevices(scope),
    idleDevices(scope),
    lowCodes(scope),
  ]).catch(refuseUnknownZone)
  return { has_devices, days, best_devices, idle_devices, low_codes }
}

/** Reads the newest device from each index: any one would do, but PostgreSQL might search row by row. */
async function hasDevices({ database, caller }: Scope) {
  const newest = ownedDeviceParts(caller).map(
    (part) => sql`(select from devices where ${part} order by created_at desc limit 1)`,
  )
  const { rows } = await sql<{ has_devices: boolean }>`
    select exists (${sql.join(newest, sql` union all `)}) as has_devices`.execute(database)
  return rows[0]?.has_devices ?? false
}

async function dailyRevenue(scope: Scope) {
  const { database, firstDay, timeZone } = scope
  const { rows } = await sql<{ date: string; revenue: NumericText; cycles: number }>`
    with taken as (
      select date_trunc('day', at at time zone ${timeZone}) as day,
        sum(paid - given_back) as revenue, count(*) filter (where is_payment) as cycles
      from ${lately(scope)} as movement
      group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as date,
      coalesce(revenue, 0)::numeric(12, 2) as revenue, coalesce(cycles, 0) as cycles
    from generate_series(0, ${limits.dashboardDays - 1}::int) as n
      cross join lateral (select (${firstDay}) + make_interval(days => n) as day) as calendar
      left join taken using (day)
    order by day`.execute(database)
  return rows
}

async function bestDevices(scope: Scope) {
  const { database, caller } = scope
  const { rows } = await sql<
    Pick<Device, (typeof deviceName)[number]> & { revenue: NumericText; cycles: number }
  >`
    select ${named}, revenue::numeric(12, 2), cycles
    from (
      select device_id, sum(paid - given_back) as revenue, count(*) filter (where is_payment) as cycles
      from ${lately(scope)} as movement
      group by device_id
    ) as earned
      join devices on devices.id = device_id
    where cycles > 0 and ${ownedDevice(caller)} and devices.deleted_at is null
    order by revenue desc, cycles desc, devices.id
    limit ${limits.dashboardRows}`.execute(database)
  return rows
}

function lately({ caller, since, now }: Scope) {
  return movements(caller, { since, before: sql`${now}::timestamptz + interval '1 millisecond'` })
}

/** Reads the last payment of each device, in the order of the index on payments. */
async function idleDevices({ database, caller, now }: Scope) {
  const idleSince = sql`${now}::timestamptz - make_interval(days => ${limits.idleDays})`
  const { rows } = await sql<
    Pick<Device, (typeof deviceName)[number]> & { last_paid_at: Date | null }
  >`
    with active as (
      select id, created_at from devices
      where ${ownedDevice(caller)} and deleted_at is null and status = 'active'
      order by id
    ), idle as (
      select active.id, last_paid_at
      from active left join lateral (
        select created_at as last_paid_at from transactions
        where transactions.device_id = active.id
        order by created_at desc limit 1
      ) as last on true
      where coalesce(last_paid_at, active.created_at) < ${idleSince}
      order by last_paid_at nulls first, active.id
      limit ${limits.dashboardRows}
    )
    select ${named}, last_paid_at from idle join devices using (id)
    order by last_paid_at nulls first, devices.id`.execute(database)
  return rows
}

/** Recently used codes that can still pay, with less than two of the caller's cheapest cycles left. */
async function lowCodes({ database, caller, since, now }: Scope) {
  const code = sql.raw(columns(PrepaidCode).join(', '))
  const { rows } = await sql<LowCode>`
    select ${code} from prepaid_codes
    where user_id = ${caller.id} and deleted_at is null and not disabled
      and (expires_at is null or expires_at > ${now})
      and remaining_balance > 0 and remaining_balance < 2 * (
        select min(price) from devices
        where ${ownedDevice(caller)} and deleted_at is null and status = 'active' and price > 0
      )
      and exists (
        select from ledger_entries
        where prepaid_code_id = prepaid_codes.id and reason = 'redemption' and created_at >= ${since}
      )
    order by remaining_balance, id
    limit ${limits.dashboardRows}`.execute(database)
  return rows
}

type LowCode = Omit<PrepaidCode, 'balance' | 'remaining_balance' | 'created_at'> & {
  balance: NumericText
  remaining_balance: NumericText
  created_at: Date
}
