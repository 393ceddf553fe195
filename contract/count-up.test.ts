import { expect, test } from 'vitest'
import { countedUp } from './count-up.ts'

test.each([
  ['W-09', 1, 'W-10'],
  ['Washer 3', 1, 'Washer 4'],
  ['Washer', 1, 'Washer 2'],
  ['W-99', 2, 'W-101'],
  ['2nd floor, W-1 (left)', 1, '2nd floor, W-2 (left)'],
  ['007', 1, '008'],
  ['12345678901234567890', 1, '12345678901234567891'],
])('%s plus %i is %s', (name, steps, next) => {
  expect(countedUp(name, steps, 40)).toBe(next)
})

test('leaves a name unchanged if the next one is too long', () => {
  expect(countedUp('W-9', 1, 3)).toBe('W-9')
})
