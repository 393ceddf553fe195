import type { Device } from '@coinless/contract/devices.ts'
import { enqueueDeviceAlerts } from '../server/notifications/alerts/enqueue.ts'
import { connect } from '../server/platform/database/connection.ts'
import { passedTime } from '../test/servers/passed-time.ts'
import { execute } from '../test/servers/postgres.ts'

const url = () => process.env.COINLESS_DATABASE ?? ''
const write = (statement: string) => execute(url(), statement)

/** Lets a cycle run for some minutes. */
export function passMinutes(cycleId: string, minutes: number): Promise<void> {
  return write(passedTime(cycleId, minutes * 60))
}

/** Moves a payment to an earlier time. */
export function movePayment({ id }: { id: string }, at: Date): Promise<void> {
  return write(`set session_replication_role = replica;
    update transactions set created_at = '${at.toISOString()}' where id = '${id}'`)
}

/** Lets a prepaid code expire. */
export function expireCode({ id }: { id: string }): Promise<void> {
  return write(
    `update prepaid_codes set expires_at = now() - interval '1 second' where id = '${id}'`,
  )
}

/** Makes a controller silent for some minutes. */
export function beSilent({ id }: { id: string }, minutes: number): Promise<void> {
  return write(`update controller_presence
    set heard_at = now() - interval '${minutes} minutes', connected_at = null
    where controller_id = '${id}'`)
}

/** Runs the minute task of every server. */
export async function passMinuteOfAlerts(): Promise<void> {
  const database = connect(url())
  await enqueueDeviceAlerts(database).finally(() => database.destroy())
}

/** Simulates a server that died after it began a bulk change. */
export function beginBulkChange(id: string): Promise<void> {
  return write(`update bulk_changes set state = 'applying' where id = '${id}'`)
}

/** Runs of a device since 2020: on Saturday, March 7, 2026, from 10:00 to 11:40 UTC. */
export function makeBusySaturday({ id, owner_id }: Device): Promise<void> {
  return write(`set session_replication_role = replica;
    update devices set created_at = '2020-01-01' where id = '${id}';
    insert into cycles (id, device_id, operator_id, free_minutes, state, reason, is_measured, money, created_at,
      run_since, ends_at, ended_at)
    select gen_random_uuid(), '${id}', '${owner_id}', minutes, 'finished', 'time_over', true, 'taken', since, since,
      since + make_interval(mins => minutes), since + make_interval(mins => minutes)
    from (values ('2026-03-07 10:00Z'::timestamptz, 60), ('2026-03-07 11:00Z', 40)) as run (since, minutes)`)
}

/** Three queue entries and a hold of two days ago: older ones are deleted some time. */
export function makeWaits({ id }: Device, user: { id: string }): Promise<void> {
  return write(`with line as (
      select gen_random_uuid() as id, now() - interval '2 days' as joined, outcome, minutes
      from (values ('served', 6), ('served', 12), ('missed', 30)) as each (outcome, minutes)
    ),
    entries as (
      insert into queue_entries (id, room_id, device_type, user_id, language, created_at, expires_at, ended_at, outcome)
      select line.id, room_id, device_type, '${user.id}', 'en', joined, joined, joined, outcome
      from line join devices on devices.id = '${id}'
    )
    insert into machine_holds (device_id, user_id, queue_entry_id, created_at, expires_at, ended_at, outcome)
    select '${id}', '${user.id}', turn.id, since, since, since, 'used' from (
      select id, joined + make_interval(mins => minutes) as since from line
      union all
      select null, now() - interval '2 days'
    ) as turn`)
}
