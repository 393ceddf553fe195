import { expect, test } from 'vitest'
import { z } from 'zod'
import { writerOf } from './schemas.ts'

test('what writes answers is made with the first of them, and writes what the contract names', () => {
  let made = 0
  const schema = z.object({
    get name() {
      made++
      return z.string()
    },
  })
  const write = writerOf(schema)
  expect(made).toBe(0)
  for (const name of ['first', 'second']) {
    expect(write({ name, secret: 'kept' })).toBe(JSON.stringify({ name }))
  }
})
