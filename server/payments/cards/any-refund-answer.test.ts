import { expect, test } from 'vitest'
import type { RefundState } from '../../platform/card-processors/card-processor.ts'
import { type CardRefund, cardRefundTransition } from './card-refund.ts'

/** Explores every order of two concurrent calls for one refund, with answers lost, late and repeated. */
type Found = 'none' | 'pending' | 'succeeded' | 'failed'

interface World {
  refund: CardRefund
  found: Found
  isAltered: boolean
  /** Answers on their way; null: not carried out yet. */
  calls: (RefundState['status'] | null)[]
  made: number
  effects: string[]
}

const answers = {
  none: 'pending',
  pending: 'pending',
  succeeded: 'completed',
  failed: 'failed',
} as const

function carriedOut(world: World): World[] {
  if (world.found !== 'none') return [world]
  const made = world.made + 1
  return (['pending', 'succeeded', 'failed'] as const).map((found) => ({ ...world, found, made }))
}

function* moves(world: World): Generator<World> {
  const { refund, calls, found } = world
  const isAsked = cardRefundTransition(refund, { kind: 'asked' }).call === 'refund'
  if (calls.length < 2 && isAsked) yield { ...world, calls: [...calls, null] }
  for (const [index, answer] of calls.entries()) {
    const without = { ...world, calls: calls.toSpliced(index, 1) }
    yield without
    if (answer === null) {
      for (const after of carriedOut(without)) {
        const status = after.isAltered ? 'unmatched' : answers[after.found]
        yield { ...after, calls: [...after.calls, status] }
      }
    } else {
      const state = { status: answer, difference: '' } as RefundState
      const step = cardRefundTransition(refund, { kind: 'answered', state })
      yield { ...without, refund: step.refund, effects: [...world.effects, ...step.effects] }
    }
  }
  if (found === 'pending') {
    yield { ...world, found: 'succeeded' }
    yield { ...world, found: 'failed' }
    yield { ...world, isAltered: true }
  }
}

const effectsOf = {
  pending: [],
  completed: ['complete'],
  failed: ['return'],
  unmatched: ['differ'],
}

test('a refund is made once, and its end is final and has one effect', () => {
  const none = { found: 'none', isAltered: false, calls: [], made: 0, effects: [] } as const
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
      const isFinal = before.refund.status !== 'pending'
      expect(made, key).toBeLessThanOrEqual(1)
      expect(effects, key).toEqual(effectsOf[refund.status])
      if (isFinal) expect(refund, key).toEqual(before.refund)
      if (refund.status === 'completed') expect([found, isAltered], key).toContain('succeeded')
      if (refund.status === 'failed') expect(found, key).toBe('failed')
    }
  const ends = new Set(front.map(({ refund }) => refund.status))
  expect([...ends].sort()).toEqual(['completed', 'failed', 'pending', 'unmatched'])
})
