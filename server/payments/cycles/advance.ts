import type { Server } from '../../http/request/server.ts'
import { type AfterCommit, advanceIn, type EventAt } from './advance-in.ts'
import type { Transition } from './cycle.ts'

/**
 * Applies an event to a cycle: locks it, calls `transition`, writes the result, commits, then sends the commands.
 * @param skipLocked does nothing if another transaction holds the cycle
 * @returns undefined when there is no such cycle
 */
export async function advance(
  server: Server,
  cycleId: string,
  eventAt: EventAt,
  how: { skipLocked?: boolean } = {},
): Promise<Transition | undefined> {
  const advanced = await server.database
    .transaction()
    .execute((transaction) => advanceIn(transaction, server.config, cycleId, eventAt, how))
  if (advanced) sendAfterCommit(server, advanced)
  return advanced?.step
}

export function sendAfterCommit(
  server: Server,
  { step, cycleId, deviceId, controllerId, messages }: AfterCommit,
): void {
  const { connections, changes } = server
  if (controllerId) for (const message of messages) connections.send(controllerId, message)
  changes.publish({ deviceId })
  if (step.effects.some((written) => written.do === 'loss' || written.do === 'ask_owner'))
    changes.publish({ all: 'attention' })
  if (step.effects.some((written) => written.do === 'capture' || written.do === 'void'))
    server.settleSoon(server, cycleId)
}
