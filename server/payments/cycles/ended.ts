import { limits } from '@coinless/contract/limits.ts'
import type { MinorUnits } from '@coinless/contract/money.ts'
import { paidMs, partNotRun, partNotUsed, rest } from './amounts.ts'
import type { CycleEvent, DueCheck, Ended, Facts, Report, Transition } from './cycle.ts'
import {
  ask,
  askMs,
  confirmOff,
  hasNotWorked,
  isCutShort,
  isForOwnerToDecide,
  isSameBoot,
  manualRefund,
  refundDue,
  refuse,
  runningAskMs,
  stuckRelayEffects,
  switchOff,
  unchanged,
} from './ending.ts'
import { asksAt, works } from './starting.ts'

const overrunMs = limits.overrunSeconds * 1000
const askAfterEndMs = limits.askAfterEndHours * 3_600_000

export function transitionEnded(cycle: Ended, event: CycleEvent, facts: Facts): Transition {
  switch (event.kind) {
    case 'answered':
      return answered(cycle, event, facts)
    case 'reported':
      return cycle.state === 'finished'
        ? settled(cycle, event, facts)
        : reported(cycle, event, facts)
    case 'checked':
      return looked(cycle, event, facts)
    case 'stopped':
    case 'restarted':
      return refuse(cycle, 'cycle_ended')
    case 'refunded':
      return refunded(cycle, event.amount, facts)
    case 'unlinked':
      return unchanged({ ...cycle, nextCheckAt: null })
    default:
      return unchanged(cycle)
  }
}

/** Started although it was refunded. */
function answered(
  cycle: Ended,
  { at, start, answer }: Extract<CycleEvent, { kind: 'answered' }>,
  facts: Facts,
): Transition {
  const isLate = start === cycle.start?.number && answer === 'accepted' && hasNeverRun(cycle)
  if (!isLate || cycle.start?.answer === 'accepted') return unchanged(cycle)
  const known = { ...cycle, start: { ...cycle.start, answer } } as Ended
  return confirmOff(lost(known, facts), at, facts)
}

function hasNeverRun({ state, run }: Ended): boolean {
  return state === 'not_started' && run === null
}

function reported(cycle: Ended, event: Report, facts: Facts): Transition {
  const { at, askedAt, runs, ranMs } = event
  const isRelay = facts.link?.switching === 'relay'
  const isOn = isRelay ? runs === 'yes' : works(event, facts)
  const isRunning = isOn && at <= lastMoment(cycle, facts)
  const isUsed = hasWorked(cycle, event, facts)
  const isCoinUsed = !isRelay && runs === 'yes' && event.worked === true && !cycle.run?.hasWorked
  const isNews = cycle.state === 'not_started' && !cycle.isLoss && (isCoinUsed || (ranMs && isUsed))
  if (askedAt === null) return isRunning || isNews ? ask(cycle, at) : unchanged(cycle)
  if (askedAt < cycle.at) return unchanged(cycle)
  if (isRunning) {
    const step = isUsed ? lost(cycle, facts) : unchanged(cycle)
    return isRelay ? switchedOff(step, cycle, at) : step
  }
  const isSent = !isRelay && runs === 'yes' && (hasNeverRun(cycle) || (isNews && isCoinUsed))
  const isCounted = ranMs && isUsed
  const step = isSent
    ? lost(cycle, facts)
    : isCounted
      ? ranLonger(cycle, ranMs, facts)
      : unchanged(cycle)
  return runs === 'no' ? { ...step, cycle: { ...step.cycle, nextCheckAt: null } } : step
}

/** No loss when power or a busy signal shows that the machine did nothing while its relay was on. */
function hasWorked({ run }: Ended, event: Report, { link }: Facts): boolean {
  if (link?.evidence !== 'measured') return true
  const { runs, works: isWorking, worked } = event
  if (run?.hasWorked || isWorking || worked) return true
  const isIdleNow = isWorking === false && !(link.switching === 'relay' && runs === 'no')
  const wasIdle = run !== null && run.idleSince !== null
  return worked === null && !isIdleNow && !wasIdle
}

/** Now or at the next check: a relay that cannot be switched off would otherwise be commanded in a tight loop. */
function switchedOff(
  step: Transition,
  { at: endedAt, nextCheckAt, checkAttempts }: Ended,
  at: number,
): Transition {
  const wasTold = nextCheckAt !== null && nextCheckAt - at <= askMs
  if (!wasTold) {
    const cycle = { ...step.cycle, checkAttempts: 1, nextCheckAt: at + askMs }
    return { ...step, cycle, commands: [{ do: 'switch_off' }] }
  }
  // Still on at the check after a minute.
  const isStuck = checkAttempts > 1 && at - endedAt >= overrunMs
  const write = isStuck ? [...step.effects, ...stuckRelayEffects] : step.effects
  return { ...step, cycle: { ...step.cycle, checkAttempts: 1 }, effects: write }
}

/** A later run was not started by this cycle. Coins stay in the machine. */
function lastMoment({ at }: Ended, facts: Facts): number {
  if (facts.link?.switching === 'pulses') return at + askAfterEndMs
  return at + paidMs(facts) + overrunMs
}

/** The controller counted more than was known: the refund for that part is a loss. */
function ranLonger(cycle: Ended, ranMs: number, facts: Facts): Transition {
  const due = isCutShort(ranMs, facts) ? partNotRun(facts, ranMs) : 0
  return lost(cycle, facts, (backByItself(cycle, facts) - due) as MinorUnits)
}

