import { limits } from '@coinless/contract/limits.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BoxBehavior } from '../../../test/support/timed-box.ts'
import { centsOfMinute, live } from '../../../test/support/timed-cycle.ts'

const honest: BoxBehavior = {
  driver: 'generic',
  switching: 'relay',
  evidence: 'power',
  minutes: 6,
  works: null,
  stateSeconds: 30,
  latencySeconds: 0,
  temper: 'honest',
  dark: null,
  losesPower: false,
  chance: 1,
}
const lengths = [1, 2, 3, 5, 6, 8, 10, 30, 60, 90]
const runs = { numRuns: 400 }

const wirings = fc.oneof(
  fc.record({
    driver: fc.constantFrom('agent', 'generic'),
    switching: fc.constantFrom('relay', 'pulses'),
    evidence: fc.constantFrom('power', 'busy'),
  }),
  fc.record({
    driver: fc.constantFrom('shelly', 'tasmota'),
    switching: fc.constant('relay'),
    evidence: fc.constant('power'),
  }),
) as fc.Arbitrary<Pick<BoxBehavior, 'driver' | 'switching' | 'evidence'>>

/** A controller that is always online and reports correctly. */
const heard: fc.Arbitrary<BoxBehavior> = fc
  .record({
    wiring: wirings,
    minutes: fc.constantFrom(...lengths),
    stateSeconds: fc.constantFrom(1, 5, 30),
    latencySeconds: fc.constantFrom(0, 1, 2),
  })
  .map(({ wiring, ...more }) => ({ ...honest, ...wiring, ...more }))

const any: fc.Arbitrary<BoxBehavior> = fc
  .record({
    nature: heard,
    evidence: fc.constantFrom('as it is', 'answer'),
    works: fc.constantFrom(null, [0, 60], [0, 1e9], [90, 1e9]),
    latencySeconds: fc.constantFrom(0, 2, 4, 12),
    temper: fc.constantFrom('honest', 'answers nothing', 'contradicts itself'),
    dark: fc.option(
      fc
        .tuple(fc.integer({ min: 12, max: 700 }), fc.integer({ min: 1, max: 7200 }))
        .map(([from, seconds]) => [from, from + seconds]),
    ),
    losesPower: fc.boolean(),
    chance: fc.nat(),
  })
  .map(({ nature, evidence, ...more }) => {
    const answer = evidence === 'answer' ? { evidence } : {}
    return { ...nature, ...more, ...answer } as BoxBehavior
  })

/** Longest time a cycle stays open after its planned end: the overrun and the last questions. */
function overrunSeconds({ switching, minutes }: BoxBehavior): number {
  const asked = (limits.asks + 1) * limits.askSeconds + limits.runningAskSeconds
  if (switching === 'relay') return limits.overrunSeconds + asked
  return Math.min(limits.programOverrunMinutes, minutes) * 60 + asked
}

const protocolBoxes = ['agent', 'generic'] as const
const relayBoxes = [...protocolBoxes, 'shelly', 'tasmota'] as const
const cut = { works: [1, 1e9], dark: [80, 230], losesPower: true } as const
const mute = { switching: 'pulses', evidence: 'busy', temper: 'answers nothing' } as const
const stuck = { switching: 'pulses', evidence: 'busy', works: [0, 1e9] } as const

/** Expected end in seconds after the payment, and the minutes charged. */
test.each<[string, readonly BoxBehavior['driver'][], Partial<BoxBehavior>, number, number]>([
  ['2 minutes at 0 W', relayBoxes, { minutes: 2 }, 124, 0],
  ['3 minutes at 0 W', relayBoxes, { minutes: 3 }, 184, 0],
  ['5 minutes at 0 W', relayBoxes, { minutes: 5 }, 304, 0],
  ['6 minutes at 0 W', relayBoxes, { minutes: 6 }, 312, 0],
  ['8 minutes at 0 W', relayBoxes, { minutes: 8 }, 312, 0],
  ['10 minutes at 0 W', relayBoxes, { minutes: 10 }, 312, 0],
  ['30 minutes at 0 W', relayBoxes, { minutes: 30 }, 312, 0],
  ['60 minutes at 0 W', relayBoxes, { minutes: 60 }, 312, 0],
  ['0 W, said every 2 seconds', protocolBoxes, { stateSeconds: 2 }, 304, 0],
  ['0 W, and no answer to a question', protocolBoxes, { temper: 'answers nothing' }, 377, 0],
  ['2 minutes, never busy', protocolBoxes, { minutes: 2, evidence: 'busy' }, 124, 0],
  ['6 minutes, never busy', protocolBoxes, { evidence: 'busy' }, 312, 0],
  ['no power from 80 to 230', relayBoxes, { ...cut, minutes: 3, evidence: 'answer' }, 197, 1],
  ['no line from 80 to 230', relayBoxes, { ...cut, minutes: 3, losesPower: false }, 197, 3],
  ['2 minutes idle, said unasked', protocolBoxes, { ...mute, minutes: 2 }, 132, 0],
  ['6 minutes idle, said unasked', protocolBoxes, { ...mute, minutes: 6 }, 372, 0],
  ['10 minutes idle, said unasked', protocolBoxes, { ...mute, minutes: 10 }, 612, 0],
  ['60 minutes idle, said unasked', protocolBoxes, { ...mute, minutes: 60 }, 3612, 0],
  ['2 minutes, busy for ever', protocolBoxes, { ...stuck, minutes: 2 }, 247, 2],
  ['90 minutes, busy for ever', protocolBoxes, { ...stuck, minutes: 90 }, 9007, 90],
])(
  'ends on time and charges the minutes that ran: %s, %j',
  (_, drivers, facts, endedAt, minutes) => {
    for (const driver of drivers) {
      const nature = { ...honest, latencySeconds: 1, ...facts, driver }
      const life = live(nature, nature.minutes * 120 + 900)
      const found = { driver, endedAt: life.endedAt, kept: life.kept, loss: life.loss }
      expect(found).toEqual({ driver, endedAt, kept: minutes * centsOfMinute, loss: 0 })
    }
  },
)

