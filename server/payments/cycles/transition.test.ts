import type { MinorUnits } from '@coinless/contract/money.ts'
import { describe, expect, test } from 'vitest'
import type { Cycle, CycleEvent, Facts, Report, Transition } from './cycle.ts'
import { transition } from './transition.ts'

const minute = 60_000
const facts: Facts = {
  price: 250 as MinorUnits,
  minutes: 30,
  minimumMinutes: 10,
  link: { switching: 'relay', evidence: 'measured' },
  refundsUnused: true,
  notStartedBefore: null,
  hasRunAfterRefund: false,
}
const accepted = { kind: 'answered', at: 0, start: 1, answer: 'accepted', boot: 'a' } as const

function answerAt(at: number, more: Partial<Report>): Report {
  const unknown = { runs: 'unknown', works: null, hasFault: false, remainingMs: null } as const
  return {
    kind: 'reported',
    at,
    askedAt: at,
    boot: 'a',
    ranMs: null,
    worked: null,
    ...unknown,
    ...more,
  }
}

/** Returns the step of the last event, after a payment at 0. */
function lastOf(events: CycleEvent[], of: Facts = facts): Transition {
  const paid: Transition = transition(undefined, { kind: 'paid', at: 0, money: 'taken' }, of)
  return events.reduce((step, event) => transition(step.cycle, event, of), paid)
}

function given({ cycle, effects }: Transition) {
  const amount = effects.flatMap((effect) => (effect.do === 'refund' ? [effect.amount] : []))
  return {
    state: cycle.state,
    reason: (cycle as Partial<Cycle & { reason: string }>).reason,
    amount,
  }
}

test('switches off and refunds in full a machine without power for five minutes', () => {
  const on = { runs: 'yes', works: false } as const
  const step = lastOf([accepted, answerAt(minute, on), answerAt(5 * minute, on)])
  expect(given(step)).toEqual({ state: 'not_started', reason: 'no_power', amount: [250] })
  expect(step.commands).toContainEqual({ do: 'switch_off' })
})

test('immediately switches off a relay that reports running, and asks again after 5 seconds', () => {
  const refused = { ...accepted, answer: 'fault' } as const
  const on = answerAt(minute, { runs: 'yes' })
  const told = lastOf([refused, on])
  expect(told.commands).toEqual([{ do: 'switch_off' }])
  const step = transition(told.cycle, { ...on, at: minute + 1, askedAt: minute + 1 }, facts)
  expect(step.commands).toEqual([])
  const look = transition(step.cycle, { kind: 'checked', at: minute + 5001, checkingMs: 0 }, facts)
  expect(look.commands).toEqual([{ do: 'switch_off' }, { do: 'ask', at: minute + 5001 }])
})

test('does not take one value after minutes of silence for five minutes without power', () => {
  const low = answerAt(8 * minute, { runs: 'yes', works: false })
  expect(lastOf([accepted, low]).cycle.state).toBe('running')
})

test('counts a relay first heard when it is off as having run, as an estimate', () => {
  const off = answerAt(31 * minute, { runs: 'no', works: false })
  const { cycle, effects } = lastOf([accepted, off])
  expect(cycle).toMatchObject({ state: 'finished', isMeasured: false })
  expect(effects).toEqual([{ do: 'notify_customer' }])
})

test('finishes a cycle as an estimate after two unanswered questions at its end', () => {
  let step = lastOf([accepted])
  for (let looks = 0; step.cycle.nextCheckAt !== null && looks < 60; looks++) {
    step = transition(
      step.cycle,
      { kind: 'checked', at: step.cycle.nextCheckAt, checkingMs: 0 },
      facts,
    )
  }
  const at = 30 * minute + 15_000
  expect(step.cycle).toMatchObject({ state: 'finished', isMeasured: false, at })
})

