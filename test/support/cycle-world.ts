import type { MinorUnits } from '@coinless/contract/money.ts'
import type {
  Command,
  Cycle,
  CycleEvent,
  Facts,
  Link,
  Report,
  Transition,
} from '../../server/payments/cycles/cycle.ts'
import { transition } from '../../server/payments/cycles/transition.ts'

/**
 * A payment, its cycle as stored, messages in transit, a controller and a machine, where events may occur in any order.
 * Immutable: each move creates a new world.
 */
export interface World {
  now: number
  cycle: Cycle
  isLinked: boolean
  /** Written but not sent; lost if the server is killed. */
  unsent: Command[]
  toBox: Command[]
  toServer: Message[]
  isCut: boolean
  box: Box
  /** Pending work of the card processor, in order. */
  card: ('capture' | 'void' | number)[]
  ledger: { customer: number; hold: number; revenue: number; loss: number }
  startsSent: number
  /** How often a start of this payment switched something on. */
  startsDone: number
  refusal: string | undefined
  isCaptureLost: boolean
  byPerson: number
  isStoppedByCustomer: boolean
  left: Budget
}

interface Box {
  boot: string
  /** Whether the machine runs because of a start of this payment. */
  isOn: boolean
  since: number
  until: number
  ranMs: number
  /** By number of the start: the answer, and whether pulses were sent. */
  journal: Record<number, { answer: Answer; isSent: boolean }>
  /** Number of the start whose pulses are pending. */
  pending: number
}

type Answer = Extract<CycleEvent, { kind: 'answered' }>['answer']
type Message = Omit<Report, 'at'> | Omit<Extract<CycleEvent, { kind: 'answered' }>, 'at'>

/** How often each kind of fault or action may still occur. */
type Budget = Record<
  'kill' | 'drop' | 'duplicate' | 'cut' | 'push' | 'reboot' | 'hand' | 'person' | 'late',
  number
>

export interface Scenario {
  link: Link | null
  minutes: number
  isCard: boolean
  /** What the machine does when switched on. */
  machine: 'works' | 'broken'
  door: 'shut' | 'open'
  /** Whether it refuses late starts, answers duplicate ones, and keeps a journal. */
  controller: 'knows deadlines' | 'knows nothing'
  left: Partial<Budget>
  notStartedBefore?: Facts['notStartedBefore']
  refundsUnused?: boolean
}

export const price = 250 as MinorUnits
export const minimumMinutes = 2
const none: Budget = {
  kill: 0,
  drop: 0,
  duplicate: 0,
  cut: 0,
  push: 0,
  reboot: 0,
  hand: 0,
  person: 0,
  late: 0,
}
const start = 1_000_000_000

export function factsOf(scenario: Scenario, isLinked = true): Facts {
  return {
    price,
    minutes: scenario.minutes,
    minimumMinutes,
    link: isLinked ? scenario.link : null,
    refundsUnused: scenario.refundsUnused ?? true,
    notStartedBefore: scenario.notStartedBefore ?? null,
    hasRunAfterRefund: false,
  }
}

export function begin(scenario: Scenario): World {
  const money = scenario.isCard ? 'held' : 'taken'
  const paid = { kind: 'paid', at: start, money } as const
  const step = transition(undefined, paid, factsOf(scenario))
  const world: World = {
    now: start,
    cycle: step.cycle,
    isLinked: scenario.link !== null,
    unsent: [],
    toBox: [],
    toServer: [],
    isCut: false,
    box: { boot: 'a', isOn: false, since: 0, until: 0, ranMs: 0, journal: {}, pending: 0 },
    card: [],
    ledger: {
      customer: -price,
      hold: scenario.isCard ? price : 0,
      revenue: scenario.isCard ? 0 : price,
      loss: 0,
    },
    startsSent: 0,
    startsDone: 0,
    refusal: undefined,
    isCaptureLost: false,
    byPerson: 0,
    isStoppedByCustomer: false,
    left: { ...none, ...scenario.left },
  }
  return written(world, step, scenario)
}

/** Writes the cycle and everything with it in one transaction. */
function written(world: World, step: Transition, { isCard }: Scenario): World {
  let { ledger, card } = world
  for (const effect of step.effects) {
    if (effect.do === 'capture' || effect.do === 'void') card = [...card, effect.do]
    if (effect.do === 'refund' && isCard) card = [...card, effect.amount]
    if (effect.do === 'refund' && !isCard) ledger = refunded(ledger, effect.amount)
    if (effect.do === 'loss') ledger = { ...ledger, loss: ledger.loss + effect.amount }
  }
  const unsent = [...world.unsent, ...step.commands]
  return { ...world, cycle: step.cycle, refusal: step.refusal, unsent, ledger, card }
}

function refunded(ledger: World['ledger'], amount: number): World['ledger'] {
  return { ...ledger, customer: ledger.customer + amount, revenue: ledger.revenue - amount }
}

export function applyEvent(world: World, event: CycleEvent, scenario: Scenario): World {
  return written(world, transition(world.cycle, event, factsOf(scenario, world.isLinked)), scenario)
}

/** Sends the first command; it is lost if the line is cut. */
export function send(world: World): World {
  const [first, ...unsent] = world.unsent
  if (!first) return world
  const startsSent = world.startsSent + (first.do === 'start' ? 1 : 0)
  const others = world.toBox.filter((other) => other.do !== first.do)
  return { ...world, unsent, startsSent, toBox: world.isCut ? [] : [...others, first] }
}

