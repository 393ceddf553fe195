import { type Selectable, sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { State } from '../../platform/messaging/controller-connections.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { isHeard } from './device-state.ts'
import { worksBy } from './messages.ts'

/** State of a link before its machine is asked. */
export type ProbedLink = Pick<
  Selectable<Tables['device_links']>,
  'controller_id' | 'channel' | 'switching' | 'pulse_ms' | 'gap_ms' | 'evidence' | 'watts_mark'
>

type Asking = Pick<Server, 'database' | 'connections' | 'changes'>

/**
 * Asks a machine before taking money.
 * @throws Refusal device_silent, device_fault, device_in_use
 */
export async function expectReady(server: Asking, link: ProbedLink): Promise<void> {
  const state = await server.connections.ask(link.controller_id, link.channel, null)
  if (!state) {
    await noteSilence(server, link)
    throw new Refusal('device_silent')
  }
  const blocked = blockedBy(state, link)
  if (blocked) throw new Refusal(blocked === 'fault' ? 'device_fault' : 'device_in_use')
}

/** What prevents a start. Power measured before a relay went off proves nothing. */
export function blockedBy(
  state: State,
  link: Pick<ProbedLink, 'switching' | 'evidence' | 'watts_mark'>,
): 'fault' | 'in_use' | null {
  if (state.fault) return 'fault'
  const works = (link.switching === 'pulses' || state.running === null) && worksBy(state, link)
  return state.running || works ? 'in_use' : null
}

/** Shown as unavailable, even if its controller reports other machines, until it reports itself. */
async function noteSilence({ database, changes }: Asking, { controller_id, channel }: ProbedLink) {
  const { rows } = await sql<{ device_id: string }>`
    update device_links as link set unresponsive_since = clock_timestamp()
    from controller_presence as presence
    where link.controller_id = ${controller_id} and channel = ${channel} and unresponsive_since is null
      and presence.controller_id = link.controller_id and ${isHeard}
    returning device_id`.execute(database)
  for (const { device_id } of rows) changes.publish({ deviceId: device_id })
}
