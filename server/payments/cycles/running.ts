import { limits } from '@coinless/contract/limits.ts'
import { paidMs, rest } from './amounts.ts'
import type { CycleEvent, DueCheck, Facts, Report, Running, Starting, Transition } from './cycle.ts'
import {
  ask,
  askMs,
  askUntilAnswered,
  confirmOff,
  cutShortMs,
  endRun,
  finished,
  hasNotWorked,
  interrupted,
  isSameBoot,
  manualRefund,
  nextCheck,
  notStarted,
  refuse,
  runningAskMs,
  silenceMs,
  stopped,
  stuckRelayEffects,
  switchOff,
  unchanged,
} from './ending.ts'
import { asksAt, confirmAt, isAnswer, isFresh, startMs, works } from './starting.ts'

const evidenceMs = limits.evidenceMinutes * 60_000
const overrunMs = limits.overrunSeconds * 1000
const programOverrunMs = limits.programOverrunMinutes * 60_000
const newStartMs = limits.newStartMinutes * 60_000
/** How long a new start is polled every few seconds until an answer confirms it. */
const confirmMs = limits.asks * askMs

export function whileRunning(cycle: Running, event: CycleEvent, facts: Facts): Transition {
  switch (event.kind) {
    case 'answered':
      // The first message counts. If another contradicts it, ask the machine.
      return event.answer === 'accepted' ? unchanged(cycle) : ask(cycle, event.at)
    case 'reported':
      return reported(cycle, event, facts)
    case 'checked':
      return afterCheck(cycle, event, facts)
    case 'stopped':
      return stop(cycle, event.at, facts)
    case 'restarted':
      return refuse(cycle, 'no_new_start')
    case 'refunded':
      return refunded(cycle, event, facts)
    case 'unlinked':
      return untilItsEnd({ ...cycle, run: { ...cycle.run, isStopping: false } })
    default:
      return unchanged(cycle)
  }
}

function reported(cycle: Running, event: Report, facts: Facts): Transition {
  const heard = withEvidence(withSign(cycle, event, facts), event, facts)
  const isOff = event.runs === 'no' && !works(event, facts)
  const isBad = event.hasFault || isOff
  const step = isBad ? offNow(heard, event, facts) : withoutPower(heard, event, facts)
  // A relay that stays on does not contradict evidence from the machine behind it.
  const counts = isBad ? isFresh(cycle, event) : isAnswer(cycle, event)
  if (step.cycle.state === 'running') return continueRun(step.cycle, event, facts)
  if (counts) return step
  // Confirm an end with a question first, unless the message is too early to count.
  if (event.askedAt !== null) return unchanged(heard)
  const { at } = event
  const soon = Math.max(at + askMs, cycle.start ? confirmAt(cycle.start) : 0)
  return ask({ ...heard, nextCheckAt: Math.min(heard.nextCheckAt ?? soon, soon) }, at)
}

function continueRun(cycle: Running, event: Report, facts: Facts): Transition {
  const { at } = event
  const { run, nextCheckAt, start } = cycle
  const isRelayOn = facts.link?.switching === 'relay' && event.runs === 'yes'
  // It was offline when it should have switched off. A command sent a moment ago is still on its way.
  if (run.isStopping)
    return isRelayOn && (nextCheckAt ?? 0) - at > askMs
      ? confirmOff(unchanged(cycle), at, facts)
      : unchanged(cycle)
  const isConfirmed = event.runs === 'yes' || works(event, facts)
  if (!isConfirmed || !start || at >= confirmAt(start) + confirmMs || !isAnswer(cycle, event))
    return unchanged(cycle)
  // Measured from the question, so that repeated answers do not postpone the next check.
  return unchanged({ ...cycle, nextCheckAt: nextCheck(event.askedAt, run.endsAt, facts) })
}

/** Running state and the end of the controller's timer. Never postpones the next check. */
function withSign(cycle: Running, event: Report, facts: Facts): Running {
  const isRelay = facts.link?.switching === 'relay'
  if (event.hasFault || (isRelay ? event.runs !== 'yes' : !works(event, facts))) return cycle
  const { run } = cycle
  const { at } = event
  const endsAt = isRelay ? endByTimer(run, event, facts) : run.endsAt
  const heard = { ...cycle, run: { ...run, lastRunningAt: at, endsAt } }
  // A relay that reports on when it should be off does not answer the question.
  if (run.isStopping || (isRelay && at >= endsAt)) return heard
  const soon = nextCheck(at, endsAt, facts)
  return { ...heard, checkAttempts: 0, nextCheckAt: Math.min(cycle.nextCheckAt ?? soon, soon) }
}

/** Trusts a timer with less time left than paid, until the machine runs past it. */
function endByTimer({ since, endsAt }: Running['run'], event: Report, facts: Facts): number {
  const { at, remainingMs } = event
  const paidUntil = since + paidMs(facts)
  if (remainingMs) return Math.min(at + remainingMs, paidUntil + overrunMs)
  return at < endsAt ? endsAt : Math.max(endsAt, paidUntil)
}

