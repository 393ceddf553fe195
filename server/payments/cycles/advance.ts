import type { Server } from '../../http/request/server.ts'
import { type Advanced, advanceIn, type EventAt } from './advance-in.ts'
import { lookAfterSoon } from './card-payments.ts'
import type { Step } from './cycle.ts'

/**
 * Applies an event to a cycle: locks it, calls `next`, writes the result, commits, then sends the commands.
 * @param skipLocked does nothing if another transaction holds the cycle
 * @returns undefined when there is no such cycle
 */
export async function advance(
  server: Server,
  cycleId: string,
  eventAt: EventAt,
  how: { skipLocked?: boolean } = {},
): Promise<Step | undefined> {
  const advanced = await server.database
    .transaction()
    .execute((transaction) => advanceIn(transaction, server.config, cycleId, eventAt, how))
  if (advanced) sendAfterCommit(server, advanced)
  return advanced?.step
}

export function sendAfterCommit(
  server: Server,
  { step, cycleId, deviceId, controllerId, messages }: Advanced,
): void {
  const { lines, changes } = server
  if (controllerId) for (const message of messages) lines.tell(controllerId, message)
  changes.tell({ deviceId })
  if (step.write.some((written) => written.do === 'loss' || written.do === 'ask_owner'))
    changes.tell({ all: 'attention' })
  if (step.write.some((written) => written.do === 'capture' || written.do === 'void'))
    lookAfterSoon(server, cycleId)
}
