import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { ServerMessage } from '../../platform/messaging/controller-connections.ts'
import { applyEffects } from './apply-effects.ts'
import type { CycleEvent, Transition } from './cycle.ts'
import { type KnownCycle, lockCycle } from './cycle-rows.ts'
import { sentMessage } from './messages.ts'
import { transition } from './transition.ts'

export type EventAt = (at: number, known: KnownCycle) => CycleEvent

/** Runs once the step's transaction is committed, never otherwise. */
export interface AfterCommit {
  step: Transition
  cycleId: string
  deviceId: string
  controllerId: string | undefined
  messages: ServerMessage[]
}

/** For callers that write more in the same transaction and call `sendAfterCommit` after it. */
export async function advanceIn(
  transaction: Database,
  config: AppConfig,
  cycleId: string,
  eventAt: EventAt,
  how: { skipLocked?: boolean } = {},
): Promise<AfterCommit | undefined> {
  const locked = await lockCycle(transaction, cycleId, how)
  if (!locked) return undefined
  const { known, at } = locked
  const event = eventAt(at, known)
  const step = transition(known.cycle, event, known.facts)
  if (step.cycle !== known.cycle || step.effects.length > 0)
    await applyEffects(transaction, config, { known, step, event })
  const newStartCommand = step.commands.find((sent) => sent.do === 'start')
  const start = newStartCommand
    ? await newStart(transaction, known, newStartCommand, at)
    : known.start
  return {
    step,
    cycleId,
    deviceId: known.row.device_id,
    controllerId: start?.controllerId,
    messages: start
      ? step.commands.flatMap((sent) => sentMessage(sent, known, start, at) ?? [])
      : [],
  }
}

/** A row that is not sent yet. */
async function newStart(
  transaction: Database,
  { row, start }: KnownCycle,
  { number, deadline }: { number: 1 | 2; deadline: number },
  at: number,
) {
  if (!start) throw new Error('A device without a link cannot be restarted.')
  const { controllerId, channel } = start
  const { id } = await transaction
    .insertInto('starts')
    .values({
      cycle_id: row.id,
      number,
      controller_id: controllerId,
      channel,
      created_at: new Date(at),
      deadline: new Date(deadline),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, number, controllerId, channel }
}