function withEvidence(cycle: Running, event: Report, { link }: Facts): Running {
  const { works: hasPower, worked, at } = event
  if (link?.evidence !== 'measured') return cycle
  const { run, start } = cycle
  const isRelay = link.switching === 'relay'
  const hasWorked = run.hasWorked || hasPower === true || worked === true
  if (hasPower) return { ...cycle, run: { ...run, hasWorked, idleSince: null } }
  // A relay that is off draws no power. Unsolicited states may predate the start.
  const isOld = event.askedAt === null && start !== null && at < confirmAt(start)
  if (hasPower === null || isOld || (isRelay && event.runs === 'no'))
    return { ...cycle, run: { ...run, hasWorked } }
  const isMeasured = !isRelay && !hasWorked && !event.hasFault && event.runs !== 'no'
  const lastRunningAt = isMeasured ? at : run.lastRunningAt
  return { ...cycle, run: { ...run, hasWorked, lastRunningAt, idleSince: run.idleSince ?? at } }
}

/** One low reading does not end a cycle: washers soak. A relay that drew power once was used. */
function withoutPower(cycle: Running, { at, askedAt, boot }: Report, facts: Facts): Transition {
  const { since, idleSince, hasWorked } = cycle.run
  if (idleSince === null) return unchanged(cycle)
  // An answer is at least as recent as its question.
  const until = askedAt ?? at
  const longEnoughMs = Math.min(evidenceMs, paidMs(facts))
  // Heard more than once: counts from the first answer, a minute after the start.
  const isHeard = until - idleSince >= longEnoughMs - runningAskMs - askMs
  if (!hasWorked && until - since >= longEnoughMs && isHeard) {
    return notStarted(cycle, at, 'no_power', facts)
  }
  const isIdle = hasWorked && facts.link?.switching === 'pulses' && until - idleSince >= evidenceMs
  if (!isIdle) return unchanged(cycle)
  return isSameBoot(cycle.run.boot, boot)
    ? finished(cycle, at, { reason: 'program_over', isMeasured: true }, facts)
    : interrupted(cycle, at, 'power_cut', idleSince - since, facts)
}

function offNow(cycle: Running, event: Report, facts: Facts): Transition {
  const { at, hasFault } = event
  const { run, start } = cycle
  const ranMs = leastRunMs(cycle, event)
  const isUnused = hasNotWorked(run, ranMs, event.worked)
  if (facts.link?.switching === 'relay') {
    const isOtherBoot = !isSameBoot(run.boot, event.boot)
    // The controller's timer starts just before its answer arrives.
    const isAtItsEnd = at >= run.endsAt - cutShortMs
    if ((isUnused && isAtItsEnd) || (run.isStopping && isDead(run, event, ranMs))) {
      return notStarted(cycle, at, 'no_power', facts)
    }
    // Stopping a machine that no longer runs costs the payer nothing.
    if (run.isStopping && !hasFault && !isOtherBoot) return stopped(cycle, at, ranMs, facts)
    const isMeasured = event.ranMs !== null || run.endsAt - run.lastRunningAt <= silenceMs
    const reason = hasFault ? 'fault' : isOtherBoot ? 'power_cut' : 'switched_off'
    // Accepted, but never reported running.
    if (reason === 'switched_off' && ranMs === 0 && !run.hasWorked)
      return notStarted(cycle, at, 'did_not_run', facts)
    const outcome = { ranMs: isUnused ? 0 : ranMs, isMeasured, reason } as const
    const step = endRun(cycle, at, outcome, facts)
    return event.runs === 'no' ? step : confirmOff(step, at, facts)
  }
  if (hasFault) return interrupted(cycle, at, 'fault', isUnused ? 0 : ranMs, facts)
  if (run.hasWorked || !start) return unchanged(cycle)
  // A free cycle has no customer to offer another start to.
  return start.number === 1 && facts.price > 0
    ? newStartOffered({ ...cycle, start }, at)
    : notStarted(cycle, at, 'did_not_run', facts)
}

/** Idle for a minute when stopped. */
function isDead({ hasWorked, idleSince }: Running['run'], event: Report, ranMs: number): boolean {
  const idleMs = event.worked === false ? ranMs : event.at - (idleSince ?? event.at)
  return !hasWorked && idleMs >= runningAskMs
}

/** As counted by the controller, or until last heard; its timer may have ended it since. */
function leastRunMs({ run, start }: Running, { at, boot, ranMs, runs }: Report): number {
  if (ranMs !== null) return Math.min(ranMs, at - ((start?.deadline ?? at) - startMs))
  const lastRunningAt = runs === 'yes' ? at : run.lastRunningAt
  const isByTimer = at >= run.endsAt - cutShortMs && isSameBoot(run.boot, boot)
  return (isByTimer ? Math.max(run.endsAt, lastRunningAt) : lastRunningAt) - run.since
}

