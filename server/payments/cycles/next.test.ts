import type { Cents } from '@coinless/contract/money.ts'
import { describe, expect, test } from 'vitest'
import type { Cycle, CycleEvent, Facts, Report, Step } from './cycle.ts'
import { next } from './next.ts'

const minute = 60_000
const facts: Facts = {
  price: 250 as Cents,
  minutes: 30,
  minimumMinutes: 10,
  link: { switching: 'relay', evidence: 'measured' },
  givesBackUnused: true,
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

/** What the last of these events does, after a payment at 0. */
function lastOf(events: CycleEvent[], of: Facts = facts): Step {
  const paid: Step = next(undefined, { kind: 'paid', at: 0, money: 'taken' }, of)
  return events.reduce((step, event) => next(step.cycle, event, of), paid)
}

function given({ cycle, write }: Step) {
  const cents = write.flatMap((effect) => (effect.do === 'refund' ? [effect.cents] : []))
  return {
    state: cycle.state,
    reason: (cycle as Partial<Cycle & { reason: string }>).reason,
    cents,
  }
}

test('a machine without power for five minutes is switched off, and everything goes back', () => {
  const on = { runs: 'yes', works: false } as const
  const step = lastOf([accepted, answerAt(minute, on), answerAt(5 * minute, on)])
  expect(given(step)).toEqual({ state: 'not_started', reason: 'no_power', cents: [250] })
  expect(step.send).toContainEqual({ do: 'switch_off' })
})

test('a relay that says that it runs on is switched off at once, and asked again 5 seconds later', () => {
  const refused = { ...accepted, answer: 'fault' } as const
  const on = answerAt(minute, { runs: 'yes' })
  const told = lastOf([refused, on])
  expect(told.send).toEqual([{ do: 'switch_off' }])
  const step = next(told.cycle, { ...on, at: minute + 1, askedAt: minute + 1 }, facts)
  expect(step.send).toEqual([])
  const look = next(step.cycle, { kind: 'looked', at: minute + 5001, lookingMs: 0 }, facts)
  expect(look.send).toEqual([{ do: 'switch_off' }, { do: 'ask', at: minute + 5001 }])
})

test('one value after a silence of minutes is not five minutes without power', () => {
  const low = answerAt(8 * minute, { runs: 'yes', works: false })
  expect(lastOf([accepted, low]).cycle.state).toBe('running')
})

test('a relay that nobody heard until it was off counts as having run, estimated', () => {
  const off = answerAt(31 * minute, { runs: 'no', works: false })
  const { cycle, write } = lastOf([accepted, off])
  expect(cycle).toMatchObject({ state: 'finished', isMeasured: false })
  expect(write).toEqual([{ do: 'notify_customer' }])
})

test('a cycle at whose end nobody answers two questions is finished, estimated', () => {
  let step = lastOf([accepted])
  for (let looks = 0; step.cycle.lookAt !== null && looks < 60; looks++) {
    step = next(step.cycle, { kind: 'looked', at: step.cycle.lookAt, lookingMs: 0 }, facts)
  }
  const at = 30 * minute + 15_000
  expect(step.cycle).toMatchObject({ state: 'finished', isMeasured: false, at })
})

test('silence counts while somebody looks, however late, and not while nobody was there', () => {
  const asked = (lateMs: number, lookingMs: number) => {
    let { cycle } = lastOf([])
    for (let looks = 0; cycle.state === 'starting' && looks < 20; looks++) {
      const at = (cycle.lookAt ?? 0) + lateMs
      cycle = next(cycle, { kind: 'looked', at, lookingMs }, facts).cycle
    }
    return cycle.state
  }
  expect(asked(5000, 0)).toBe('not_started')
  expect(asked(20_000, 0)).toBe('starting')
  expect(asked(20_000, 15_000)).toBe('not_started')
  expect(asked(20_000, 14_000)).toBe('starting')
})

test('a moment without power ends nothing', () => {
  const on = { runs: 'yes' } as const
  const soaking = [true, false, false, true].map((works, n) =>
    answerAt((n + 1) * 4 * minute, { ...on, works }),
  )
  expect(lastOf([accepted, ...soaking]).cycle.state).toBe('running')
})

describe('of a run that was cut short the minutes that did not run go back, to the cent', () => {
  test.each([
    [9.9, [250]],
    [10, [167]],
    [10.9, [167]],
    [20, [84]],
    [29, [9]],
    [29.8, []],
  ])('after %d of 30 minutes: %j', (ran, cents) => {
    const cut = answerAt(40 * minute, { runs: 'no', boot: 'b', ranMs: ran * minute })
    expect(given(lastOf([accepted, cut])).cents).toEqual(cents)
  })
})

test('what a person gave back before is not given back again', () => {
  const refund = { kind: 'refunded', at: minute, cents: 200 as Cents } as const
  const cut = answerAt(40 * minute, { runs: 'no', boot: 'b', ranMs: 5 * minute })
  expect(given(lastOf([accepted, refund, cut])).cents).toEqual([50])
})

describe('a customer who stops', () => {
  const events = (ran: number): CycleEvent[] => [
    accepted,
    answerAt(ran * minute, { runs: 'yes', works: true }),
    { kind: 'stopped', at: ran * minute + 1 },
  ]
  const off = (ran: number) => answerAt(ran * minute + 3, { runs: 'no' })

  test('gets nothing before the machine is off', () => {
    expect(given(lastOf(events(12))).cents).toEqual([])
  })

  test.each([
    [12, true, [150]],
    [5, true, [167]],
    [12, false, []],
    [12.1, true, [142]],
  ])('after %d minutes, with unused minutes given back: %s', (ran, givesBackUnused, cents) => {
    const step = lastOf([...events(ran), off(ran)], { ...facts, givesBackUnused })
    expect(given(step)).toEqual({ state: 'finished', reason: 'stopped', cents })
  })

  test.each([
    [0.2, 242],
    [0.9, 242],
    [1.1, 234],
  ])(
    'after %d minutes at a device without a minimum pays for each that has begun',
    (ran, cents) => {
      const free = { ...facts, minimumMinutes: 0, givesBackUnused: true }
      expect(given(lastOf([...events(ran), off(ran)], free)).cents).toEqual([cents])
    },
  )

  test('is refused where nothing can be switched off', () => {
    const pulses = { ...facts, link: { switching: 'pulses', evidence: 'answer' } } as const
    expect(lastOf(events(12), pulses).refusal).toBe('cannot_be_stopped')
  })
})

describe('a customer who stops a machine that is dead already loses nothing by that', () => {
  const keeps = { ...facts, givesBackUnused: false }
  const stopped = { kind: 'stopped', at: 6 * minute } as const
  const off = { runs: 'no', ranMs: 5 * minute } as const

  test.each([
    ['it was without power', { boot: 'b' }, 'interrupted', 'power_cut'],
    ['it has a fault', { hasFault: true }, 'interrupted', 'fault'],
    ['it is switched off by the stop', {}, 'finished', 'stopped'],
  ])('%s', (_, more, state, reason) => {
    const step = lastOf([accepted, stopped, answerAt(8 * minute, { ...off, ...more })], keeps)
    expect(given(step)).toMatchObject({ state, reason, cents: state === 'finished' ? [] : [250] })
  })

  test('it never had power', () => {
    const idle = answerAt(minute, { runs: 'yes', works: false })
    const step = lastOf([accepted, idle, stopped, answerAt(7 * minute, off)], keeps)
    expect(given(step)).toEqual({ state: 'not_started', reason: 'no_power', cents: [250] })
  })
})

test('a stop that is confirmed after the planned end gives back what the owner chose, as any stop', () => {
  const stopped = { kind: 'stopped', at: 15 * minute } as const
  for (const [givesBackUnused, cents] of [
    [false, []],
    [true, [125]],
  ] as const) {
    const of = { ...facts, givesBackUnused }
    let step = lastOf([accepted, stopped], of)
    for (let looks = 0; step.cycle.state === 'running' && looks < 60; looks++) {
      step = next(step.cycle, { kind: 'looked', at: step.cycle.lookAt ?? 0, lookingMs: 0 }, of)
    }
    const counted = answerAt(40 * minute, { runs: 'no', ranMs: 15 * minute })
    expect(given(next(step.cycle, counted, of))).toEqual({
      state: 'finished',
      reason: 'stopped',
      cents,
    })
  }
})

test('a refund that fails of money that was never the cycle’s changes nothing of the cycle', () => {
  const paid = next(undefined, { kind: 'paid', at: 0, money: 'held' }, facts)
  const refused = { kind: 'answered', at: 1, start: 1, answer: 'door', boot: 'a' } as const
  const { cycle } = next(paid.cycle, refused, facts)
  const failed = { kind: 'refund_failed', at: 2, cents: 250 as Cents, isByPerson: false } as const
  expect(cycle.money).toBe('released')
  expect(next(cycle, failed, facts)).toEqual({ cycle, write: [], send: [] })
})

describe('of cycles in a row that did not start', () => {
  const on = { runs: 'yes', works: false } as const
  const unused = [accepted, answerAt(minute, on), answerAt(5 * minute, on)]
  const refused = (answer: 'fault' | 'door') => [{ ...accepted, answer }]
  const [fromOne, fromAnother] = [{ isSamePayer: true }, { isSamePayer: false }]
  const [sure, doubtful] = [{ isSure: true }, { isSure: false }]

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
  ])('%s', (_, events, notStartedBefore, outcome) => {
    const { write } = lastOf(events, { ...facts, notStartedBefore })
    const found = write.flatMap((effect) => {
      if (effect.do === 'out_of_order') return ['closed']
      return effect.do === 'doubted' ? ['told'] : []
    })
    expect(found).toEqual(outcome === 'open' ? [] : [outcome])
  })
})

test('a card that was only held is let go when nothing started, and captured when it did', () => {
  const held = next(undefined, { kind: 'paid', at: 0, money: 'held' }, facts).cycle
  const does = (answer: 'fault' | 'accepted') =>
    next(held, { ...accepted, answer }, facts).write.map((effect) => effect.do)
  expect([does('accepted'), does('fault').includes('void')]).toEqual([['capture'], true])
})
