import { readFileSync } from 'node:fs'
import type { MinorUnits } from '@coinless/contract/money.ts'
import { expect, test } from 'vitest'
import { rest } from './amounts.ts'
import type { Cycle, CycleEvent, Ended, Facts, Link, Report, Transition } from './cycle.ts'
import { transition } from './transition.ts'

/**
 * Broken or lying controllers: any event with any content in any order, plausible or not.
 * These properties do not depend on an honest controller.
 */
const paidAt = 1_000_000_000
const price = 250 as MinorUnits
const depth = 4

const said: Partial<Report>[] = [
  { runs: 'yes' },
  { runs: 'yes', remainingMs: 0 },
  { runs: 'yes', remainingMs: 24 * 3_600_000 },
  { runs: 'yes', works: true },
  { runs: 'yes', works: false },
  { runs: 'no' },
  { runs: 'no', boot: 'b' },
  { runs: 'no', ranMs: 0 },
  { runs: 'no', ranMs: 90_000 },
  { runs: 'no', ranMs: 90_000, worked: false },
  { runs: 'no', ranMs: 360_000, worked: true },
  { runs: 'no', ranMs: 24 * 3_600_000 },
  { runs: 'unknown', works: false, boot: 'b' },
  { runs: 'unknown', hasFault: true },
]

function eventsAt(at: number): CycleEvent[] {
  const answers = ['accepted', 'expired', 'busy', 'door', 'fault'] as const
  return [
    ...[1, 2].flatMap((start) =>
      answers.map((answer) => ({ kind: 'answered', at, start, answer, boot: 'a' }) as const),
    ),
    ...[null, at - 30_000, at].flatMap((askedAt) =>
      said.map((each) => ({ ...silence, ...each, at, askedAt })),
    ),
    { kind: 'checked', at, checkingMs: 0 },
    { kind: 'stopped', at },
    { kind: 'restarted', at },
    { kind: 'refunded', at, amount: 100 as MinorUnits },
    { kind: 'refunded', at, amount: price },
    { kind: 'unlinked', at },
    { kind: 'capture_failed', at },
  ]
}

const silence: Report = {
  kind: 'reported',
  at: 0,
  askedAt: null,
  boot: 'a',
  runs: 'unknown',
  works: null,
  hasFault: false,
  remainingMs: null,
  ranMs: null,
  worked: null,
}

interface Told {
  cycle: Cycle
  now: number
  isLinked: boolean
  starts: number
  refunds: number
  captures: number
  voids: number
}

function told({ cycle, effects, commands }: Transition, before: Omit<Told, 'cycle'>): Told {
  const count = (what: string) => effects.filter((effect) => effect.do === what).length
  return {
    cycle,
    now: before.now,
    isLinked: before.isLinked,
    starts: before.starts + commands.filter((effect) => effect.do === 'start').length,
    refunds:
      before.refunds +
      effects.reduce((sum, effect) => sum + (effect.do === 'refund' ? effect.amount : 0), 0),
    captures: before.captures + count('capture'),
    voids: before.voids + count('void'),
  }
}

function faultOf({ cycle, starts, refunds, captures, voids }: Told, facts: Facts, isHeld: boolean) {
  const isOpen = cycle.state === 'starting' || cycle.state === 'running'
  if (starts > (facts.link?.switching === 'pulses' ? 2 : 1)) return 'a start too many'
  if (refunds > price || refunds !== cycle.refundedAmount) return 'a refund too many'
  if (rest(cycle, facts) < 0) return 'less than nothing is left'
  if (isOpen && cycle.nextCheckAt === null) return 'an open cycle has no next check'
  if (captures > 1 || voids > 1 || captures + voids > 1) return 'the card was moved twice'
  if (isHeld && !isOpen && captures + voids !== 1)
    return 'the card was neither captured nor released'
  if (isHeld && refunds > 0 && captures === 0) return 'refunded what was only held'
  return undefined
}

/** Finds a report from before the start, or before the machine was seen running, that ends a cycle. */
function oldNews({ cycle: before }: Told, event: CycleEvent, { cycle }: Told) {
  const isEnd = before.state !== cycle.state && 'reason' in cycle
  if (!isEnd || 'reason' in before || event.kind !== 'reported') return undefined
  const { askedAt } = event
  const isFromBefore = askedAt === null || askedAt <= (before.start?.deadline ?? 0)
  // A relay that is on, or a board that sent its pulses, proves nothing about the machine behind it.
  const ofMachine = ['no_power', 'program_over', 'power_cut', 'undecided']
  const isOfMachine = event.runs !== 'no' && ofMachine.includes((cycle as Ended).reason)
  const last = before.run?.[isOfMachine ? 'idleSince' : 'lastRunningAt'] ?? 0
  return isFromBefore || askedAt < last ? 'old news ended a cycle' : undefined
}

/** Finds a cycle that closes the machine although one payer alone could have prevented both starts. */
function closedByOne({ effects }: Transition) {
  const closes = effects.some((effect) => effect.do === 'out_of_order')
  const isStuck = effects.some(
    (effect) => effect.do === 'notify_owner' && effect.what === 'keeps_running',
  )
  return closes && !isStuck ? 'one payer closed the machine' : undefined
}

interface Exploration {
  link: Link | null
  isHeld: boolean
  hasRunAfterRefund?: boolean
  /** Events before the exploration, each at the next check or after a delay. */
  path?: [event: Partial<CycleEvent> & Pick<CycleEvent, 'kind'>, laterMs?: number][]
}

function factsOf({ link, hasRunAfterRefund = false }: Exploration): Facts {
  const notStartedBefore = { isSamePayer: true, isByDevice: false }
  const fixed = { price, minutes: 6, minimumMinutes: 2, refundsUnused: true, notStartedBefore }
  return { ...fixed, link, hasRunAfterRefund }
}

