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
