import { expect, test } from 'vitest'
import { codeText } from './new-codes.ts'

// id: new-codes-1
test('refuses a code of fewer than 6 characters', () => {
  expect(codeText.safeParse('AB-12').success).toBe(false)
  expect(codeText.safeParse('AB-123').success).toBe(true)
})
