import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { sendAfterCommit } from './advance.ts'
import { advanceIn } from './advance-in.ts'
import type { Cycle } from './cycle.ts'
import { findCycle } from './shown.ts'

const actions = { stopped: 'cycle_stopped', restarted: 'cycle_started_anew' } as const

/**
 * Carries out the payer's request. Idempotent: a repeated request does nothing.
 * @throws Refusal cycle_not_found, not_yours, cycle_starting, cycle_ended, cannot_be_stopped, no_new_start
 */
export async function handlePayerRequest(
  server: Server,
  caller: SignedInCaller,
  id: string,
  kind: keyof typeof actions,
) {
  const { database } = server
  const { is_yours, device_number: name } = await findCycle(database, caller, id)
  if (!is_yours) throw new Refusal('not_yours')
  await handleRequest(server, caller, { id, name: String(name) }, kind)
  return findCycle(database, caller, id)
}

/**
 * Carries out a request of someone who may make it.
 * @throws Refusal cycle_not_found, cycle_starting, cycle_ended, cannot_be_stopped, no_new_start
 */
export async function handleRequest(
  server: Server,
  caller: SignedInCaller,
  { id, name }: { id: string; name: string },
  kind: keyof typeof actions,
): Promise<void> {
  const { database, config } = server
  const advanced = await database.transaction().execute(async (transaction) => {
    const advanced = await advanceIn(transaction, config, id, (at) => ({ kind, at }))
    if (!advanced) throw new Refusal('cycle_not_found')
    const { cycle, refusal, effects, commands } = advanced.step
    if (refusal && !isDone(cycle, kind)) throw new Refusal(refusal)
    if (effects.length + commands.length > 0) {
      await recordEvent(transaction, caller, actions[kind], { id, name })
    }
    return advanced
  })
  sendAfterCommit(server, advanced)
}

function isDone(cycle: Cycle, kind: keyof typeof actions): boolean {
  if (kind === 'restarted') return cycle.start?.number === 2
  return 'reason' in cycle && (cycle.reason === 'stopped' || cycle.reason === 'declined')
}
