import type { Cycle } from '@coinless/contract/cycles.ts'
import type { DeviceState } from '@coinless/contract/device-states.ts'
import { limits } from '@coinless/contract/limits.ts'
import { fromMinor, type MinorUnits, type NumericText, toMinor } from '@coinless/contract/money.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Answer } from '../../http/request/answer.ts'
import type { Database } from '../../platform/database/connection.ts'
import { ownHeldCard, visibleDevice, visibleTransaction } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { partNotUsed, rest } from './amounts.ts'
import { deviceState, isReady, silentSince, takesPayment, withDeviceState } from './device-state.ts'

const remainingSeconds = sql`greatest(ceil(extract(epoch from ends_at - now())), 0)::int`

/** State of the devices that the caller may see. */
export function deviceStates(database: Database, caller: Caller, ids: readonly string[]) {
  return statesWhere(
    database,
    sql<SqlBool>`devices.id = any (${ids}::uuid[]) and ${visibleDevice(caller)}`,
    caller.id,
  )
}

/**
 * @param which condition on `devices`
 * @param accountId whose holds are its own
 */
export async function statesWhere(
  database: Database,
  which: RawBuilder<SqlBool>,
  accountId: string | null = null,
) {
  const { rows } = await sql<Answer<DeviceState>>`
    select device_id, state, since, silent_since, takes_payment, held_until, is_held_for_you, booked_at,
      is_measured and silent_since is null as is_measured,
      case when state = 'running' then ends_at end as ends_at,
      case when state = 'running' then ${remainingSeconds} end as remaining_seconds
    from (
      select devices.id as device_id, silent_since, cycle.ends_at,
        ${deviceState} as state,
        ${takesPayment} as takes_payment,
        case when ${isReady} then holding.expires_at end as held_until,
        coalesce(${isReady} and holding.user_id = ${accountId}::uuid, false) as is_held_for_you,
        (
          select min(lower(period)) from booked_machines join bookings on bookings.id = booking_id
          where booked_machines.device_id = devices.id and lower(period) > now()
            and period && tstzrange(now(), now() + make_interval(hours => ${sql.lit(limits.bookedHoursShown)}))
            and user_id is distinct from ${accountId}::uuid
        ) as booked_at,
        case
          when runs then coalesce(cycle.run_since, cycle.created_at)
          when link.out_of_order_at is not null then link.out_of_order_at
          when silent_since is not null then silent_since
          when link.blocked_by is not null then link.blocked_since
          when is_done then coalesce(cycle.ended_at, cycle.ends_at)
        end as since,
        case when runs or (is_done and link.blocked_by is null) then cycle.is_measured
          else link.id is not null end as is_measured
      from devices
        ${withDeviceState}
      where ${which}
    ) as seen`.execute(database)
  return rows
}

/** A cycle for display, with what a stop would refund. */
type CycleRow = Omit<Answer<Cycle>, 'may_stop' | 'stop_gives_back' | 'amount' | 'given_back'> & {
  amount: NumericText
  given_back: NumericText
  switching: 'relay' | 'pulses' | null
  money: 'held' | 'taken' | 'released'
  gives_back_unused: boolean
  duration_minutes: number
  minimum_minutes: number
  ran_ms: number | null
}

