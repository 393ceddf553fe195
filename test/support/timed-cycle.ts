import { randomUUID } from 'node:crypto'
import type { MinorUnits } from '@coinless/contract/money.ts'
import type { Cycle, CycleEvent, Facts, Transition } from '../../server/payments/cycles/cycle.ts'
import type { KnownCycle } from '../../server/payments/cycles/cycle-rows.ts'
import { reportOf, sentMessage } from '../../server/payments/cycles/messages.ts'
import { transition } from '../../server/payments/cycles/transition.ts'
import type {
  ControllerMessage,
  ServerMessage,
} from '../../server/platform/messaging/controller-connections.ts'
import { isAbout } from '../../server/platform/messaging/question-id.ts'
import { type BoxBehavior, TimedBox } from './timed-box.ts'

export const centsOfMinute = 100
const paidAt = 1_000_000_000_000

export interface Life {
  cycle: Cycle
  box: TimedBox
  /** Seconds after the payment. */
  endedAt: number | undefined
  asked: number[]
  looked: number[]
  /** Longest time without a check of an open cycle, except for a free restart, which waits for its customer. */
  unlookedSeconds: number
  kept: number
  loss: number
}

/** Simulates a payment second by second, with the real messages and a box of any behavior. */
export function live(nature: BoxBehavior, seconds: number, minimumMinutes = 0): Life {
  const { switching, evidence, minutes } = nature
  const price = (centsOfMinute * minutes) as MinorUnits
  const facts: Facts = {
    price,
    minutes,
    minimumMinutes,
    link: { switching, evidence: evidence === 'answer' ? 'answer' : 'measured' },
    refundsUnused: false,
    notStartedBefore: null,
    hasRunAfterRefund: false,
  }
  const start = { id: randomUUID(), number: 1 as const, controllerId: randomUUID(), channel: 1 }
  const isPulses = switching === 'pulses'
  const wiring = isPulses ? { pulse_ms: 50, gap_ms: 100 } : { pulse_ms: null, gap_ms: null }
  const link = { switching, evidence, watts_mark: '10', ...wiring }
  const box = new TimedBox(nature, paidAt)
  const life = { box, asked: [] as number[], looked: [] as number[], kept: 0, loss: 0 }
  let endedAt: number | undefined
  let unlookedSeconds = 0
  let attendedAt = 0
  let cycle: Cycle | undefined
  const toBox: [at: number, message: ServerMessage][] = []
  const toServer: [at: number, message: ControllerMessage][] = []

  const known = () =>
    ({ cycle, facts, start, link, coin: 'quarter' }) as unknown as KnownCycle & { cycle: Cycle }
  const second = (now: number) => (now - paidAt) / 1000

  function happen(event: CycleEvent, now: number) {
    const step: Transition = transition(cycle, event, facts)
    cycle = step.cycle
    for (const written of step.effects) if (written.do === 'loss') life.loss += written.amount
    for (const sent of step.commands) {
      const message = sentMessage(sent, known(), start, now)
      if (message && box.isLit) toBox.push([now + nature.latencySeconds * 1000, message])
      if (message?.type === 'ask') life.asked.push(second(now))
    }
    if (cycle.state !== 'starting' && cycle.state !== 'running') endedAt ??= second(now)
  }

  /** Passes the message to the open cycle whose start it names, or that was asked about. */
  function hear(message: ControllerMessage, now: number) {
    if (!cycle) return
    if (message.type === 'answer') {
      const { result: answer, boot_id: boot } = message
      return happen({ kind: 'answered', at: now, start: 1, answer, boot }, now)
    }
    const isNamed = message.start === start.id || message.entry?.start === start.id
    const isItsOwn = endedAt === undefined || isNamed || isAbout(message.question, start.id)
    if (isItsOwn) happen(reportOf(message, now, known()), now)
  }

  happen({ kind: 'paid', at: paidAt, money: 'taken' }, paidAt)
  for (let now = paidAt; now <= paidAt + seconds * 1000; now += 1000) {
    const said: ControllerMessage[] = box.live(now)
    for (const [, message] of due(toBox, now)) {
      const answer = box.isLit ? box.hear(message, now) : undefined
      if (answer) said.push(answer)
    }
    for (const message of said) toServer.push([now + nature.latencySeconds * 1000, message])
    for (const [, message] of due(toServer, now)) if (box.isLit) hear(message, now)
    const { nextCheckAt, ...open } = cycle as unknown as Cycle
    if ('isOffered' in open && open.isOffered) attendedAt = second(now)
    if (endedAt === undefined) unlookedSeconds = Math.max(unlookedSeconds, second(now) - attendedAt)
    if (nextCheckAt === null || nextCheckAt > now) continue
    attendedAt = second(now)
    life.looked.push(attendedAt)
    happen({ kind: 'checked', at: now, checkingMs: now - paidAt }, now)
  }
  const last = cycle as unknown as Cycle
  const kept = last.money === 'taken' ? price - last.refundedAmount : 0
  return { ...life, cycle: last, endedAt, unlookedSeconds, kept }
}

function due<Message>(queue: [at: number, message: Message][], now: number) {
  const arrived = queue.filter(([at]) => at <= now)
  queue.splice(0, queue.length, ...queue.filter(([at]) => at > now))
  return arrived
}