test('counts silence while a server checks, however late, and not while none does', () => {
  const asked = (lateMs: number, checkingMs: number) => {
    let { cycle } = lastOf([])
    for (let looks = 0; cycle.state === 'starting' && looks < 20; looks++) {
      const at = (cycle.nextCheckAt ?? 0) + lateMs
      cycle = transition(cycle, { kind: 'checked', at, checkingMs: checkingMs }, facts).cycle
    }
    return cycle.state
  }
  expect(asked(5000, 0)).toBe('not_started')
  expect(asked(20_000, 0)).toBe('starting')
  expect(asked(20_000, 15_000)).toBe('not_started')
  expect(asked(20_000, 14_000)).toBe('starting')
})

test('runs on after a moment without power', () => {
  const on = { runs: 'yes' } as const
  const soaking = [true, false, false, true].map((works, n) =>
    answerAt((n + 1) * 4 * minute, { ...on, works }),
  )
  expect(lastOf([accepted, ...soaking]).cycle.state).toBe('running')
})

describe('the refund of an interrupted run, to the cent', () => {
  test.each([
    [9.9, [250]],
    [10, [167]],
    [10.9, [167]],
    [20, [84]],
    [29, [9]],
    [29.8, []],
  ])('after %d of 30 minutes is %j', (ran, amount) => {
    const cut = answerAt(40 * minute, { runs: 'no', boot: 'b', ranMs: ran * minute })
    expect(given(lastOf([accepted, cut])).amount).toEqual(amount)
  })
})

test('does not refund again what a person refunded before', () => {
  const refund = { kind: 'refunded', at: minute, amount: 200 as MinorUnits } as const
  const cut = answerAt(40 * minute, { runs: 'no', boot: 'b', ranMs: 5 * minute })
  expect(given(lastOf([accepted, refund, cut])).amount).toEqual([50])
})

describe('a stop by the customer', () => {
  const events = (ran: number): CycleEvent[] => [
    accepted,
    answerAt(ran * minute, { runs: 'yes', works: true }),
    { kind: 'stopped', at: ran * minute + 1 },
  ]
  const off = (ran: number) => answerAt(ran * minute + 3, { runs: 'no' })

  test('refunds nothing before the machine is off', () => {
    expect(given(lastOf(events(12))).amount).toEqual([])
  })

  test.each([
    [12, true, [150]],
    [5, true, [167]],
    [12, false, []],
    [12.1, true, [142]],
  ])(
    'is settled after %d minutes, with unused minutes refunded: %s',
    (ran, refundsUnused, amount) => {
      const step = lastOf([...events(ran), off(ran)], { ...facts, refundsUnused: refundsUnused })
      expect(given(step)).toEqual({ state: 'finished', reason: 'stopped', amount })
    },
  )

  test.each([
    [0.2, 242],
    [0.9, 242],
    [1.1, 234],
  ])('after %d minutes charges each begun minute at a device without a minimum', (ran, amount) => {
    const free = { ...facts, minimumMinutes: 0, refundsUnused: true }
    expect(given(lastOf([...events(ran), off(ran)], free)).amount).toEqual([amount])
  })

  test('is refused if nothing can be switched off', () => {
    const pulses = { ...facts, link: { switching: 'pulses', evidence: 'answer' } } as const
    expect(lastOf(events(12), pulses).refusal).toBe('cannot_be_stopped')
  })
})

describe('a stop of a machine that has already failed', () => {
  const keeps = { ...facts, refundsUnused: false }
  const stopped = { kind: 'stopped', at: 6 * minute } as const
  const off = { runs: 'no', ranMs: 5 * minute } as const

  test.each([
    ['it was without power', { boot: 'b' }, 'interrupted', 'power_cut'],
    ['it has a fault', { hasFault: true }, 'interrupted', 'fault'],
    ['it is switched off by the stop', {}, 'finished', 'stopped'],
  ])('is refunded in full unless the stop itself ended the run: %s', (_, more, state, reason) => {
    const step = lastOf([accepted, stopped, answerAt(8 * minute, { ...off, ...more })], keeps)
    expect(given(step)).toMatchObject({ state, reason, amount: state === 'finished' ? [] : [250] })
  })

  test('is refunded in full if the machine never had power', () => {
    const idle = answerAt(minute, { runs: 'yes', works: false })
    const step = lastOf([accepted, idle, stopped, answerAt(7 * minute, off)], keeps)
    expect(given(step)).toEqual({ state: 'not_started', reason: 'no_power', amount: [250] })
  })
})

