import { limits } from '@coinless/contract/limits.ts'
import { paidMs, rest } from './amounts.ts'
import type {
  Cycle,
  CycleEvent,
  DueCheck,
  Facts,
  Report,
  Running,
  Start,
  Starting,
  Transition,
} from './cycle.ts'
import {
  ask,
  askMs,
  endRun,
  manualRefund,
  nextCheck,
  notStarted,
  refuse,
  unchanged,
} from './ending.ts'

export const startMs = limits.startSeconds * 1000
const startAskMs = limits.startAskSeconds * 1000

export function whileStarting(cycle: Starting, event: CycleEvent, facts: Facts): Transition {
  const { at } = event
  switch (event.kind) {
    case 'answered':
      return answered(cycle, event, facts)
    case 'reported':
      return reported(cycle, event, facts)
    case 'checked':
      return cycle.isRestartOffered
        ? notStarted(cycle, at, 'did_not_run', facts)
        : looked(cycle, event, facts)
    case 'stopped':
      return cycle.isRestartOffered
        ? notStarted(cycle, at, 'declined', facts)
        : refuse(cycle, 'cycle_starting')
    case 'restarted':
      return cycle.isRestartOffered ? startAnew(cycle, at) : refuse(cycle, 'no_new_start')
    case 'refunded':
      return cycle.isRestartOffered
        ? refunded(cycle, event, facts)
        : refuse(cycle, 'cycle_starting')
    case 'unlinked':
      return notStarted(cycle, at, 'unlinked', facts)
    default:
      return unchanged(cycle)
  }
}

function answered(
  cycle: Starting,
  { at, start, answer, boot }: Extract<CycleEvent, { kind: 'answered' }>,
  facts: Facts,
): Transition {
  if (start !== cycle.start.number || cycle.isRestartOffered) return unchanged(cycle)
  const known = { ...cycle, start: { ...cycle.start, answer } }
  return answer === 'accepted'
    ? running(known, at, { boot, remainingMs: null, works: null }, facts)
    : notStarted(known, at, answer, facts)
}

function reported(cycle: Starting, event: Report, facts: Facts): Transition {
  const isOn = event.runs === 'yes' && !cycle.isRestartOffered
  if (isOn || works(event, facts)) return running(cycle, event.at, event, facts)
  if (cycle.isRestartOffered) return unchanged(cycle)
  if (isFresh(cycle, event)) {
    if (event.ranMs) return hasRun(cycle, event, event.ranMs, facts)
    if (event.hasFault) return notStarted(cycle, event.at, 'fault', facts)
    if (event.runs === 'no') return notStarted(cycle, event.at, 'did_not_run', facts)
  }
  const isTime = event.askedAt === null && event.at >= cycle.start.deadline
  return isTime ? ask(cycle, event.at) : unchanged(cycle)
}

/** Ran while the controller was unreachable. */
function hasRun(cycle: Starting, { at, worked }: Report, ranMs: number, facts: Facts): Transition {
  if (worked === false) return notStarted(cycle, at, 'no_power', facts)
  const begun = running(cycle, at, { boot: null, remainingMs: null, works: worked }, facts)
  const outcome = { ranMs, isMeasured: true, reason: 'power_cut' } as const
  const step = endRun(begun.cycle as Running, at, outcome, facts)
  return { ...step, effects: [...begun.effects, ...step.effects] }
}

/** Power alone does not prove a start: the reading may be old. */
export function works(event: Report, { link }: Facts): boolean {
  return link?.switching === 'pulses' && link.evidence === 'measured' && event.works === true
}

/**
 * "Not running" counts only as an answer to a question asked after the start deadline and after the last
 * running state: any other message may have been sent earlier.
 */
export function isFresh(cycle: Cycle, event: Report): boolean {
  return isAnswer(cycle, event) && event.askedAt >= (cycle.run?.lastRunningAt ?? 0)
}

/** Answers a question asked after the start deadline. Ignores times in the future. */
export function isAnswer<Said extends Report>(
  { start }: Cycle,
  event: Said,
): event is Said & { askedAt: number } {
  const { askedAt, at } = event
  return askedAt !== null && start !== null && askedAt > start.deadline && askedAt <= at
}

function looked(cycle: Starting, event: DueCheck, facts: Facts): Transition {
  const { at } = event
  const checkAttempts = asksAt(cycle, event)
  if (checkAttempts >= limits.asks) return notStarted(cycle, at, 'silent', facts)
  return ask({ ...cycle, checkAttempts: checkAttempts + 1, nextCheckAt: at + askMs }, at)
}

/**
 * Silence counts only while a server was asking: after downtime it starts asking again. A server that was only
 * busy continues.
 */
export function asksAt(
  { checkAttempts, nextCheckAt }: Cycle,
  { at, checkingMs }: DueCheck,
): number {
  return at - (nextCheckAt ?? at) > askMs + checkingMs ? 0 : checkAttempts
}

function startAnew(cycle: Starting, at: number): Transition {
  const deadline = at + startMs
  const start = { number: 2, deadline, answer: null } as const
  return {
    cycle: {
      ...cycle,
      start,
      isRestartOffered: false,
      run: null,
      checkAttempts: 0,
      nextCheckAt: at + startAskMs,
    },
    effects: [],
    commands: [{ do: 'start', number: 2, deadline }],
  }
}

function refunded(
  cycle: Starting,
  { at, amount }: Extract<CycleEvent, { kind: 'refunded' }>,
  facts: Facts,
): Transition {
  const left = rest(cycle, facts)
  if (amount > left) return refuse(cycle, 'refund_too_much')
  if (amount < left) return manualRefund(cycle, amount)
  const { cycle: given, effects } = manualRefund(cycle, amount)
  const step = notStarted(given, at, 'refunded', facts)
  return { ...step, effects: [...effects, ...step.effects] }
}

/** When the controller is first asked about a start: from then on, its answers show whether the machine runs. */
export function confirmAt({ deadline }: Start): number {
  return deadline - startMs + startAskMs
}

/** Captures the card payment. */
function running(
  cycle: Pick<Starting, 'money' | 'refundedAmount' | 'manualRefundAmount' | 'start' | 'isLoss'>,
  at: number,
  { boot, remainingMs, works: hasWorked }: Pick<Report, 'boot' | 'remainingMs' | 'works'>,
  facts: Facts,
): Transition {
  const sentAt = cycle.start.deadline - startMs
  const since =
    remainingMs === null ? at : Math.min(Math.max(at + remainingMs - paidMs(facts), sentAt), at)
  const endsAt = since + paidMs(facts)
  const next: Running = {
    state: 'running',
    money: 'taken',
    refundedAmount: cycle.refundedAmount,
    manualRefundAmount: cycle.manualRefundAmount,
    start: cycle.start,
    run: {
      since,
      endsAt,
      lastRunningAt: at,
      boot,
      hasWorked: hasWorked === true,
      idleSince: null,
      isStopping: false,
    },
    checkAttempts: 0,
    nextCheckAt: Math.min(
      Math.max(confirmAt(cycle.start), at + askMs),
      nextCheck(at, endsAt, facts),
    ),
    isLoss: cycle.isLoss,
  }
  return { cycle: next, effects: cycle.money === 'held' ? [{ do: 'capture' }] : [], commands: [] }
}
