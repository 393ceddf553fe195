import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  type Asker,
  type Charge,
  type ChargeCall,
  type ChargeEvent,
  chargeTransition,
  type Decision,
} from './charge.ts'

/**
 * Explores every order in which calls, answers and the cycle can meet. Two calls are under way at once, and each is
 * made, carried out and applied in separate moves, so that late, stale and lost answers occur in any order.
 */
type Answer = 'prepared' | 'held' | 'completed' | 'failed' | 'pending' | 'unmatched'

interface Call {
  by: Asker
  call: ChargeCall
  hasCard: boolean
  /** Null: the processor has not carried it out. */
  answer: Answer | null
  /** Position in the chain of calls that one question causes. */
  position: number
}

interface World {
  charge: Charge
  decision: Decision
  /** The charge at the processor. */
  found: 'none' | 'new' | 'asking' | 'processing' | 'declined' | 'held' | 'taken' | 'canceled'
  isAltered: boolean
  calls: Call[]
  records: number
  ends: number
  losses: number
  starts: number
  /** How often each accident can still happen. */
  left: { lost: number; expiry: number; dashboard: number; retry: number }
}

interface Scenario {
  isHold: boolean
  /** The processor asks for a capture of each charge. */
  isManual?: boolean
  canAlter?: boolean
}

type Move = [name: string, after: World]

const callsAtOnce = 2
const longestChain = 4
const depth = 11

function settled(world: World, { isHold }: Scenario): [World, Answer] {
  if (world.isAltered) return [world, 'unmatched']
  switch (world.found) {
    case 'none':
    case 'new':
      return [world, 'prepared']
    case 'asking':
    case 'processing':
      return [world, 'pending']
    case 'held':
      return isHold ? [world, 'held'] : [{ ...world, found: 'taken' }, 'completed']
    case 'taken':
      return [world, 'completed']
    default:
      return [{ ...world, found: 'canceled' }, 'failed']
  }
}

function approved({ isHold, isManual }: Scenario) {
  return isHold || isManual ? ('held' as const) : ('taken' as const)
}

/** All outcomes of a call at the processor. */
function carriedOut(world: World, call: ChargeCall, of: Scenario): [World, Answer][] {
  const { found, isAltered } = world
  if (call === 'prepare')
    return [[found === 'none' ? { ...world, found: 'new' } : world, 'prepared']]
  if (isAltered) return [[world, 'unmatched']]
  if (call === 'confirm' && found === 'new') {
    const outcomes = ['asking', 'processing', 'declined', approved(of)] as const
    return outcomes.map((found) => settled({ ...world, found }, of))
  }
  if (call === 'capture') {
    const [before, answer] = settled(world, of)
    if (answer !== 'held') return [[before, answer]]
    return [
      [{ ...before, found: 'taken' }, 'completed'],
      [{ ...before, found: 'canceled' }, 'failed'],
    ]
  }
  if (call === 'cancel') {
    if (found === 'taken') return [[world, 'completed']]
    if (found === 'processing') return [[world, 'pending']]
    return [[{ ...world, found: 'canceled' }, 'failed']]
  }
  return [settled(world, of)]
}

const ways = new Set<string>()
const stored = new Set<string>()

/** The diagram distinguishes pending charges. */
function nameOf({ status, isPrepared, isRefused }: Charge): string {
  if (status !== 'pending') return status
  return isRefused ? 'refused' : isPrepared ? 'prepared' : 'begun'
}

/** Applies an event, and makes the call that it asks for. */
function applied(world: World, event: ChargeEvent, from?: Partial<Call>): World {
  const { charge, effects, call } = chargeTransition(world.charge, event, world.decision)
  const [before, after] = [nameOf(world.charge), nameOf(charge)]
  if (before !== after) ways.add(`${before} --> ${after}`)
  stored.add(`${world.charge.status} ${charge.status}`)
  const { by = 'anyone', position = 0, hasCard = false } = from ?? {}
  const next = { by, hasCard, answer: null, position: position + 1 }
  return {
    ...world,
    charge,
    records: world.records + effects.filter((effect) => effect === 'complete').length,
    ends: world.ends + effects.filter((effect) => effect !== 'lose').length,
    losses: world.losses + effects.filter((effect) => effect === 'lose').length,
    calls: call ? [...world.calls, { ...next, call }] : world.calls,
  }
}