test('refunds what the owner chose when a stop is confirmed after the planned end', () => {
  const stopped = { kind: 'stopped', at: 15 * minute } as const
  for (const [refundsUnused, amount] of [
    [false, []],
    [true, [125]],
  ] as const) {
    const of = { ...facts, refundsUnused }
    let step = lastOf([accepted, stopped], of)
    for (let looks = 0; step.cycle.state === 'running' && looks < 60; looks++) {
      step = transition(
        step.cycle,
        { kind: 'checked', at: step.cycle.nextCheckAt ?? 0, checkingMs: 0 },
        of,
      )
    }
    const counted = answerAt(40 * minute, { runs: 'no', ranMs: 15 * minute })
    expect(given(transition(step.cycle, counted, of))).toEqual({
      state: 'finished',
      reason: 'stopped',
      amount,
    })
  }
})

test('ignores a failed refund of money that the cycle never had', () => {
  const paid = transition(undefined, { kind: 'paid', at: 0, money: 'held' }, facts)
  const refused = { kind: 'answered', at: 1, start: 1, answer: 'door', boot: 'a' } as const
  const { cycle } = transition(paid.cycle, refused, facts)
  const failed = {
    kind: 'refund_failed',
    at: 2,
    amount: 250 as MinorUnits,
    isByPerson: false,
  } as const
  expect(cycle.money).toBe('released')
  expect(transition(cycle, failed, facts)).toEqual({ cycle, effects: [], commands: [] })
})

describe('consecutive cycles that did not start', () => {
  const on = { runs: 'yes', works: false } as const
  const unused = [accepted, answerAt(minute, on), answerAt(5 * minute, on)]
  const refused = (answer: 'fault' | 'door') => [{ ...accepted, answer }]
  const [fromOne, fromAnother] = [{ isSamePayer: true }, { isSamePayer: false }]
  const [sure, doubtful] = [{ isByDevice: true }, { isByDevice: false }]

  test.each<[string, CycleEvent[], Facts['notStartedBefore'], string]>([
    ['a fault, alone', refused('fault'), null, 'open'],
    ['a fault after one, by one payer', refused('fault'), { ...fromOne, ...sure }, 'closed'],
    ['no power, alone', unused, null, 'open'],
    ['no power after no power, by one payer', unused, { ...fromOne, ...doubtful }, 'told'],
    ['no power after a fault, by one payer', unused, { ...fromOne, ...sure }, 'told'],
    ['a fault after no power, by one payer', refused('fault'), { ...fromOne, ...doubtful }, 'told'],
    ['no power after no power, by two payers', unused, { ...fromAnother, ...doubtful }, 'closed'],
    ['a fault after no power, by two', refused('fault'), { ...fromAnother, ...doubtful }, 'closed'],
    ['an open door after a fault', refused('door'), { ...fromOne, ...sure }, 'open'],
  ])(
    'leave the machine open, alert its owner or close it: %s',
    (_, events, notStartedBefore, outcome) => {
      const { effects } = lastOf(events, { ...facts, notStartedBefore })
      const found = effects.flatMap((effect) => {
        if (effect.do === 'out_of_order') return ['closed']
        return effect.do === 'doubted' ? ['told'] : []
      })
      expect(found).toEqual(outcome === 'open' ? [] : [outcome])
    },
  )
})

test('releases a hold if nothing started, and captures it if the machine did', () => {
  const held = transition(undefined, { kind: 'paid', at: 0, money: 'held' }, facts).cycle
  const does = (answer: 'fault' | 'accepted') =>
    transition(held, { ...accepted, answer }, facts).effects.map((effect) => effect.do)
  expect([does('accepted'), does('fault').includes('void')]).toEqual([['capture'], true])
})
