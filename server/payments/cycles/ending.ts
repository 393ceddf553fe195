import type { CycleReason } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { Cents } from '@coinless/contract/money.ts'
import { paidMs, partNotRun, partNotUsed, rest } from './amounts.ts'
import type { Command, Cycle, Effect, Ended, Facts, Running, Step } from './cycle.ts'

export const askMs = limits.askSeconds * 1000
export const runningAskMs = limits.runningAskSeconds * 1000
export const cutShortMs = limits.cutShortSeconds * 1000
/** Two questions: what was heard later than that is known. */
export const unheardMs = 2 * runningAskMs

export function stay(cycle: Cycle): Step {
  return { cycle, write: [], send: [] }
}

export function refuse(cycle: Cycle, refusal: NonNullable<Step['refusal']>): Step {
  return { ...stay(cycle), refusal }
}

/** A question, and nothing else: what was said unasked may be late or wrong. */
export function ask(cycle: Cycle, at: number): Step {
  return { cycle, write: [], send: [{ do: 'ask', at }] }
}

/** Everything back. Customers who find a machine in use or leave its door open say nothing about it. */
export function notStarted(cycle: Cycle, at: number, reason: CycleReason, facts: Facts): Step {
  const step =
    isForOwner(cycle, reason, facts) && cycle.money !== 'released'
      ? undecided(cycle, at, facts)
      : end(cycle, at, { state: 'not_started', reason, isMeasured: true }, facts.price, facts)
  if (!['busy', 'door', 'declined', 'refunded'].includes(reason)) {
    // Whoever pays and chooses no programme brings that about from home, for nothing.
    const isSure = reason !== 'no_power'
    step.write.push({ do: 'not_started', isSure }, ...twiceInARow(isSure, facts))
  }
  // Whoever said nothing may have it running.
  return reason === 'silent' || reason === 'no_power' ? watched(step, at, facts) : step
}

/** A payer can bring it about and still use the machine: coins are in it, or the relay was on. */
export function isForOwner(
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

/** This payer has used the machine after a refund before, free of charge. */
function undecided(cycle: Cycle, at: number, facts: Facts): Step {
  const outcome = { state: 'finished', reason: 'undecided', isMeasured: true } as const
  const step = end({ ...cycle, money: 'taken' }, at, outcome, 0 as Cents, facts)
  const capture: Effect[] = cycle.money === 'held' ? [{ do: 'capture' }] : []
  return { ...step, write: [...capture, ...step.write, { do: 'ask_owner' }] }
}

/** One payer alone closes a machine only by what no payer can bring about. */
function twiceInARow(isSure: boolean, { notStartedBefore }: Facts): Effect[] {
  if (!notStartedBefore) return []
  const { isSamePayer, isSure: wasSure } = notStartedBefore
  return [{ do: !isSamePayer || (isSure && wasSure) ? 'out_of_order' : 'doubted' }]
}

/** @param ranMs the least that it is known to have run */
export function interrupted(
  cycle: Running,
  at: number,
  reason: CycleReason,
  ranMs: number,
  facts: Facts,
): Step {
  const outcome = { state: 'interrupted', reason, isMeasured: true } as const
  return end(cycle, at, outcome, partNotRun(facts, ranMs), facts)
}

/** It ran to its end, or was cut short. */
export function over(
  cycle: Running,
  at: number,
  { ranMs, isMeasured, reason }: { ranMs: number; isMeasured: boolean; reason: CycleReason },
  facts: Facts,
): Step {
  if (isCutShort(ranMs, facts) && facts.link?.switching === 'relay') {
    const outcome = { state: 'interrupted', reason, isMeasured } as const
    return end(cycle, at, outcome, partNotRun(facts, ranMs), facts)
  }
  return finished(cycle, at, { reason: 'time_over', isMeasured }, facts)
}

/** Of a machine that runs. A measured one is asked once more right before a relay's timer ends it. */
export function nextLook(at: number, endsAt: number, { link }: Facts): number {
  const soon = at + runningAskMs
  if (at >= endsAt) return soon
  if (link?.switching !== 'relay') return Math.min(soon, endsAt)
  const last = link.evidence === 'measured' && at < endsAt - askMs ? endsAt - askMs : endsAt + askMs
  return Math.min(soon, last)
}

/** Heard until near the end of its run, or counted by its controller, and never seen working. */
export function neverWorked(
  { since, heardAt, hasWorked, idleSince }: NonNullable<Cycle['run']>,
  ranMs: number,
  worked: boolean | null = null,
): boolean {
  if (hasWorked) return false
  return worked === false || (idleSince !== null && since + ranMs - heardAt <= unheardMs)
}

/** Not every controller reports a restart. */
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
): Step {
  return end(cycle, at, { state: 'finished', reason, isMeasured }, 0 as Cents, facts)
}

export function stopped(cycle: Running, at: number, ranMs: number, facts: Facts): Step {
  const outcome = { state: 'finished', reason: 'stopped', isMeasured: true } as const
  return end(cycle, at, outcome, partNotUsed(facts, ranMs), facts)
}

function end(
  cycle: Cycle,
  at: number,
  outcome: Pick<Ended, 'state' | 'reason' | 'isMeasured'>,
  due: Cents,
  facts: Facts,
): Step {
  const { money, gift, start, run, isLoss } = cycle
  const { givenBack, write } = giveBack(cycle, due, facts)
  const ended: Ended = {
    ...outcome,
    at,
    money: money === 'held' ? 'released' : money,
    givenBack,
    gift,
    start,
    run,
    asks: 0,
    lookAt: null,
    isLoss,
  }
  return { cycle: ended, write: [...write, { do: 'notify_customer' }], send: [] }
}

/** No more than is left of it. What is held on a card is let go as a whole. */
export function giveBack(cycle: Cycle, due: Cents, facts: Facts) {
  const cents = Math.min(due, rest(cycle, facts)) as Cents
  const write: Effect[] = []
  if (cycle.money === 'held') write.push({ do: 'void' })
  if (cents > 0) write.push({ do: 'refund', cents })
  return { givenBack: (cycle.givenBack + cents) as Cents, write }
}

/** By a person who may; whether there is so much left has been looked at. */
export function giftOf<Of extends Cycle>(cycle: Of, cents: Cents): Step & { cycle: Of } {
  const givenBack = (cycle.givenBack + cents) as Cents
  const gift = (cycle.gift + cents) as Cents
  return { cycle: { ...cycle, givenBack, gift }, write: [{ do: 'refund', cents }], send: [] }
}

/** Sees to it for a while that it is off. */
export function watched(step: Step, at: number, facts: Facts): Step {
  if (!facts.link) return step
  return {
    ...step,
    cycle: { ...step.cycle, asks: 1, lookAt: at + askMs },
    send: [...step.send, ...switchOff(at, facts)],
  }
}

/** The outcome is unknown: its controller is asked until it answers. */
export function askedLater(step: Step, at: number, facts: Facts): Step {
  if (!facts.link || !('isMeasured' in step.cycle) || step.cycle.isMeasured) return step
  return { ...step, cycle: { ...step.cycle, asks: 0, lookAt: at + askMs } }
}

/** A relay that says that it is on, whatever we do. */
export const stuckOn: Effect[] = [
  { do: 'tell_owner', what: 'keeps_running' },
  { do: 'out_of_order' },
]

/** Coin pulses start a machine that nobody can stop. */
export function switchOff(at: number, { link }: Facts): Command[] {
  const question: Command = { do: 'ask', at }
  return link?.switching === 'relay' ? [{ do: 'switch_off' }, question] : [question]
}
