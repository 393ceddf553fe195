import { expect, test } from 'vitest'
import { explore, withoutFaults } from '../../../test/support/cycle-explorer.ts'
import { movesOf } from '../../../test/support/cycle-moves.ts'
import {
  begin,
  minimumMinutes,
  price,
  type Scenario,
  type World,
} from '../../../test/support/cycle-world.ts'

const mishaps = {
  kill: 1,
  drop: 1,
  duplicate: 1,
  cut: 1,
  push: 1,
  reboot: 1,
  hand: 1,
  person: 1,
  late: 1,
}
const relay: Scenario = {
  link: { switching: 'relay', evidence: 'answer' },
  minutes: 3,
  isCard: false,
  machine: 'works',
  door: 'shut',
  controller: 'knows deadlines',
  left: mishaps,
}
const byPower = {
  ...relay,
  link: { switching: 'relay', evidence: 'measured' },
  minutes: 7,
} as const
const pulses = { ...relay, link: { switching: 'pulses', evidence: 'answer' } } as const
const busyInput = { ...byPower, link: { switching: 'pulses', evidence: 'measured' } } as const
/** Without duplicate messages, which such a controller would execute twice. */
const simple = {
  ...relay,
  controller: 'knows nothing',
  left: { ...mishaps, duplicate: 0 },
} as const
const broken = { machine: 'broken' } as const

const isRunning = ['send', 'box gets start', 'server gets answered']
const isSilent = ['send', ...Array.from({ length: 6 }, () => ['look', 'send']).flat(), 'look']
const isAsked = ['send', 'box gets ask', 'server gets reported']
const isRestartOffered = [...isRunning, 'reboot', 'look', ...isAsked]
const byPulses = ['send', 'box gets start', 'pulses', 'server gets answered']
const minute = ['look', ...isAsked]
const nearEnd = [...isRunning, ...minute, ...minute]

/** Scenario, moves before the exploration, and its depth in moves. */
const explorations: [name: string, scenario: Scenario, path: string[], depth: number][] = [
  ['a relay', relay, [], 7],
  ['a relay, paid by card', { ...relay, isCard: true }, [], 6],
  ['a relay that runs', relay, isRunning, 7],
  ['a relay near its end', relay, nearEnd, 7],
  ['a relay that has been asked in vain', relay, isSilent.slice(0, -1), 6],
  ['a relay that was given up, its start still on its way', relay, isSilent, 7],
  ['a relay that knows no deadlines, and was given up', simple, isSilent, 7],
  ['a relay that knows no deadlines', simple, [], 7],
  ['a relay without a journal that runs', simple, [...isRunning, ...minute], 7],
  ['a door that is open', { ...relay, door: 'open' }, [], 7],
  ['a relay with power measured', byPower, isRunning, 7],
  ['a broken machine with power measured', { ...byPower, ...broken }, isRunning, 6],
  ['coin pulses', pulses, [], 7],
  ['coin pulses that were not sent', pulses, isRestartOffered, 8],
  ['coin pulses and a busy input', busyInput, byPulses, 7],
  ['coin pulses and a busy input at a broken machine', { ...busyInput, ...broken }, byPulses, 6],
  ['a device without a link, paid by card', { ...relay, link: null, isCard: true }, [], 12],
]

function after(scenario: Scenario, path: string[]): World {
  return path.reduce((world, name) => {
    const move = movesOf(world, scenario).find(([each]) => each === name)
    if (!move) throw new Error(`${name} cannot happen`)
    return move[1]
  }, begin(scenario))
}

function isOpen({ cycle }: World): boolean {
  return cycle.state === 'starting' || cycle.state === 'running'
}

