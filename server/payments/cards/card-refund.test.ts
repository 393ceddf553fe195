import { expect, test } from 'vitest'
import type { RefundState } from '../../platform/card-processors/card-processor.ts'
import { type CardRefund, cardRefundTransition } from './card-refund.ts'

type Status = CardRefund['status']
type Event = Parameters<typeof cardRefundTransition>[1]

const asked: Event = { kind: 'asked' }
const notified: Event = { kind: 'notified' }
const stateOf = (status: Status) =>
  (status === 'unmatched' ? { status, difference: 'amount' } : { status }) as RefundState
const answered = (status: Status): Event => ({ kind: 'answered', state: stateOf(status) })
const found = (status: Status): Event => ({ kind: 'found', state: stateOf(status) })

const rows: [Status, Event, expected: { to?: Status; effects?: string[]; call?: string }][] = [
  ['pending', asked, { call: 'refund' }],
  ['pending', notified, { call: 'refund' }],
  ['pending', answered('pending'), {}],
  ['pending', answered('completed'), { to: 'completed', effects: ['complete'] }],
  ['pending', answered('failed'), { to: 'failed', effects: ['return'] }],
  ['pending', answered('unmatched'), { to: 'unmatched', effects: ['differ'] }],
  ['completed', asked, {}],
  ['completed', notified, { call: 'find' }],
  ['completed', answered('failed'), { call: 'find' }],
  ['completed', found('failed'), { to: 'failed', effects: ['reverse'] }],
  ['completed', found('completed'), {}],
  ['completed', answered('unmatched'), {}],
]

test.each(rows)('moves a %s refund by %j to %j', (status, event, expected) => {
  const { to = status, effects = [], call = null } = expected
  expect(cardRefundTransition({ status }, event)).toEqual({ refund: { status: to }, effects, call })
})

test.each(['failed', 'unmatched'] as const)('never leaves the state %s', (status) => {
  for (const [, event] of rows) {
    const step = { refund: { status }, effects: [], call: null }
    expect(cardRefundTransition({ status }, event)).toEqual(step)
  }
})
