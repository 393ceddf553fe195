import { expect, test } from 'vitest'
import { z } from 'zod'
import { serializerOf } from './schemas.ts'

test('makes a serializer with its first answer, and writes only fields of the contract', () => {
  let made = 0
  const schema = z.object({
    get name() {
      made++
      return z.string()
    },
  })
  const write = serializerOf(schema)
  expect(made).toBe(0)
  for (const name of ['first', 'second']) {
    expect(write({ name, secret: 'kept' })).toBe(JSON.stringify({ name }))
  }
})