/** Returns the invariant that a state violates, whatever went wrong before. */
function faultOf(world: World, before: World): string | undefined {
  const { cycle, ledger, startsSent, startsDone } = world
  if (startsSent > (cycle.start?.number ?? 0)) return 'a start was sent twice'
  if (startsDone > 1) return 'a payment started two runs'
  if (isOpen(world) && cycle.nextCheckAt === null) return 'an open cycle has no next check'
  if (!isOpen(before) && isOpen(world)) return 'an ended cycle is open again'
  if (ledger.customer + ledger.hold + ledger.revenue !== 0) return 'the ledger is not at zero'
  if (ledger.customer > 0 || ledger.revenue < 0) return 'more was refunded than paid'
  if (ledger.loss > price) return 'a loss was written down twice'
  const { state } = before.cycle
  const isDoubtful = cycle.state === 'not_started' && ['silent', 'no_power'].includes(cycle.reason)
  const isOff = world.unsent.some((sent) => sent.do !== 'start')
  if (isDoubtful && isOpen(before) && !isOff) return 'refunded, and left running'
  const isBack = cycle.state === 'not_started' && state !== 'not_started'
  if (isBack && state === 'running' && cycle.reason === 'silent') return 'silence undid a run'
  const lateMs = world.now - (before.cycle.nextCheckAt ?? world.now)
  const isGivenUp = isOpen(before) && !isOpen(world) && !isRefused(world)
  if (isGivenUp && lateMs > 60_000)
    return 'a server that was away took its own silence for an answer'
  return undefined
}

/** Whether a report ended the cycle, and not silence. */
function isRefused({ cycle }: World): boolean {
  return 'reason' in cycle && cycle.reason !== 'silent'
}

/** Returns the fault of the final state, after all mishaps are over. */
function faultOfEnd(world: World, scenario: Scenario): string | undefined {
  const { cycle, ledger, box, startsDone } = withoutFaults(world, scenario)
  const { machine, link } = scenario
  const isKnown = link !== null && world.isLinked
  const ranMs = machine === 'works' ? box.ranMs : 0
  const kept = ledger.revenue
  if (cycle.state === 'starting' || cycle.state === 'running') return 'open for ever'
  if (ledger.hold > 0) return 'the money of a card is held for ever'
  if (!isKnown) return undefined
  const isRelay = link.switching === 'relay'
  if (isRelay && box.isOn) return 'left switched on'
  // A board that only pulses cannot know how the machine reacts.
  const isSeen = isRelay || link.evidence === 'measured'
  const isCounted = scenario.controller === 'knows deadlines'
  // Without a journal, a relay that is off after its planned end counts as on until then.
  if (!isCounted && cycle.state === 'finished') return undefined
  const isUnused = isSeen ? ranMs === 0 && !cycle.run?.hasWorked : startsDone === 0
  const dueForStop = world.isStoppedByCustomer && startsDone > 0 ? dueOfStop(ranMs, scenario) : 0
  if (kept > dueForStop && isUnused) {
    return `kept ${kept} of a machine that never ran`
  }
  if (isRelay && kept > Math.max(dueForStop, dueFor(ranMs, scenario))) {
    return `kept ${kept} for ${ranMs} ms`
  }
  const isGiven = world.byPerson > 0 || world.isCaptureLost
  if (isCounted && isSeen && !isGiven && kept + ledger.loss === 0 && ranMs > 2 * 60_000) {
    return `${ranMs} ms of a run are neither paid nor written down`
  }
  return undefined
}

/** Highest charge after a stop: the minutes begun, and at least the minimum. */
function dueOfStop(ranMs: number, { minutes }: Scenario): number {
  const charged = Math.max(Math.ceil(ranMs / 60_000), minimumMinutes)
  return Math.floor((price * Math.min(charged, minutes)) / minutes)
}

/** Highest charge: the minutes that ran, or all if at most 15 seconds are missing. */
function dueFor(ranMs: number, { minutes }: Scenario): number {
  const isWhole = minutes * 60_000 - ranMs <= 15_000
  if (ranMs < 2 * 60_000) return 0
  return isWhole ? price : Math.floor((price * ranMs) / (minutes * 60_000))
}

let states = 0

test.each(explorations)(
  '%s: settles money by the evidence in every order of events',
  (...exploration) => {
    const [, scenario, path, depth] = exploration
    const first = after(scenario, path)
    const found = explore(first, scenario, depth, (world, before) => {
      return faultOf(world, before) ?? faultOfEnd(world, scenario)
    })
    states += found
    expect(found).toBeGreaterThan(50)
  },
)

test('explores more than 200,000 states', () => {
  console.log(`${states} states`)
  expect(states).toBeGreaterThan(200_000)
})
