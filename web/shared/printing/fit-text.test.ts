import { expect, test } from 'vitest'
import { fitted } from './fit-text.ts'

test('keeps a device number on one line where it only has to shrink a little', () => {
  for (const number of ['W-1dbc4a', 'W-300865', 'Washer 12345']) {
    const { lines } = fitted(number, { width: 34.5, height: 18 })
    expect(lines.flatMap((line) => line.split(' '))).toEqual(number.split(' '))
  }
})

test('breaks a far longer word rather than making it illegible', () => {
  const { lines, size } = fitted('W'.repeat(40), { width: 34.5, height: 18 })
  expect(lines.length).toBeGreaterThan(1)
  expect(size).toBeGreaterThan(3)
})
