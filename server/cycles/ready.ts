import { type Selectable, sql } from 'kysely'
import type { Server } from '../calls/server.ts'
import type { Tables } from '../database/tables.ts'
import { Refusal } from '../refusals/refusal.ts'
import { isHeard } from './device-state.ts'
import { worksBy } from './messages.ts'

/** What is known of a link before its machine is asked. */
export type AskedLink = Pick<
  Selectable<Tables['device_links']>,
  'controller_id' | 'channel' | 'switching' | 'pulse_ms' | 'gap_ms' | 'evidence' | 'watts_mark'
>

type Asking = Pick<Server, 'database' | 'lines' | 'changes'>

/**
 * Asks a machine before money is taken.
 * @throws Refusal device_silent, device_fault, device_in_use
 */
export async function expectReady(server: Asking, link: AskedLink): Promise<void> {
  const state = await server.lines.ask(link.controller_id, link.channel, null)
  if (!state) {
    await noteSilence(server, link)
    throw new Refusal('device_silent')
  }
  if (state.fault) throw new Refusal('device_fault')
  if (state.running || worksBy(state, link)) throw new Refusal('device_in_use')
}

/** It is shown as free no more, though its controller is heard of others, until it is heard itself (heard.ts). */
async function noteSilence({ database, changes }: Asking, { controller_id, channel }: AskedLink) {
  const { rows } = await sql<{ device_id: string }>`
    update device_links as link set unanswered_at = clock_timestamp()
    from controller_presence as presence
    where link.controller_id = ${controller_id} and channel = ${channel} and unanswered_at is null
      and presence.controller_id = link.controller_id and ${isHeard}
    returning device_id`.execute(database)
  for (const { device_id } of rows) changes.tell({ deviceId: device_id })
}