function backByItself(
  { money, refundedAmount, manualRefundAmount }: Ended,
  { price }: Facts,
): MinorUnits {
  return money === 'released' ? price : ((refundedAmount - manualRefundAmount) as MinorUnits)
}

/** Recorded once. */
function lost(cycle: Ended, facts: Facts, amount = backByItself(cycle, facts)): Transition {
  if (cycle.isLoss || amount <= 0) return unchanged(cycle)
  const write: Transition['effects'] = [{ do: 'loss', amount, why: 'ran_after_refund' }]
  return { cycle: { ...cycle, isLoss: true }, effects: write, commands: [] }
}

/** An answer holds everything the controller knows. A relay that is still on is switched off. */
function settled(cycle: Ended, event: Report, facts: Facts): Transition {
  const { at, askedAt, runs } = event
  const step = corrected(cycle, event, facts)
  if (cycle.nextCheckAt === null || askedAt === null || askedAt < cycle.at || askedAt > at)
    return step
  const isOn = facts.link?.switching === 'relay' && runs === 'yes'
  if (isOn && at <= lastMoment(cycle, facts)) return switchedOff(step, cycle, at)
  return { ...step, cycle: { ...step.cycle, nextCheckAt: null } }
}

/** Corrects an estimated end once, with the controller's data. */
function corrected(cycle: Ended, event: Report, facts: Facts): Transition {
  const { at, ranMs, worked } = event
  const isRelay = facts.link?.switching === 'relay'
  if (cycle.isMeasured) return unchanged(cycle)
  const known = { ...cycle, isMeasured: true }
  if (cycle.run && worked !== null && hasNotWorked(cycle.run, ranMs ?? 0, worked)) {
    if (isForOwnerToDecide(cycle, 'no_power', facts))
      return {
        cycle: { ...known, reason: 'undecided' },
        effects: [{ do: 'ask_owner' }],
        commands: [],
      }
    const { refundedAmount, write } = refundDue(cycle, facts.price, facts)
    const unused = {
      ...known,
      state: 'not_started',
      reason: 'no_power',
      at,
      refundedAmount,
    } as const
    return { cycle: unused, effects: [...write, { do: 'notify_customer' }], commands: [] }
  }
  const countedMs = countedBy(cycle, event, facts)
  if (countedMs === null) return unchanged(cycle)
  const hasPulsed = !isRelay && ranMs !== null && countedMs > 0
  if (hasPulsed || !isCutShort(countedMs, facts)) return unchanged(known)
  if (cycle.run?.isStopping && countedMs > 0) {
    const { refundedAmount, write } = refundDue(cycle, partNotUsed(facts, countedMs), facts)
    return {
      cycle: { ...known, reason: 'stopped', at, refundedAmount },
      effects: write,
      commands: [],
    }
  }
  const { refundedAmount, write } = refundDue(cycle, partNotRun(facts, countedMs), facts)
  const outcome =
    countedMs === 0 && (ranMs === 0 || !isRelay)
      ? ({ state: 'not_started', reason: 'did_not_run' } as const)
      : ({ state: 'interrupted', reason: 'power_cut' } as const)
  return {
    cycle: { ...known, ...outcome, at, refundedAmount },
    effects: [...write, { do: 'notify_customer' }],
    commands: [],
  }
}

/** From its journal. Without one, a new boot means that nothing ran since the last message. */
function countedBy(
  { at: endedAt, run }: Ended,
  { askedAt, boot, runs, works: isWorking, ranMs }: Report,
  { link }: Facts,
): number | null {
  const isRelay = link?.switching === 'relay'
  if (!isRelay && runs === 'no') return 0
  if (ranMs !== null || !run || askedAt === null || askedAt < endedAt) return ranMs
  const isOff = isRelay ? runs === 'no' : link?.evidence === 'measured' && isWorking === false
  if (!isOff || isSameBoot(run.boot, boot)) return null
  const heardMs = run.lastRunningAt - run.since
  return hasNotWorked(run, heardMs) ? 0 : heardMs
}

/** Until it is known to be off or stops answering. */
function looked(cycle: Ended, event: DueCheck, facts: Facts): Transition {
  const { at } = event
  if (!facts.link) return unchanged({ ...cycle, nextCheckAt: null })
  const checkAttempts = asksAt(cycle, event)
  if (checkAttempts < limits.asks) {
    const again = { ...cycle, checkAttempts: checkAttempts + 1, nextCheckAt: at + askMs }
    return { cycle: again, effects: [], commands: switchOff(at, facts) }
  }
  // An offline controller is asked less and less often.
  if (!cycle.isMeasured && at < cycle.at + askAfterEndMs) {
    const nextCheckAt = at + Math.max(runningAskMs, (at - cycle.at) / 10)
    return {
      cycle: { ...cycle, nextCheckAt },
      effects: [],
      commands: switchOff(at, facts),
    }
  }
  const isOn = cycle.isLoss && facts.link?.switching === 'relay'
  return {
    cycle: { ...cycle, nextCheckAt: null },
    effects: isOn ? stuckRelayEffects : [],
    commands: [],
  }
}

function refunded(cycle: Ended, amount: MinorUnits, facts: Facts): Transition {
  if (amount > rest(cycle, facts)) return refuse(cycle, 'refund_too_much')
  return manualRefund(cycle, amount)
}
