import { expect, test } from 'vitest'
import { availableAt } from './available-at.ts'

const minuteMs = 60_000
const soon = Math.ceil(Date.now() / minuteMs) * minuteMs
const inMinutes = (minutes: number) => new Date(soon + minutes * minuteMs)

test('estimates the next machine for each place in line, by planned ends and usual cycles', () => {
  const machines = [
    { free_at: inMinutes(10), minutes: 30 },
    { free_at: inMinutes(25), minutes: 60 },
  ]
  expect([0, 1, 2, 3, 4].map((before) => availableAt(machines, before))).toEqual(
    [10, 25, 40, 70, 85].map(inMinutes),
  )
})

test('has no estimate when a machine is available, or none is known', () => {
  expect(availableAt([{ free_at: new Date(0), minutes: 30 }], 0)).toBeNull()
  expect(availableAt([], 2)).toBeNull()
})