function begin(exploration: Exploration): Told {
  const { isHeld, path = [], link } = exploration
  const facts = factsOf(exploration)
  const none = {
    now: paidAt,
    isLinked: link !== null,
    starts: 0,
    refunds: 0,
    captures: 0,
    voids: 0,
  }
  const money = isHeld ? 'held' : 'taken'
  let world = told(transition(undefined, { kind: 'paid', at: paidAt, money }, facts), none)
  for (const [event, laterMs] of path) {
    const at = laterMs === undefined ? (world.cycle.nextCheckAt ?? 0) : world.now + laterMs
    const whole = { ...silence, askedAt: at, ...event, at } as CycleEvent
    world = told(transition(world.cycle, whole, facts), { ...world, now: at })
  }
  return world
}

/** Explores all states that `depth` events can reach, now or at the next check. */
function* explore(exploration: Exploration): Generator<[before: Cycle, after: Cycle]> {
  const facts = factsOf(exploration)
  const seen = new Set<string>()
  let front = [begin(exploration)]
  for (let level = 0; level < depth; level++) {
    const reached: Told[] = []
    for (const before of front) {
      const times = new Set([before.now, Math.max(before.cycle.nextCheckAt ?? 0, before.now)])
      for (const event of [...times].flatMap(eventsAt)) {
        const isLinked = before.isLinked && event.kind !== 'unlinked'
        const link = isLinked ? exploration.link : null
        const step = transition(before.cycle, event, { ...facts, link })
        const after = told(step, { ...before, now: event.at, isLinked })
        const key = JSON.stringify(after)
        if (seen.has(key)) continue
        seen.add(key)
        const fault =
          faultOf(after, facts, exploration.isHeld) ??
          oldNews(before, event, after) ??
          closedByOne(step)
        if (fault) throw new Error(`${fault}: ${JSON.stringify({ before, event, after })}`)
        yield [before.cycle, after.cycle]
        reached.push(after)
      }
    }
    front = reached
  }
}

const relay = { link: { switching: 'relay', evidence: 'answer' }, isHeld: true } as const
const pulses = { link: { switching: 'pulses', evidence: 'measured' }, isHeld: true } as const
const byPower = { link: { switching: 'relay', evidence: 'measured' }, isHeld: true } as const
const look = [{ kind: 'checked' }] as [{ kind: 'checked' }]
const accepted = { kind: 'answered', start: 1, answer: 'accepted', boot: 'a' } as const
const later = { kind: 'reported', runs: 'unknown', askedAt: null } as const

const explorations: [string, Exploration][] = [
  ['a relay', { ...relay, isHeld: false }],
  ['a relay, paid by card', relay],
  ['a relay that is silent', { ...relay, path: Array(6).fill(look) }],
  ['a relay that ran unheard', { ...relay, path: [[accepted, 0], ...Array(15).fill(look)] }],
  ['a relay with power measured', { ...byPower, path: [[accepted, 0]] }],
  [
    'a relay without power',
    {
      ...byPower,
      path: [
        [accepted, 0],
        [{ ...later, runs: 'yes', works: false }, 10_000],
        [later, 301_000],
      ],
    },
  ],
  ['coin pulses', pulses],
  [
    'coin pulses for a payer whose machine ran after a refund',
    {
      ...pulses,
      hasRunAfterRefund: true,
      path: [
        [accepted, 0],
        [{ ...later, works: false }, 10_000],
        [later, 301_000],
      ],
    },
  ],
  [
    'coin pulses and a machine that works',
    {
      ...pulses,
      path: [
        [accepted, 0],
        [{ ...later, works: true }, 1000],
      ],
    },
  ],
  [
    'coin pulses and a machine that fell idle',
    {
      ...pulses,
      path: [
        [accepted, 0],
        [{ ...later, works: true }, 1000],
        [{ ...later, works: false }, 60_000],
        [later, 301_000],
      ],
    },
  ],
  [
    'a free new start',
    {
      ...pulses,
      path: [
        [accepted, 0],
        [{ kind: 'reported', runs: 'no' }, 20_000],
        [{ kind: 'restarted' }, 0],
      ],
    },
  ],
  ['a device without a link', { link: null, isHeld: true }],
]
const transitions = new Map<string, Set<string>>()

test.each(explorations)(
  '%s: never starts twice, refunds too much or lets one payer close a machine',
  (_, of) => {
    let states = 0
    for (const [before, after] of explore(of)) {
      states++
      note(before, after)
    }
    console.log(`${states} states`)
    expect(states).toBeGreaterThan(20)
  },
)

/** The diagram shows an offered new start as its own state. */
function nameOf(cycle: Cycle): string {
  return cycle.state === 'starting' && cycle.isRestartOffered ? 'new_start_offered' : cycle.state
}

function note(before: Cycle, after: Cycle) {
  const [from, to] = [nameOf(before), nameOf(after)]
  if (from === to) return
  const why = 'reason' in after ? after.reason : ''
  const reasons = transitions.get(`${from} --> ${to}`) ?? new Set()
  transitions.set(`${from} --> ${to}`, reasons.add(why))
}

test('has exactly the transitions and reasons of the diagram in docs/develop/cycles.md', () => {
  const drawn = [
    ...readFileSync('docs/develop/cycles.md', 'utf8').matchAll(/^ +(\w+ --> \w+)(?: : (.*))?$/gm),
  ]
  const found = [...transitions].map(
    ([way, reasons]) => [way, [...reasons].sort().join(', ')] as const,
  )
  expect(Object.fromEntries(drawn.map(([, way, reasons = '']) => [way, reasons]))).toEqual(
    Object.fromEntries(found),
  )
})
