import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { isDue, isHeld, isWithin, pauseAfter, seconds } from './due.ts'

const server = testApp()

async function evaluate(value: RawBuilder<unknown>) {
  const { rows } = await sql<{ value: unknown }>`select ${value} as value`.execute(server.database)
  return rows[0]?.value
}

const at = (secondsAhead: number) => sql`now() + ${seconds(secondsAhead)}`

// A longest pause of 60 seconds.
test.each([
  [-5, true],
  [0, true],
  [30, false],
  [60, false],
  [61, true],
  [86_400, true],
])('work that is due in %i seconds is due now: %s', async (ahead, expected) => {
  expect(await evaluate(isDue(at(ahead), 60))).toBe(expected)
})

test.each([
  [-1, false],
  [30, true],
  [61, false],
])('a lease of 60 seconds that ends in %i seconds is held: %s', async (ahead, expected) => {
  expect(await evaluate(isHeld(at(ahead), 60))).toBe(expected)
})

test.each([
  [-61, false],
  [-30, true],
  [0, true],
  [30, false],
])('a time in %i seconds is within the past minute: %s', async (ahead, expected) => {
  expect(await evaluate(isWithin(at(ahead), seconds(60)))).toBe(expected)
})

test('doubles a pause up to the longest', async () => {
  const pause = { seconds: 10, longest: 300 }
  const lengths = [0, 1, 2, 4, 5, 1000].map((tries) =>
    evaluate(sql`extract(epoch from ${pauseAfter(sql.lit(tries), pause)})::integer`),
  )
  expect(await Promise.all(lengths)).toEqual([10, 20, 40, 160, 300, 300])
})
