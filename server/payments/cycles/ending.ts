import type { CycleReason } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { MinorUnits } from '@coinless/contract/money.ts'
import { paidMs, partNotRun, partNotUsed, rest } from './amounts.ts'
import type { Command, Cycle, Effect, Ended, Facts, Running, Transition } from './cycle.ts'

export const askMs = limits.askSeconds * 1000
export const runningAskMs = limits.runningAskSeconds * 1000
export const cutShortMs = limits.cutShortSeconds * 1000
/** Two questions: states heard after them are certain. */
export const silenceMs = 2 * runningAskMs

export function unchanged(cycle: Cycle): Transition {
  return { cycle, effects: [], commands: [] }
}

export function refuse(cycle: Cycle, refusal: NonNullable<Transition['refusal']>): Transition {
  return { ...unchanged(cycle), refusal }
}

/** Only answers count: unsolicited states may be late or wrong. */
export function ask(cycle: Cycle, at: number): Transition {
  return { cycle, effects: [], commands: [{ do: 'ask', at }] }
}

/** Full refund. A machine in use or an open door says nothing about the machine's health. */
export function notStarted(
  cycle: Cycle,
  at: number,
  reason: CycleReason,
  facts: Facts,
): Transition {
  const step =
    isForOwnerToDecide(cycle, reason, facts) && cycle.money !== 'released'
      ? undecided(cycle, at, facts)
      : end(cycle, at, { state: 'not_started', reason, isMeasured: true }, facts.price, facts)
  if (!['busy', 'door', 'declined', 'refunded'].includes(reason)) {
    // A payer who selects no programme can cause this remotely at no cost.
    const isByDevice = reason !== 'no_power'
    step.effects.push({ do: 'not_started', isByDevice }, ...twiceInARow(isByDevice, facts))
  }
  // A silent controller may have it running.
  return reason === 'silent' || reason === 'no_power' ? confirmOff(step, at, facts) : step
}

/** The payer can cause it and still use the machine: coins are inserted, or the relay was on. */
export function isForOwnerToDecide(
  { start }: Cycle,
  reason: CycleReason,
  { link, hasRunAfterRefund }: Facts,
): boolean {
  if (!hasRunAfterRefund || !link) return false
  if (reason === 'silent') return true
  return link.switching === 'pulses'
    ? reason === 'no_power'
    : reason === 'did_not_run' && start?.answer === 'accepted'
}

/** This payer has already run the machine free after a refund. */
function undecided(cycle: Cycle, at: number, facts: Facts): Transition {
  const outcome = { state: 'finished', reason: 'undecided', isMeasured: true } as const
  const step = end({ ...cycle, money: 'taken' }, at, outcome, 0 as MinorUnits, facts)
  const capture: Effect[] = cycle.money === 'held' ? [{ do: 'capture' }] : []
  return { ...step, effects: [...capture, ...step.effects, { do: 'ask_owner' }] }
}

/** One payer alone takes a machine out of service only for reasons no payer can cause. */
function twiceInARow(isByDevice: boolean, { notStartedBefore }: Facts): Effect[] {
  if (!notStartedBefore) return []
  const { isSamePayer, isByDevice: wasSure } = notStartedBefore
  return [{ do: !isSamePayer || (isByDevice && wasSure) ? 'out_of_order' : 'doubted' }]
}

/** @param ranMs minimum known run time */
export function interrupted(
  cycle: Running,
  at: number,
  reason: CycleReason,
  ranMs: number,
  facts: Facts,
): Transition {
  const outcome = { state: 'interrupted', reason, isMeasured: true } as const
  return end(cycle, at, outcome, partNotRun(facts, ranMs), facts)
}

/** Ran to its end or was interrupted. */
export function endRun(
  cycle: Running,
  at: number,
  { ranMs, isMeasured, reason }: { ranMs: number; isMeasured: boolean; reason: CycleReason },
  facts: Facts,
): Transition {
  if (isCutShort(ranMs, facts) && facts.link?.switching === 'relay') {
    const outcome = { state: 'interrupted', reason, isMeasured } as const
    return end(cycle, at, outcome, partNotRun(facts, ranMs), facts)
  }
  return finished(cycle, at, { reason: 'time_over', isMeasured }, facts)
}