/** Advances time, and the machine's own timer. */
export function at(world: World, now: number): World {
  const { box } = world
  const isOver = box.isOn && now >= box.until
  return {
    ...world,
    now,
    box: isOver ? off(box, box.until) : box,
    toBox: world.toBox.filter((sent) => sent.do === 'start' || isOnItsWay(world, now, sent)),
    toServer: world.toServer.filter(
      (message) => message.kind === 'answered' || isOnItsWay(world, now, message),
    ),
  }
}

/** Questions and answers arrive within 20 seconds or never; starts may arrive at any time. */
function isOnItsWay(world: World, now: number, message: Command | Message): boolean {
  const askedAt = 'at' in message ? message.at : 'askedAt' in message ? message.askedAt : null
  return now - (askedAt ?? world.now) <= 20_000
}

export function off(box: Box, now: number): Box {
  return box.isOn ? { ...box, isOn: false, ranMs: box.ranMs + now - box.since } : box
}

export function toBox(world: World, message: Command, scenario: Scenario): World {
  if (message.do === 'start') return started(world, message, scenario)
  const isRelay = scenario.link?.switching === 'relay'
  if (message.do === 'ask') return answer(world, reportOf(world, message.at, scenario))
  return isRelay ? { ...world, box: off(world.box, world.now) } : world
}

function started(
  world: World,
  message: Extract<Command, { do: 'start' }>,
  scenario: Scenario,
): World {
  const { box, now } = world
  const { number, deadline } = message
  const isClever = scenario.controller === 'knows deadlines'
  const known = box.journal[number]
  if (known && isClever) return answered(world, number, known.answer)
  const result = refusalOf(world, deadline, scenario) ?? 'accepted'
  const isDone = result === 'accepted'
  const isRelay = scenario.link?.switching === 'relay'
  const journal = { ...box.journal, [number]: { answer: result, isSent: false } }
  const next: World = {
    ...world,
    startsDone: world.startsDone + (isDone && isRelay ? 1 : 0),
    box: { ...box, journal, pending: isDone && !isRelay ? number : box.pending },
  }
  return answered(isDone && isRelay ? switchedOn(next, now, scenario) : next, number, result)
}

function refusalOf({ box, now }: World, deadline: number, scenario: Scenario): Answer | undefined {
  if (scenario.controller === 'knows deadlines' && now > deadline) return 'expired'
  if (scenario.door === 'open') return 'door'
  return box.isOn ? 'busy' : undefined
}

function answered(world: World, number: number, result: Answer): World {
  const { boot } = world.box
  return answer(world, { kind: 'answered', start: number, answer: result, boot })
}

function switchedOn(world: World, now: number, { minutes }: Scenario): World {
  return { ...world, box: { ...world.box, isOn: true, since: now, until: now + minutes * 60_000 } }
}

export function sendPulses(world: World, scenario: Scenario): World {
  const { box } = world
  const journal = { ...box.journal, [box.pending]: { answer: 'accepted', isSent: true } } as const
  const sent = {
    ...world,
    startsDone: world.startsDone + 1,
    box: { ...box, journal, pending: 0 },
  }
  return scenario.machine === 'works' ? switchedOn(sent, world.now, scenario) : sent
}

/** Only the newest message of each kind is in transit; losing the others is one of the orders. */
function answer(world: World, message: Message): World {
  if (world.isCut) return world
  const others = world.toServer.filter(({ kind }) => kind !== message.kind)
  return { ...world, toServer: [...others, message] }
}

export function reportOf(world: World, askedAt: number | null, scenario: Scenario): Message {
  const { box, now } = world
  const { link, machine } = scenario
  const isMeasured = link?.evidence === 'measured'
  const isRelay = link?.switching === 'relay'
  const isWorking = box.isOn && machine === 'works'
  const last = world.cycle.start?.number ?? 1
  const isCounted = (isRelay || isMeasured) && scenario.controller === 'knows deadlines'
  const hasRun = box.journal[last]?.answer === 'accepted' && !box.isOn
  return {
    kind: 'reported',
    askedAt,
    boot: box.boot,
    runs: isRelay ? (box.isOn ? 'yes' : 'no') : pulsesOf(box, last),
    works: isMeasured ? isWorking : null,
    hasFault: false,
    remainingMs: isRelay && box.isOn ? box.until - now : null,
    ranMs: hasRun && isCounted ? (isRelay || machine === 'works' ? box.ranMs : 0) : null,
    worked: hasRun && isCounted && isMeasured ? machine === 'works' && box.ranMs > 0 : null,
  }
}

function pulsesOf(box: Box, last: number): Report['runs'] {
  if (box.pending === last) return 'unknown'
  return box.journal[last]?.isSent ? 'yes' : 'no'
}

/** Does the next work of the processor. Refunds nothing that was never charged. */
export function applyCardAnswer(world: World, isRefused = false): World {
  const [first, ...card] = world.card
  const { hold, customer, revenue } = world.ledger
  const done = { ...world, card }
  if (first === 'void' || (first === 'capture' && isRefused)) {
    return { ...done, ledger: { ...world.ledger, hold: 0, customer: customer + hold } }
  }
  if (first === 'capture') {
    return { ...done, ledger: { ...world.ledger, hold: 0, revenue: revenue + hold } }
  }
  return world.isCaptureLost ? done : { ...done, ledger: refunded(world.ledger, first ?? 0) }
}
