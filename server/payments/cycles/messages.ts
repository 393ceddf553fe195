import { pulsesFor } from '@coinless/contract/coins.ts'
import { fromMinor } from '@coinless/contract/money.ts'
import type { ServerMessage, State } from '../../platform/messaging/controller-connections.ts'
import { askedAt, isAbout, questionId } from '../../platform/messaging/question-id.ts'
import type { Command, Facts, Report } from './cycle.ts'
import type { KnownCycle } from './cycle-rows.ts'

type Start = NonNullable<KnownCycle['start']>
type Link = NonNullable<KnownCycle['link']>

/**
 * The command that runs a machine for a payment: its minutes, or the coins of its price.
 * @returns undefined when no coins add up to the price: nothing is sent, and the payment is refunded
 */
export function startMessage(
  { id, channel }: Pick<Start, 'id' | 'channel'>,
  deadline: number,
  { switching, pulse_ms, gap_ms }: Pick<Link, 'switching' | 'pulse_ms' | 'gap_ms'>,
  { price, minutes }: Pick<Facts, 'price' | 'minutes'>,
  coin: KnownCycle['coin'],
): ServerMessage | undefined {
  const start = { type: 'start' as const, id, channel, deadline }
  if (switching === 'relay' || pulse_ms === null || gap_ms === null)
    return { ...start, seconds: minutes * 60 }
  const count = pulsesFor(fromMinor(price), coin)
  return count === null ? undefined : { ...start, pulses: { count, pulse_ms, gap_ms } }
}

export function sentMessage(
  sent: Command,
  { facts, link, coin }: KnownCycle,
  start: Start,
  at: number,
): ServerMessage | undefined {
  const { id, channel } = start
  switch (sent.do) {
    case 'start':
      return link ? startMessage(start, sent.deadline, link, facts, coin) : undefined
    case 'ask':
      return { type: 'ask', id: questionId(sent.at, id), channel, start: id }
    case 'switch_off':
      return { type: 'off', id: questionId(at, id), channel, start: id }
  }
}

/** What a controller's state means for a cycle. */
export function reportOf(state: State, at: number, { cycle, start, link }: KnownCycle): Report {
  const isOwn = state.start === start?.id
  const entry = state.entry && state.entry.start === start?.id ? state.entry : null
  const isAsked = start !== null && isAbout(state.question, start.id)
  return {
    kind: 'reported',
    at,
    askedAt: isAsked ? askedAt(state.question) : null,
    boot: state.boot_id,
    runs: link?.switching === 'pulses' ? pulsesSent() : isOn(),
    works: worksBy(state, link),
    hasFault: state.fault,
    remainingMs: isOwn && state.remaining_seconds !== null ? state.remaining_seconds * 1000 : null,
    ranMs: entry?.ran_seconds == null ? null : entry.ran_seconds * 1000,
    worked: entry && worksBy(entry, link),
  }

  function isOn(): Report['runs'] {
    if (state.running === null) return 'unknown'
    return state.running && isOwn ? 'yes' : 'no'
  }

  function pulsesSent(): Report['runs'] {
    if (entry) return entry.switched === null ? 'unknown' : entry.switched ? 'yes' : 'no'
    // The start was not accepted and is unknown: it never arrived.
    return isAsked && cycle.start?.answer === null ? 'no' : 'unknown'
  }
}

/** Power above the threshold, or the busy signal; null if not measured. */
export function worksBy(
  { watts, busy }: Pick<State, 'watts' | 'busy'>,
  link: Pick<Link, 'evidence' | 'watts_mark'> | null,
): boolean | null {
  if (link?.evidence === 'busy') return busy
  if (link?.evidence !== 'power' || watts === null) return null
  return watts >= Number(link.watts_mark)
}
