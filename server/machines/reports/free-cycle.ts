import type { FreeCycle } from '@coinless/contract/reports.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Answer } from '../../http/request/answer.ts'

/** Minutes and price of the last reported payment, else of the device. On `devices` and `report_cases`. */
export const freeTerms: RawBuilder<{ minutes: number; price: number }> = sql`coalesce(
  (
    select jsonb_build_object('minutes', paid.duration_minutes, 'price', paid.amount)
    from reports cross join lateral (
      select duration_minutes, amount from transactions where id = payment_id
      union
      select duration_minutes, amount from card_payments where id = payment_id
    ) as paid
    where case_id = report_cases.id
    order by reports.created_at desc, reports.id limit 1
  ),
  jsonb_build_object('minutes', devices.duration_minutes, 'price', devices.price))`

/** The open free cycle, else the last since the last report. On `devices` and `report_cases`. */
export const lastFreeCycle: RawBuilder<FreeCycle | null> = sql`(
  select jsonb_build_object('id', cycles.id, 'state', state, 'reason', reason, 'duration_minutes', free_minutes,
    'ends_at', case when state = 'running' then ends_at end)
  from cycles
  where device_id = devices.id and operator_id is not null
    and (ended_at is null or cycles.created_at >= reported_at)
  order by ended_at is null desc, cycles.created_at desc limit 1)`

/** JSON of the database has times as text. */
export function shownFreeCycle(cycle: FreeCycle): Answer<FreeCycle> {
  return { ...cycle, ends_at: cycle.ends_at === null ? null : new Date(cycle.ends_at) }
}
