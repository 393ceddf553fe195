import { expect, test } from 'vitest'
import { type Charge, type ChargeEvent, chargeTransition, type Decision } from './charge.ts'

const begun: Charge = { status: 'pending', isPrepared: false, isHold: false, isRefused: false }
const begunHold: Charge = { ...begun, isHold: true }
const prepared: Charge = { ...begun, isPrepared: true }
const hold: Charge = { ...prepared, isHold: true }
const refused: Charge = { ...hold, isRefused: true }
const failed = (charge: Charge): Charge => ({ ...charge, status: 'failed' })

const payer: ChargeEvent = { kind: 'asked', by: 'payer' }
const anyone: ChargeEvent = { kind: 'asked', by: 'anyone' }
const givenUp: ChargeEvent = { kind: 'given_up' }
const refuses: ChargeEvent = { kind: 'refused' }

type Status = 'prepared' | 'pending' | 'held' | 'completed' | 'failed' | 'unmatched'

function answer(status: Status, by: 'payer' | 'anyone' = 'anyone', hasCard = false): ChargeEvent {
  const state = status === 'unmatched' ? { status, difference: 'amount' } : { status }
  return { kind: 'answered', state, by, hasCard }
}

const decisions: Decision[] = ['none', 'wait', 'take', 'release']
type Row = [
  Charge,
  ChargeEvent,
  Decision,
  expected: { to?: Charge; effects?: string[]; call?: string },
]

const rows: Row[] = [
  [begun, payer, 'none', { call: 'prepare' }],
  [begun, anyone, 'none', {}],
  [begun, { kind: 'prepared' }, 'none', { to: prepared, call: 'confirm' }],
  [refused, { kind: 'prepared' }, 'none', {}],
  [begun, refuses, 'none', { to: failed({ ...begun, isRefused: true }), effects: ['fail'] }],
  [
    begunHold,
    refuses,
    'none',
    { to: failed({ ...begunHold, isRefused: true }), effects: ['fail'] },
  ],
  [begun, givenUp, 'none', { to: failed(begun), effects: ['fail'] }],
  [
    begunHold,
    givenUp,
    'none',
    { to: failed({ ...begunHold, isRefused: true }), effects: ['fail'] },
  ],
  [prepared, anyone, 'none', { call: 'settle' }],
  [prepared, anyone, 'wait', { call: 'settle' }],
  [prepared, answer('pending', 'payer', true), 'none', {}],
  [prepared, refuses, 'none', {}],
  [prepared, givenUp, 'none', { call: 'cancel' }],
  [hold, anyone, 'none', { call: 'settle' }],
  [hold, anyone, 'wait', {}],
  [hold, anyone, 'take', { call: 'capture' }],
  [hold, anyone, 'release', { call: 'cancel' }],
  [hold, refuses, 'none', { to: refused, call: 'cancel' }],
  [hold, refuses, 'wait', {}],
  [hold, givenUp, 'none', { to: refused, call: 'cancel' }],
  [hold, givenUp, 'wait', {}],
  [hold, givenUp, 'take', { call: 'capture' }],
  [refused, anyone, 'none', { call: 'cancel' }],
  [refused, givenUp, 'none', { call: 'cancel' }],
  [prepared, answer('prepared', 'payer', true), 'none', { call: 'confirm' }],
  [prepared, answer('prepared', 'payer', false), 'none', {}],
  [refused, answer('prepared', 'payer', true), 'none', {}],
  [hold, answer('pending', 'payer'), 'none', {}],
  [hold, answer('held', 'payer'), 'none', { call: 'start_machine' }],
  [hold, answer('held', 'anyone'), 'none', {}],
  [hold, answer('held', 'payer'), 'wait', {}],
  [refused, answer('held', 'payer'), 'none', {}],
  [prepared, answer('held', 'payer'), 'none', {}],
  [hold, answer('completed'), 'wait', {}],
  [hold, answer('failed'), 'wait', {}],
  [hold, answer('unmatched'), 'wait', {}],
  [
    prepared,
    answer('completed'),
    'none',
    { to: { ...prepared, status: 'completed' }, effects: ['complete'] },
  ],
  [
    hold,
    answer('completed'),
    'take',
    { to: { ...hold, status: 'completed' }, effects: ['complete'] },
  ],
  [hold, answer('failed'), 'release', { to: failed(hold), effects: ['fail'] }],
  [hold, answer('failed'), 'take', { to: failed(hold), effects: ['fail', 'lose'] }],
  [
    hold,
    answer('unmatched'),
    'take',
    { to: { ...hold, status: 'unmatched' }, effects: ['differ', 'lose'] },
  ],
]

test.each(rows)(
  'moves %j by %j with the decision %s to %j',
  (charge, event, decision, expected) => {
    const { to = charge, effects = [], call = null } = expected
    expect(chargeTransition(charge, event, decision)).toEqual({ charge: to, effects, call })
  },
)

test('never leaves a final state', () => {
  const events = rows.map(([, event]) => event)
  for (const status of ['completed', 'failed', 'unmatched'] as const)
    for (const event of events)
      for (const decision of decisions)
        for (const charge of [prepared, hold, refused]) {
          const ended = { ...charge, status }
          const step = chargeTransition(ended, event, decision)
          expect(step).toEqual({ charge: ended, effects: [], call: null })
        }
})
