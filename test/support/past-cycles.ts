import type { Device } from '@coinless/contract/devices.ts'
import type { TestApp } from './app.ts'

export interface PastCycle {
  device: Pick<Device, 'id' | 'owner_id'>
  since: Date
  minutes: number
  /** Ended by the clock later than planned, as after a stopped server. */
  endedLate?: boolean
}

const msPerMinute = 60_000
export const minutesAfter = (time: Date, minutes: number) =>
  new Date(time.getTime() + minutes * msPerMinute)

/** Free cycles in the past, which no call can make. */
export async function makePastCycles(server: TestApp, cycles: readonly PastCycle[]) {
  const rows = cycles.map(({ device, since, minutes, endedLate = false }) => {
    const end = minutesAfter(since, minutes)
    const ended = endedLate ? minutesAfter(end, 600) : end
    const [at, until, over] = [since, end, ended].map((time) => `'${time.toISOString()}'`)
    return `(gen_random_uuid(), '${device.id}', '${device.owner_id}', ${minutes}, 'finished', 'time_over',
      ${!endedLate}, 'taken', ${at}, ${at}, ${until}, ${over})`
  })
  await server.asOwner(`set session_replication_role = replica;
    insert into cycles (id, device_id, operator_id, free_minutes, state, reason, is_measured, money, created_at,
      run_since, ends_at, ended_at) values ${rows.join(',')}`)
}

/** Lets devices exist since a time in the past. */
export function moveDevices(server: TestApp, devices: readonly { id: string }[], at: Date) {
  const ids = devices.map(({ id }) => `'${id}'`).join(',')
  return server.asOwner(`update devices set created_at = '${at.toISOString()}',
    landlord_accepted_at = case when landlord_accepted_at is not null then '${at.toISOString()}'::timestamptz end
    where id in (${ids})`)
}
