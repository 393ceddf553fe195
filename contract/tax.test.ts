import { expect, test } from 'vitest'
import type { MinorUnits } from './money.ts'
import { taxIn } from './tax.ts'

test.each([
  [250, 19, 40],
  [119, 19, 19],
  [1, 19, 0],
  [3, 20, 1],
  [9, 20, 2],
  [1000, 0, 0],
  [5, 100, 3],
  [1_000_000, 99.99, 499_975],
])('contains in %i at %d percent a tax of %i, rounded half up', (gross, rate, tax) => {
  expect(taxIn(gross as MinorUnits, rate)).toBe(tax)
})

test('agrees with whole-number division for every rate and many amounts', () => {
  for (let part = 0; part <= 10_000; part += 7) {
    for (let gross = 1; gross <= 1_000_000; gross = gross * 3 + 1) {
      const whole = 10_000n + BigInt(part)
      const exact = (2n * BigInt(gross) * BigInt(part) + whole) / (2n * whole)
      expect(taxIn(gross as MinorUnits, part / 100)).toBe(Number(exact))
    }
  }
})
