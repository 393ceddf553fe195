import { expect, test } from 'vitest'
import type { RefundState } from '../../platform/card-processors/card-processor.ts'
import { type CardRefund, cardRefundTransition } from './card-refund.ts'

/**
 * Explores every order of two concurrent calls for one refund, with answers and webhooks lost, late and repeated, and
 * a bank that returns the money at any time.
 */
type Found = 'none' | 'pending' | 'succeeded' | 'failed'

interface Call {
  kind: 'refund' | 'find'
  /** On its way; null: not carried out yet; 'none': nothing was found. */
  answer: RefundState['status'] | 'none' | null
}

interface World {
  refund: CardRefund
  found: Found
  isAltered: boolean
  calls: Call[]
  made: number
  effects: string[]
}

const answers = {
  none: 'none',
  pending: 'pending',
  succeeded: 'completed',
  failed: 'failed',
} as const

function carriedOut(world: World, { kind }: Call): World[] {
  if (kind === 'find' || world.found !== 'none') return [world]
  const made = world.made + 1
  return (['pending', 'succeeded', 'failed'] as const).map((found) => ({ ...world, found, made }))
}

/** At most two calls are under way; a step's own next call always follows. */
function called(world: World, kind: Call['kind'] | null): World {
  return kind ? { ...world, calls: [...world.calls, { kind, answer: null }] } : world
}

function answered(world: World, { kind, answer }: Call): World {
  if (answer === 'none' || answer === null) return world
  const state = { status: answer, difference: '' } as RefundState
  const event = { kind: kind === 'find' ? 'found' : 'answered', state } as const
  const { refund, effects, call } = cardRefundTransition(world.refund, event)
  return called({ ...world, refund, effects: [...world.effects, ...effects] }, call)
}

function* moves(world: World): Generator<World> {
  const { refund, calls, found } = world
  for (const kind of ['asked', 'notified'] as const) {
    const { call } = cardRefundTransition(refund, { kind })
    if (call && calls.length < 2) yield called(world, call)
  }
  for (const [index, call] of calls.entries()) {
    const without = { ...world, calls: calls.toSpliced(index, 1) }
    yield without
    if (call.answer !== null) yield answered(without, call)
    else
      for (const after of carriedOut(without, call)) {
        const answer = after.isAltered ? 'unmatched' : answers[after.found]
        yield { ...after, calls: [...after.calls, { ...call, answer }] }
      }
  }
  if (found === 'pending') {
    yield { ...world, found: 'succeeded' }
    yield { ...world, found: 'failed' }
    yield { ...world, isAltered: true }
  }
  if (found === 'succeeded') yield { ...world, found: 'failed' }
}

const effectsOf = {
  pending: [[]],
  completed: [['complete']],
  failed: [['return'], ['complete', 'reverse']],
  unmatched: [['differ']],
}

/** After a webhook whose answer arrives. */
function notified(world: World): World {
  let { call } = cardRefundTransition(world.refund, { kind: 'notified' })
  let now: World = { ...world, calls: [] }
  while (call) {
    const answer = now.isAltered ? 'unmatched' : answers[now.found]
    now = answered(now, { kind: call, answer })
    call = now.calls.pop()?.kind ?? null
  }
  return now
}

test('a refund is made once, and each of its states has one effect, in any order of answers', () => {
  const none = { found: 'none', isAltered: false, made: 0 } as const
  const begun: World = { refund: { status: 'pending' }, ...none, calls: [], effects: [] }
  const seen = new Set([JSON.stringify(begun)])
  const front = [begun]
  for (const before of front)
    for (const after of moves(before)) {
      const key = JSON.stringify(after)
      if (seen.has(key)) continue
      seen.add(key)
      front.push(after)
      const { refund, made, effects, found, isAltered } = after
      const { status } = before.refund
      expect(made, key).toBeLessThanOrEqual(1)
      expect(effectsOf[refund.status], key).toContainEqual(effects)
      if (status === 'failed' || status === 'unmatched') expect(refund, key).toEqual(before.refund)
      if (status === 'completed') expect(['completed', 'failed'], key).toContain(refund.status)
      if (refund.status === 'completed') expect(['succeeded', 'failed'], key).toContain(found)
      if (refund.status === 'failed') expect(found, key).toBe('failed')
      if (found === 'failed' && !isAltered)
        expect(notified(after).refund.status, key).toBe('failed')
    }
  const ends = new Set(front.map(({ refund, effects }) => `${refund.status}: ${effects}`))
  expect([...ends].sort()).toEqual([
    'completed: complete',
    'failed: complete,reverse',
    'failed: return',
    'pending: ',
    'unmatched: differ',
  ])
})