async function shownCycles(database: Database, caller: Caller, where: RawBuilder<SqlBool>) {
  const { rows } = await sql<CycleRow>`
    select cycles.id, cycles.device_id, cycles.state, cycles.reason,
      coalesce(transactions.device_label, card_payments.device_label) as device_label,
      coalesce(transactions.device_number, card_payments.device_number) as device_number,
      coalesce(transactions.amount, card_payments.amount) as amount,
      coalesce(transactions.duration_minutes, card_payments.duration_minutes) as duration_minutes,
      coalesce(transactions.payment_method, 'credit_card') as payment_method,
      coalesce(coalesce(transactions.payer_id, card_payments.payer_id) = ${caller.id}, false)
        as is_yours,
      cycles.is_measured and (cycles.ended_at is not null or silent_since is null) as is_measured,
      cycles.created_at as paid_at, cycles.run_since, cycles.ends_at, cycles.ended_at,
      cycles.given_back, cycles.money, cycles.gives_back_unused, cycles.minimum_minutes,
      cycles.is_stopping and cycles.ended_at is null as is_stopping,
      cycles.is_restart_offered as may_start_anew,
      case when cycles.is_restart_offered then cycles.next_check_at end as start_anew_until,
      exists (
        select from refunds
        where refunds.transaction_id = cycles.transaction_id and refunds.status = 'pending'
      ) or (cycles.transaction_id is null and cycles.money = 'taken' and cycles.given_back > 0)
        as is_back_pending,
      case when cycles.state = 'running' then ${remainingSeconds} end as remaining_seconds,
      case when cycles.ended_at is null then silent_since end as silent_since,
      extract(epoch from now() - cycles.run_since)::float8 * 1000 as ran_ms,
      case when controllers.deleted_at is null then link.switching end as switching
    from cycles
      left join transactions on transactions.id = cycles.transaction_id
      left join card_payments on card_payments.id = cycles.card_payment_id
      left join device_links as link on link.id = cycles.open_link_id
      left join controllers on controllers.id = link.controller_id
      left join controller_presence as presence on presence.controller_id = link.controller_id
      cross join lateral (select ${silentSince} as silent_since) as heard
    where ${where}`.execute(database)
  return rows.map(withStop)
}

/** What the payer may do, as decided by `transition`. */
function withStop(row: CycleRow): Answer<Cycle> {
  const {
    switching,
    money,
    gives_back_unused,
    duration_minutes,
    minimum_minutes,
    ran_ms,
    ...cycle
  } = row
  const facts = {
    price: toMinor(row.amount),
    minutes: duration_minutes,
    minimumMinutes: minimum_minutes,
    refundsUnused: gives_back_unused,
  }
  const may_start_anew = row.is_yours && row.may_start_anew
  const isStoppable = row.state === 'running' && switching === 'relay' && !row.is_stopping
  const may_stop = may_start_anew || (row.is_yours && isStoppable)
  const left = rest({ money, refundedAmount: toMinor(row.given_back) }, facts)
  const due = may_start_anew ? left : Math.min(partNotUsed(facts, ran_ms ?? 0), left)
  const stop_gives_back = may_stop ? fromMinor(due as MinorUnits) : null
  return { ...cycle, may_start_anew, may_stop, stop_gives_back }
}

/** On the joins of `shownCycles`. A held card has no transaction yet; its payer sees it. */
function visibleCycle(caller: Caller) {
  return sql<SqlBool>`case
    when transactions.id is null then ${ownHeldCard(caller)}
    else ${visibleTransaction(caller)}
  end`
}

/** Cycles of payments that the caller may see. */
export async function findCycles(database: Database, caller: Caller, ids: readonly string[]) {
  const where = sql<SqlBool>`cycles.id = any (${ids}::uuid[]) and ${visibleCycle(caller)}`
  return shownCycles(database, caller, where)
}

/** @throws Refusal cycle_not_found if the caller may see none with this id */
export async function findCycle(database: Database, caller: Caller, id: string) {
  const [cycle] = await findCycles(database, caller, [id])
  if (!cycle) throw new Refusal('cycle_not_found')
  return cycle
}

/** The caller's open and recently ended cycles, open ones first. */
export async function openCyclesOf(database: Database, caller: Caller) {
  const lately = sql`now() - make_interval(days => ${limits.openCycleDays})`
  const data = await shownCycles(
    database,
    caller,
    sql<SqlBool>`cycles.id in (
      select id from transactions where payer_id = ${caller.id} and created_at > ${lately}
      union all
      select id from card_payments where payer_id = ${caller.id} and created_at > ${lately}
    ) and (cycles.ended_at is null
      or cycles.ended_at > now() - make_interval(mins => ${limits.doneMinutes}))
    order by cycles.ended_at is not null, cycles.created_at desc, cycles.id desc limit ${limits.openCycles}`,
  )
  return { data }
}
