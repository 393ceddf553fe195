import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './client.ts'
import { NoAnswer, NotSent } from './connection.ts'
import { keyedAttempts } from './idempotency-key.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

/** Attempts that fail with these errors in turn, then succeed. */
function attemptsThatFail(...errors: Error[]) {
  const sent: { body: string; key: string }[] = []
  const attempt = keyedAttempts(async (body: string, key) => {
    sent.push({ body, key })
    const error = errors.shift()
    if (error) throw error
    return 'paid'
  })
  const make = async (body: string) => {
    const outcome = attempt(body).catch((error) => error)
    await vi.runAllTimersAsync()
    return outcome
  }
  return { make, sent }
}

test('repeats what was sent until the outcome is known', async () => {
  const lost = [1, 2, 3].map(() => new NoAnswer())
  const { make, sent } = attemptsThatFail(...lost, new NotSent())
  expect(await make('first')).toBeInstanceOf(NoAnswer)
  const stillUnknown = await make('second')
  expect(stillUnknown).toBeInstanceOf(NoAnswer)
  expect(stillUnknown).not.toBeInstanceOf(NotSent)
  expect(await make('third')).toBe('paid')
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(new Set(sent.map(({ body }) => body))).toEqual(new Set(['first']))
})

test('begins again after a refusal', async () => {
  const refusal = new ApiError(422, 'No.', { code: 'code_not_accepted' })
  const { make, sent } = attemptsThatFail(refusal)
  expect(await make('wrong')).toBe(refusal)
  expect(await make('right')).toBe('paid')
  expect(sent.map(({ body }) => body)).toEqual(['wrong', 'right'])
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})