test('checks an open cycle every minute and ends it soon after its time, for any controller', () => {
  const startSeconds = limits.startAskSeconds + limits.asks * limits.askSeconds
  fc.assert(
    fc.property(any, (nature) => {
      const longest = startSeconds + nature.minutes * 60 + overrunSeconds(nature)
      const seconds = longest + limits.newStartMinutes * 60
      const { endedAt, unlookedSeconds, cycle } = live(nature, seconds)
      const isRestartOffered = cycle.state === 'not_started' && nature.switching === 'pulses'
      expect(endedAt).toBeLessThanOrEqual(isRestartOffered ? seconds : longest)
      // While the start is in doubt, an answer that confirms it postpones the next check.
      const first = startSeconds + limits.runningAskSeconds
      if (!isRestartOffered) expect(unlookedSeconds).toBeLessThanOrEqual(first)
    }),
    runs,
  )
})

test('charges nothing and books no loss if the machine never worked, at any report rate', () => {
  fc.assert(
    fc.property(heard, (nature) => {
      const seconds = nature.minutes * 60 + overrunSeconds(nature)
      const { kept, loss, endedAt } = live(nature, seconds)
      expect({ kept, loss }).toEqual({ kept: 0, loss: 0 })
      const known = Math.min(nature.minutes, limits.evidenceMinutes) * 60
      expect(endedAt).toBeLessThanOrEqual(known + limits.runningAskSeconds + 20)
    }),
    runs,
  )
})

test('charges nothing if the machine never worked, by unsolicited reports alone', () => {
  const isProtocol = ({ driver }: BoxBehavior) => driver === 'agent' || driver === 'generic'
  fc.assert(
    fc.property(heard.filter(isProtocol), (nature) => {
      const seconds = nature.minutes * 60 + overrunSeconds(nature)
      const { kept, loss } = live({ ...nature, temper: 'answers nothing' }, seconds)
      expect({ kept, loss }).toEqual({ kept: 0, loss: 0 })
    }),
    runs,
  )
})

test('charges the full price if the machine worked all the time', () => {
  fc.assert(
    fc.property(heard, (nature) => {
      const works = [1, nature.minutes * 60] as const
      const { kept, loss } = live({ ...nature, works }, nature.minutes * 60 + 600)
      expect({ kept, loss }).toEqual({ kept: nature.minutes * centsOfMinute, loss: 0 })
    }),
    runs,
  )
})

test('asks a controller once its power is back, and charges at most the minutes that ran', () => {
  fc.assert(
    fc.property(
      heard.filter(({ switching }) => switching === 'relay'),
      fc.integer({ min: 12, max: 5400 }),
      fc.integer({ min: 1, max: 7200 }),
      fc.constantFrom('answer', 'as it is'),
      ({ minutes, ...more }, after, seconds, evidence) => {
        const from = 12 + (after % (minutes * 60 - 40))
        const back = from + seconds
        const works = [1, minutes * 60] as const
        const nature = {
          ...more,
          minutes,
          works,
          dark: [from, back],
          losesPower: true,
        } as BoxBehavior
        const life = live(
          evidence === 'answer' ? { ...nature, evidence } : nature,
          Math.max(back, minutes * 60) * 1.1 + 200,
        )
        const ranMinutes = Math.floor(from / 60)
        expect(life.kept).toBeLessThanOrEqual(ranMinutes * centsOfMinute)
        const late = Math.max(limits.runningAskSeconds, (back - minutes * 60) / 10)
        const isAsked = life.asked.some((at) => at >= back && at <= back + late + 1)
        // An agent sends its journal before it is asked.
        expect(isAsked || nature.driver === 'agent').toBe(true)
      },
    ),
    runs,
  )
})