function* questions(world: World): Generator<Move> {
  if (world.calls.length >= callsAtOnce) return
  for (const by of ['payer', 'anyone'] as const) {
    const asked = applied(world, { kind: 'asked', by }, { by, hasCard: by === 'payer' })
    const call = asked.calls.at(-1)?.call
    if (asked.calls.length > world.calls.length) yield [`${by} asks: ${call}`, asked]
  }
  // The machine was asked before the charge was prepared, maybe by another call.
  yield ['refused before', applied(world, { kind: 'refused' })]
  yield ['given up', applied(world, { kind: 'given_up' })]
}

function* answers(world: World, index: number, of: Scenario): Generator<Move> {
  const call = world.calls[index] as Call
  const without = { ...world, calls: world.calls.filter((each) => each !== call) }
  const lessLuck = { ...world.left, lost: world.left.lost - 1 }
  if (call.call === 'start_machine') return yield* starts(without, call)
  if (call.answer === null) {
    for (const [after, answer] of carriedOut(without, call.call, of))
      yield [
        `processor ${call.call}: ${answer}`,
        { ...after, calls: [...after.calls, { ...call, answer }] },
      ]
  } else if (call.call === 'prepare') {
    yield ['applied prepared', applied(without, { kind: 'prepared' }, { ...call, hasCard: false })]
  } else {
    const { answer: status, by, hasCard } = call
    const event = { kind: 'answered', state: { status, difference: '' }, by, hasCard } as const
    yield [`applied ${status}`, applied(without, event as ChargeEvent, { ...call, hasCard: false })]
  }
  if (world.left.lost > 0) yield [`lost ${call.call}`, { ...without, left: lessLuck }]
}

/** The row's lock lets only one call start the machine. After it the charge is asked for again. */
function* starts(world: World, call: Call): Generator<Move> {
  const { charge, decision } = world
  const from = { ...call, by: 'anyone', hasCard: false } as const
  const again = { kind: 'asked', by: 'anyone' } as const
  if (charge.status !== 'pending' || charge.isRefused || decision !== 'none')
    return yield ['nothing to start', applied(world, again, from)]
  const starts = world.starts + 1
  yield ['machine starts', applied({ ...world, decision: 'wait', starts }, again, from)]
  yield ['machine refuses', applied(world, { kind: 'refused' }, from)]
}

function* accidents(world: World, of: Scenario): Generator<Move> {
  const { found, left, decision } = world
  if (decision === 'wait')
    for (const decided of ['take', 'release'] as const)
      yield [`cycle decides: ${decided}`, { ...world, decision: decided }]
  if (found === 'asking' || found === 'processing') {
    yield ['bank approves', { ...world, found: approved(of) }]
    yield ['bank declines', { ...world, found: 'declined' }]
  }
  if (found === 'declined' && left.retry > 0)
    yield ['payer tries again', { ...world, found: 'asking', left: { ...left, retry: 0 } }]
  if (found === 'held' && left.expiry > 0)
    yield ['hold expires', { ...world, found: 'canceled', left: { ...left, expiry: 0 } }]
  if (left.dashboard === 0) return
  const used = { ...world, left: { ...left, dashboard: 0 } }
  if (found === 'held') yield ['dashboard captures', { ...used, found: 'taken' }]
  if (of.canAlter && found !== 'none' && !world.isAltered)
    yield ['dashboard alters', { ...used, isAltered: true }]
}

function* moves(world: World, of: Scenario): Generator<Move> {
  yield* questions(world)
  for (const index of world.calls.keys()) yield* answers(world, index, of)
  yield* accidents(world, of)
}

