import type { MinorUnits } from '@coinless/contract/money.ts'
import { expect, test } from 'vitest'
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

test.each([
  [0, 250],
  [null, 250],
])(
  'refunds a relay that is off after an accepted start within 60 seconds, counted %s',
  (ranMs, amount) => {
    const off = answerAt(1000, { askedAt: null, runs: 'no', ranMs })
    const early = lastOf([accepted, off])
    expect(early.cycle.nextCheckAt).toBe(10_000)
    const asked = transition(early.cycle, { kind: 'checked', at: 10_000, checkingMs: 0 }, facts)
    expect(asked.commands).toEqual([{ do: 'ask', at: 10_000 }])
    const step = transition(
      asked.cycle,
      answerAt(10_100, { ...off, askedAt: 10_000, at: 10_100 }),
      facts,
    )
    expect(given(step)).toEqual({ state: 'not_started', reason: 'did_not_run', amount: [amount] })
  },
)

test('asks about a start every 5 seconds until an answer confirms that it runs', () => {
  const looks: number[] = []
  let { cycle } = lastOf([accepted])
  const look = () => {
    looks.push((cycle.nextCheckAt ?? 0) / 1000)
    const event = { kind: 'checked', at: cycle.nextCheckAt ?? 0, checkingMs: 0 } as const
    cycle = transition(cycle, event, facts).cycle
  }
  for (let n = 0; n < 8; n++) look()
  expect(looks).toEqual([10, 15, 20, 25, 30, 35, 40, 100])
  looks.length = 0
  cycle = lastOf([accepted]).cycle
  look()
  cycle = transition(cycle, answerAt(10_001, { askedAt: 10_000, runs: 'yes' }), facts).cycle
  look()
  expect(looks).toEqual([10, 70])
})

test('immediately switches off a relay that comes back, and at most every 5 seconds', () => {
  const minutes = 5 * minute
  let { cycle } = lastOf([
    accepted,
    answerAt(minutes, { runs: 'yes' }),
    { kind: 'stopped', at: minutes + 1 },
  ])
  for (let n = 0; n < 8; n++)
    cycle = transition(
      cycle,
      { kind: 'checked', at: cycle.nextCheckAt ?? 0, checkingMs: 0 },
      facts,
    ).cycle
  const back = minutes + 80_000
  const sent: number[] = []
  for (let at = back; at < back + 20_000; at += 50) {
    if (at >= (cycle.nextCheckAt ?? 0))
      cycle = transition(cycle, { kind: 'checked', at, checkingMs: 0 }, facts).cycle
    const step = transition(cycle, answerAt(at, { askedAt: null, runs: 'yes' }), facts)
    if (step.commands.some((each) => each.do === 'switch_off')) sent.push(at - back)
    cycle = step.cycle
  }
  expect(sent[0]).toBe(0)
  expect(sent).toHaveLength(1)
  const off = transition(cycle, answerAt(back + 20_001, { runs: 'no' }), facts)
  expect(off.cycle).toMatchObject({ state: 'finished', reason: 'stopped' })
})

test('leaves the next refund to the owner if a coin machine ran for this payer after one', () => {
  const byPulses = { ...facts, link: { switching: 'pulses', evidence: 'measured' } } as const
  const idle = { runs: 'yes', works: false } as const
  const events = [accepted, answerAt(minute, idle), answerAt(5 * minute, idle)]
  expect(given(lastOf(events, byPulses)).amount).toEqual([250])
  const { cycle, effects } = lastOf(events, { ...byPulses, hasRunAfterRefund: true })
  expect(cycle).toMatchObject({
    state: 'finished',
    reason: 'undecided',
    refundedAmount: 0,
    money: 'taken',
  })
  expect(effects).toContainEqual({ do: 'ask_owner' })
  expect(effects.some((effect) => effect.do === 'refund')).toBe(false)
  const refund = { kind: 'refunded', at: 9 * minute, amount: 250 as MinorUnits } as const
  expect(transition(cycle, refund, byPulses).effects).toEqual([{ do: 'refund', amount: 250 }])
})

test('counts unsolicited idle reports of a coin machine from second 10 on, and none before', () => {
  const link = { switching: 'pulses', evidence: 'measured' } as const
  const byPulses = { ...facts, minutes: 2, minimumMinutes: 0, link }
  const saidAt = (...seconds: number[]) => {
    const idle = seconds.map((at) => answerAt(at * 1000, { askedAt: null, works: false }))
    let { cycle } = lastOf([accepted, ...idle], byPulses)
    while (cycle.state === 'running') {
      const look = { kind: 'checked', at: cycle.nextCheckAt ?? 0, checkingMs: 0 } as const
      cycle = transition(cycle, look, byPulses).cycle
    }
    return cycle
  }
  expect(saidAt(1, 9)).toMatchObject({ state: 'finished', reason: 'time_over', refundedAmount: 0 })
  expect(saidAt(1, 20)).toMatchObject({ state: 'not_started', reason: 'no_power' })
})