/** Next check of a running machine. A measured one is asked again just before the relay's timer ends. */
export function nextCheck(at: number, endsAt: number, { link }: Facts): number {
  const soon = at + runningAskMs
  if (at >= endsAt) return soon
  if (link?.switching !== 'relay') return Math.min(soon, endsAt)
  const last = link.evidence === 'measured' && at < endsAt - askMs ? endsAt - askMs : endsAt + askMs
  return Math.min(soon, last)
}

/** Heard until near the end, or counted by its controller, and never seen working. */
export function hasNotWorked(
  { since, lastRunningAt, hasWorked, idleSince }: NonNullable<Cycle['run']>,
  ranMs: number,
  worked: boolean | null = null,
): boolean {
  if (hasWorked) return false
  return worked === false || (idleSince !== null && since + ranMs - lastRunningAt <= silenceMs)
}

/** Not every controller reports restarts. */
export function isSameBoot(before: string | null, now: string | null): boolean {
  return before === null || now === null || before === now
}

export function isCutShort(ranMs: number, facts: Facts): boolean {
  return paidMs(facts) - ranMs > cutShortMs
}

export function finished(
  cycle: Running,
  at: number,
  { reason, isMeasured }: Pick<Ended, 'reason' | 'isMeasured'>,
  facts: Facts,
): Transition {
  return end(cycle, at, { state: 'finished', reason, isMeasured }, 0 as MinorUnits, facts)
}

export function stopped(cycle: Running, at: number, ranMs: number, facts: Facts): Transition {
  const outcome = { state: 'finished', reason: 'stopped', isMeasured: true } as const
  return end(cycle, at, outcome, partNotUsed(facts, ranMs), facts)
}

function end(
  cycle: Cycle,
  at: number,
  outcome: Pick<Ended, 'state' | 'reason' | 'isMeasured'>,
  due: MinorUnits,
  facts: Facts,
): Transition {
  const { money, manualRefundAmount, start, run, isLoss } = cycle
  const { refundedAmount, write } = refundDue(cycle, due, facts)
  const ended: Ended = {
    ...outcome,
    at,
    money: money === 'held' ? 'released' : money,
    refundedAmount,
    manualRefundAmount,
    start,
    run,
    checkAttempts: 0,
    nextCheckAt: null,
    isLoss,
  }
  return { cycle: ended, effects: [...write, { do: 'notify_customer' }], commands: [] }
}

/** At most the remaining amount. A card hold is released as a whole. */
export function refundDue(cycle: Cycle, due: MinorUnits, facts: Facts) {
  const amount = Math.min(due, rest(cycle, facts)) as MinorUnits
  const write: Effect[] = []
  if (cycle.money === 'held') write.push({ do: 'void' })
  if (amount > 0) write.push({ do: 'refund', amount })
  return { refundedAmount: (cycle.refundedAmount + amount) as MinorUnits, write }
}

/** By an authorized person; the remaining amount is already checked. */
export function manualRefund<Of extends Cycle>(
  cycle: Of,
  amount: MinorUnits,
): Transition & { cycle: Of } {
  const refundedAmount = (cycle.refundedAmount + amount) as MinorUnits
  const manualRefundAmount = (cycle.manualRefundAmount + amount) as MinorUnits
  return {
    cycle: { ...cycle, refundedAmount, manualRefundAmount },
    effects: [{ do: 'refund', amount }],
    commands: [],
  }
}

/** Switches it off and confirms it for a while. */
export function confirmOff(step: Transition, at: number, facts: Facts): Transition {
  if (!facts.link) return step
  return {
    ...step,
    cycle: { ...step.cycle, checkAttempts: 1, nextCheckAt: at + askMs },
    commands: [...step.commands, ...switchOff(at, facts)],
  }
}

/** Outcome unknown: asks the controller until it answers. */
export function askUntilAnswered(step: Transition, at: number, facts: Facts): Transition {
  if (!facts.link || !('isMeasured' in step.cycle) || step.cycle.isMeasured) return step
  return { ...step, cycle: { ...step.cycle, checkAttempts: 0, nextCheckAt: at + askMs } }
}

/** A relay that reports on despite our commands. */
export const stuckRelayEffects: Effect[] = [
  { do: 'notify_owner', what: 'keeps_running' },
  { do: 'out_of_order' },
]

/** Coin pulses start a machine that cannot be stopped. */
export function switchOff(at: number, { link }: Facts): Command[] {
  const question: Command = { do: 'ask', at }
  return link?.switching === 'relay' ? [{ do: 'switch_off' }, question] : [question]
}
