import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import { paidBy } from '../../payments/cycles/paid-by.ts'

/** On `machine_groups`: those of its machines, alias `devices`, that are in its room. */
export const machinesOfGroup = sql`devices.id = any (machine_groups.device_ids)
  and devices.room_id = machine_groups.room_id and devices.deleted_at is null`

/** On `bookings` and `devices`: closed, and the slot is too near to hope that it opens again. */
export const isClosedSoon = sql`not devices.is_open
  and bookings.starts_at < now() + make_interval(hours => ${sql.lit(limits.bookingClosedHours)})`

/** On `machine_groups` and `devices`: by how much the machine is booked later than the slot. */
export const delay = sql`make_interval(
  mins => case when devices.device_type = 'dryer' then machine_groups.dryer_minutes else 0 end)`

/** On the same and an alias with the start and end of a slot: when the machine is booked. */
export function periodOf(slot: ReturnType<typeof sql>) {
  return sql`tstzrange(${slot}.starts_at + ${delay}, ${slot}.ends_at + ${delay})`
}

type CycleState = 'starting' | 'running' | 'finished'

/** On `bookings`: when it was made; not in the future, where a clock that was set back leaves it. */
const madeAt = sql`case when bookings.created_at <= now() then bookings.created_at end`

/** On `bookings`: cycles that its account has paid for at its machines in the slot. */
export const ownCycles = (...states: CycleState[]) => sql<boolean>`exists (
  select from booked_machines join cycles on cycles.device_id = booked_machines.device_id
  where booking_id = bookings.id and cycles.created_at >= greatest(lower(period), ${madeAt})
    and cycles.state in (${sql.join(states.map((state) => sql.lit(state)))}) and ${paidBy(sql`bookings.user_id`)}
)`