function newStartOffered(cycle: Running & { start: Starting['start'] }, at: number): Transition {
  const { money, refundedAmount, manualRefundAmount, start, isLoss } = cycle
  const offered: Starting = {
    state: 'starting',
    isRestartOffered: true,
    money,
    refundedAmount,
    manualRefundAmount,
    start,
    run: null,
    checkAttempts: 0,
    nextCheckAt: at + newStartMs,
    isLoss,
  }
  return { cycle: offered, effects: [{ do: 'notify_customer' }], commands: [] }
}

function afterCheck(cycle: Running, event: DueCheck, facts: Facts): Transition {
  const { at } = event
  const { run } = cycle
  if (!facts.link) return at >= run.endsAt ? byTheClock(cycle, at, facts) : untilItsEnd(cycle)
  if (at >= run.endsAt) return atItsEnd(cycle, event, facts)
  const isUnconfirmed = cycle.start !== null && at < confirmAt(cycle.start) + confirmMs
  const soon = nextCheck(at, run.endsAt, facts)
  const nextCheckAt = isUnconfirmed ? Math.min(at + askMs, soon) : soon
  if (!run.isStopping) return ask({ ...cycle, nextCheckAt }, at)
  const checkAttempts = asksAt(cycle, event) + 1
  const again = at + (checkAttempts > limits.asks ? runningAskMs : askMs)
  return {
    cycle: { ...cycle, checkAttempts, nextCheckAt: again },
    effects: [],
    commands: switchOff(at, facts),
  }
}

function untilItsEnd(cycle: Running): Transition {
  return unchanged({ ...cycle, nextCheckAt: cycle.run.endsAt })
}

function byTheClock(cycle: Running, at: number, facts: Facts): Transition {
  return finished(cycle, at, { reason: 'time_over', isMeasured: false }, facts)
}

/** No answer: the last states decide, and the controller is asked later. */
function unheard(cycle: Running, at: number, facts: Facts): Transition {
  const { run } = cycle
  const ranMs = Math.max(run.endsAt, run.lastRunningAt) - run.since
  if (hasNotWorked(run, ranMs)) return notStarted(cycle, at, 'no_power', facts)
  const outcome = { ranMs, isMeasured: false, reason: 'switched_off' } as const
  return askUntilAnswered(endRun(cycle, at, outcome, facts), at, facts)
}

/** Asks the controller, so that an interrupted run does not count as complete. */
function atItsEnd(cycle: Running, event: DueCheck, facts: Facts): Transition {
  const { at } = event
  const { run } = cycle
  const checkAttempts = asksAt(cycle, event)
  const again = { ...cycle, checkAttempts: checkAttempts + 1, nextCheckAt: at + askMs }
  if (facts.link?.switching === 'pulses') {
    const isIdle = run.hasWorked && run.idleSince !== null
    if (isIdle) return byTheClock(cycle, at, facts)
    const isOver = at >= run.endsAt + Math.min(programOverrunMs, paidMs(facts))
    if (isOver || checkAttempts >= limits.asksAtEnd || facts.link.evidence === 'answer')
      return unheard(cycle, at, facts)
    const isHeard = run.hasWorked && at - run.lastRunningAt <= askMs
    return isHeard ? unchanged({ ...cycle, nextCheckAt: at + runningAskMs }) : ask(again, at)
  }
  const keepsRunning = run.lastRunningAt >= run.endsAt
  if (checkAttempts < (keepsRunning ? limits.asks : limits.asksAtEnd)) {
    const isPaidFor = at < run.since + paidMs(facts)
    return isPaidFor
      ? ask(again, at)
      : { cycle: again, effects: [], commands: switchOff(at, facts) }
  }
  const step = unheard(cycle, at, facts)
  if (keepsRunning) step.effects.push(...stuckRelayEffects)
  return step
}

function stop(cycle: Running, at: number, facts: Facts): Transition {
  if (facts.link?.switching !== 'relay') return refuse(cycle, 'cannot_be_stopped')
  if (cycle.run.isStopping) return unchanged(cycle)
  const stopping = { ...cycle, run: { ...cycle.run, isStopping: true } }
  return confirmOff(unchanged(stopping), at, facts)
}

/** A full refund switches the machine off; a partial refund does not. */
function refunded(
  cycle: Running,
  { at, amount }: Extract<CycleEvent, { kind: 'refunded' }>,
  facts: Facts,
): Transition {
  const left = rest(cycle, facts)
  if (amount > left) return refuse(cycle, 'refund_too_much')
  if (amount === left && facts.link?.switching === 'relay') {
    const { cycle: given, effects } = manualRefund(cycle, amount)
    const step = confirmOff(interrupted(given, at, 'refunded', 0, facts), at, facts)
    return { ...step, effects: [...effects, ...step.effects] }
  }
  return manualRefund(cycle, amount)
}
