import { noticeTroubles } from '../server/notifications/alerts/notice.ts'
import { connect } from '../server/platform/database/connection.ts'
import { passedTime } from '../test/servers/passed-time.ts'
import { execute } from '../test/servers/postgres.ts'

const url = () => process.env.COINLESS_DATABASE ?? ''
const write = (statement: string) => execute(url(), statement)

/** What was paid for has run for so much longer. */
export function passMinutes(cycleId: string, minutes: number): Promise<void> {
  return write(passedTime(cycleId, minutes * 60))
}

/** Nobody has heard the controller for so long. */
export function beSilent({ id }: { id: string }, minutes: number): Promise<void> {
  return write(`update controller_presence
    set heard_at = now() - interval '${minutes} minutes', connected_at = null
    where controller_id = '${id}'`)
}

/** What every server does once a minute. */
export async function passMinuteOfAlerts(): Promise<void> {
  const database = connect(url())
  await noticeTroubles(database).finally(() => database.destroy())
}

/** A server that died after it had begun. */
export function beginBulkChange(id: string): Promise<void> {
  return write(`update bulk_changes set state = 'applying' where id = '${id}'`)
}
