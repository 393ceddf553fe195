import { auth } from '@coinless/contract/auth.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { health } from '@coinless/contract/health.ts'
import { requestsPerMinute } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { expect, test } from 'vitest'
import { testApp } from '../test/app.ts'

const server = testApp({ rateLimits: true })

/** How many calls in a row from one address are answered before they are too many. */
async function callsLetThrough({ method, path }: Endpoint, remoteAddress: string, tries: number) {
  for (let count = 0; count < tries; count++) {
    const answer = await server.app.inject({ method, url: `/api${path}`, remoteAddress })
    if (answer.statusCode !== 429) continue
    expect(answer.json()).toMatchObject({
      code: 'too_many_requests',
      error: 'Too many requests. Please wait a minute and try again.',
    })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    return count
  }
  return tries
}

test.each([
  ['signing in', auth.login, requestsPerMinute.signIn],
  ['registering', auth.register, requestsPerMinute.signIn],
  ['generating codes', prepaidCodes.generate, requestsPerMinute.generateCode],
  ['trying codes', payments.prepaid, requestsPerMinute.payWithCode],
  ['calls in general', health.live, requestsPerMinute.everything],
])('%s is limited to so many calls a minute from one address', async (name, endpoint, limit) => {
  const address = `10.0.0.${name.length}`
  expect(await callsLetThrough(endpoint, address, limit + 2)).toBe(limit)
  const elsewhere = await server.app.inject({ url: '/api/health', remoteAddress: '10.0.1.1' })
  expect(elsewhere.statusCode).toBe(200)
})
