import type { Selectable } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Lines } from '../lines/lines.ts'
import { Refusal } from '../refusals/refusal.ts'
import { worksBy } from './messages.ts'

/** What is known of a link before its machine is asked. */
export type AskedLink = Pick<
  Selectable<Tables['device_links']>,
  'controller_id' | 'channel' | 'switching' | 'pulse_ms' | 'gap_ms' | 'evidence' | 'watts_mark'
>

/**
 * Asks a machine before money is taken.
 * @throws Refusal device_silent, device_fault, device_in_use
 */
export async function expectReady(lines: Lines, link: AskedLink): Promise<void> {
  const state = await lines.ask(link.controller_id, link.channel, null)
  if (!state) throw new Refusal('device_silent')
  if (state.fault) throw new Refusal('device_fault')
  if (state.running || worksBy(state, link)) throw new Refusal('device_in_use')
}