function faultOf(before: World, move: string, world: World): string | undefined {
  const { charge, decision, found, isAltered, records, ends, losses, starts } = world
  const { status } = charge
  const hasNewCall = world.calls.length > before.calls.length
  const isVoided = before.found !== 'canceled' && found === 'canceled' && /cancel:/.test(move)
  const isCaptured = before.found !== 'taken' && found === 'taken' && /capture:/.test(move)
  if (records > 1 || ends > 1) return 'ended twice'
  if ((status === 'completed') !== (records === 1)) return 'completed without a record'
  if (records === 1 && found !== 'taken') return 'recorded what was not taken'
  if (status === 'failed' && !isAltered && !['none', 'new', 'canceled'].includes(found))
    return 'failed, but can be taken'
  if (status === 'unmatched' && !isAltered) return 'unmatched without a difference'
  if (starts > 1) return 'started twice'
  if (starts > 0 && charge.isRefused) return 'started and refused'
  if (isCaptured && decision !== 'take') return 'captured before the decision'
  if (isVoided && decision === 'take' && !charge.isRefused) return 'voided for a machine that ran'
  if (decision === 'wait' && before.charge.status !== status) return 'ended before the decision'
  if (decision === 'wait' && hasNewCall && /asks|given/.test(move))
    return 'asked before the decision'
  if (losses > 1 || (losses > 0 && records > 0)) return 'a loss too many'
  if (world.calls.some(({ position }) => position > longestChain))
    return 'a chain of calls too long'
  return undefined
}

/** No more accidents, and only the reconciler asks, about pending charges. @returns the fault of the end */
function endFault(world: World, of: Scenario): string | undefined {
  let calm = { ...world, left: { lost: 0, expiry: 0, dashboard: 0, retry: 0 } }
  for (let turn = 0; turn < 60; turn++) {
    if (calm.calls[0]) {
      const outcomes = [...answers(calm, 0, of)]
      calm = outcomes.at(turn % 2 ? -1 : 0)?.[1] ?? calm
    } else if (calm.decision === 'wait') calm = { ...calm, decision: turn % 2 ? 'take' : 'release' }
    else if (calm.found === 'processing') calm = { ...calm, found: approved(of) }
    else if (calm.charge.status === 'pending') calm = applied(calm, { kind: 'given_up' })
    else break
  }
  const { charge, decision, found, records, losses } = calm
  if (charge.status === 'pending') return 'left pending'
  if (charge.status === 'completed' && found !== 'taken') return 'completed, but not taken'
  if (decision === 'take' && records + losses !== 1) return 'ran without money and without a loss'
  return undefined
}

const scenarios: [string, Scenario][] = [
  ['an immediate charge', { isHold: false, canAlter: true }],
  [
    'an immediate charge that the processor only holds',
    { isHold: false, isManual: true, canAlter: true },
  ],
  ['a hold', { isHold: true }],
  ['a hold that is altered at the processor', { isHold: true, canAlter: true }],
]

test.each(scenarios)('%s is recorded once if the money was taken, never otherwise', (_, of) => {
  const charge = {
    status: 'pending',
    isPrepared: false,
    isHold: of.isHold,
    isRefused: false,
  } as const
  const none = { records: 0, ends: 0, losses: 0, starts: 0, isAltered: false, calls: [] }
  const left = { lost: 1, expiry: 1, dashboard: 1, retry: 1 }
  const begun: World = { charge, decision: 'none', found: 'none', ...none, left }
  const paths = new Map([[JSON.stringify(begun), '']])
  let front = [begun]
  for (let level = 0; level < depth; level++) {
    const reached: World[] = []
    for (const before of front) {
      const path = paths.get(JSON.stringify(before))
      for (const [move, after] of moves(before, of)) {
        const key = JSON.stringify(after)
        if (paths.has(key)) continue
        const here = `${path}\n${move}`
        paths.set(key, here)
        const fault = faultOf(before, move, after) ?? endFault(after, of)
        if (fault) throw new Error(`${fault}:${here}\n${key}`)
        reached.push(after)
      }
    }
    front = reached
  }
  expect(paths.size).toBeGreaterThan(1000)
})

test('has exactly the transitions of the diagram in docs/develop/card-money.md', () => {
  const text = readFileSync('docs/develop/card-money.md', 'utf8')
  const drawn = [...text.matchAll(/^ +(\w+ --> \w+)(?: :.*)?$/gm)].map(([, way]) => way)
  expect(drawn.sort()).toEqual([...ways].sort())
})

test('changes status only as the database allows', () => {
  const sql = readFileSync('server/platform/database/schema/14-card-payments.sql', 'utf8')
  const allowed = [...sql.matchAll(/\('(\w+)', '(\w+)'\)/g)].map(([, from, to]) => `${from} ${to}`)
  const changes = [...stored].filter((pair) => new Set(pair.split(' ')).size === 2)
  expect(allowed).toEqual(expect.arrayContaining(changes))
  expect(changes).toHaveLength(3)
})
