import { limits } from '@coinless/contract/limits.ts'
import type { MinorUnits } from '@coinless/contract/money.ts'
import { paidMs, rest } from './amounts.ts'
import type { Cycle, CycleEvent, Facts, Running, Starting, Transition } from './cycle.ts'
import { transitionEnded } from './ended.ts'
import { unchanged } from './ending.ts'
import { whileRunning } from './running.ts'
import { startMs, whileStarting } from './starting.ts'

type Paid = Extract<CycleEvent, { kind: 'paid' }>

/**
 * Decides the next state of a cycle and the effects of an event. A pure function without clock or database;
 * the caller writes its result in one transaction, then sends the commands.
 * @param cycle undefined: the payment creates it
 */
export function transition(cycle: Cycle | undefined, event: CycleEvent, facts: Facts): Transition {
  if (event.kind === 'paid') return cycle ? unchanged(cycle) : begin(event, facts)
  if (!cycle) throw new Error('The first event of a cycle must be its payment.')
  if (event.kind === 'capture_failed') return captureFailed(cycle, facts)
  if (event.kind === 'refund_failed') return refundFailed(cycle, event)
  // The link was removed: its messages no longer count.
  if (!facts.link && (event.kind === 'answered' || event.kind === 'reported'))
    return unchanged(cycle)
  // Another server has already checked.
  if (event.kind === 'checked' && event.at < (cycle.nextCheckAt ?? Number.POSITIVE_INFINITY))
    return unchanged(cycle)
  switch (cycle.state) {
    case 'starting':
      return whileStarting(cycle, event, facts)
    case 'running':
      return whileRunning(cycle, event, facts)
    default:
      return transitionEnded(cycle, event, facts)
  }
}

function begin(paid: Paid, facts: Facts): Transition {
  return facts.link ? started(paid) : withoutLink(paid, facts)
}

function started({ at, money }: Paid): Transition {
  const deadline = at + startMs
  const cycle: Starting = {
    state: 'starting',
    isRestartOffered: false,
    money,
    refundedAmount: 0 as MinorUnits,
    manualRefundAmount: 0 as MinorUnits,
    start: { number: 1, deadline, answer: null },
    run: null,
    checkAttempts: 0,
    nextCheckAt: at + limits.startAskSeconds * 1000,
    isLoss: false,
  }
  return { cycle, effects: [], commands: [{ do: 'start', number: 1, deadline }] }
}

/** Runs by the clock: no controller to ask. */
function withoutLink({ at, money }: Paid, facts: Facts): Transition {
  const endsAt = at + paidMs(facts)
  const cycle: Running = {
    state: 'running',
    money: 'taken',
    refundedAmount: 0 as MinorUnits,
    manualRefundAmount: 0 as MinorUnits,
    start: null,
    run: {
      since: at,
      endsAt,
      lastRunningAt: at,
      boot: null,
      hasWorked: false,
      idleSince: null,
      isStopping: false,
    },
    checkAttempts: 0,
    nextCheckAt: endsAt,
    isLoss: false,
  }
  return { cycle, effects: money === 'held' ? [{ do: 'capture' }] : [], commands: [] }
}

/** The machine keeps running, and the card payer is not at fault. The refund was never charged. */
function captureFailed(cycle: Cycle, facts: Facts): Transition {
  if (cycle.money !== 'taken') return unchanged(cycle)
  const amount = rest(cycle, facts)
  const write: Transition['effects'] = [{ do: 'notify_owner', what: 'capture_failed' }]
  if (amount > 0) write.push({ do: 'loss', amount, why: 'capture_failed' })
  return { cycle: { ...cycle, money: 'released', isLoss: true }, effects: write, commands: [] }
}

/** The money is kept again; a person may refund it. */
function refundFailed(
  cycle: Cycle,
  { amount, isByPerson }: Extract<CycleEvent, { kind: 'refund_failed' }>,
): Transition {
  // Money received although nothing ran never belonged to the cycle.
  if (cycle.money !== 'taken') return unchanged(cycle)
  const refundedAmount = (cycle.refundedAmount - amount) as MinorUnits
  const manualRefundAmount = (
    isByPerson ? cycle.manualRefundAmount - amount : cycle.manualRefundAmount
  ) as MinorUnits
  return unchanged({ ...cycle, refundedAmount, manualRefundAmount })
}
