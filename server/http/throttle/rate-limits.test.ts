import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { auth } from '@coinless/contract/auth.ts'
import { calendars } from '@coinless/contract/calendars.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { guests } from '@coinless/contract/guests.ts'
import { health } from '@coinless/contract/health.ts'
import { requestsPerMinute } from '@coinless/contract/limits.ts'
import { passkeys } from '@coinless/contract/passkeys.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { rooms } from '@coinless/contract/rooms.ts'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeUser } from '../../../test/support/make.ts'
import { deleteExpiredRows } from '../../jobs/retention.ts'

const server = testApp({ rateLimits: true })

/** How many calls in a row from one address are answered before the limit. */
async function callsLetThrough(
  { method, path }: Endpoint,
  remoteAddress: string,
  tries: number,
  app = server.app,
) {
  for (let count = 0; count < tries; count++) {
    const answer = await app.inject({ method, url: `/api${path}`, remoteAddress })
    if (answer.statusCode !== 429) continue
    expect(answer.json()).toMatchObject({
      code: 'too_many_requests',
      error: `Too many requests. Please try again in ${answer.headers['retry-after']} seconds.`,
    })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    return count
  }
  return tries
}

test.each([
  ['signing in', auth.login, requestsPerMinute.signIn],
  ['registering', auth.register, requestsPerMinute.signIn],
  ['continuing as a guest', guests.begin, requestsPerMinute.guest],
  ['scanning machines', rooms.scanned, requestsPerMinute.scan],
  ['fetching calendars', calendars.feed, requestsPerMinute.calendar],
  ['renewing sessions', auth.refresh, requestsPerMinute.refresh],
  ['asking for a new password', auth.sendPasswordCode, requestsPerMinute.signIn],
  ['asking for a challenge', passkeys.signInOptions, requestsPerMinute.signIn],
])('limits %s to a number of calls a minute from one address', async (name, endpoint, limit) => {
  const address = `10.0.0.${name.length}`
  expect(await callsLetThrough(endpoint, address, limit + 2)).toBe(limit)
  const elsewhere = await server.app.inject({ url: '/api/health', remoteAddress: '10.0.1.1' })
  expect(elsewhere.statusCode).toBe(200)
})

test('counts calls together with servers of an earlier version, which have the old path', async () => {
  const address = '10.0.3.1'
  await sql`insert into call_counts (caller, started_at, calls)
    values (${`POST /auth-guest from ${address}`}, now(), ${requestsPerMinute.guest - 1})`.execute(
    server.database,
  )
  expect(await callsLetThrough(guests.begin, address, 3)).toBe(1)
})

test('limits calls in general to what one server allows one address', async () => {
  const one = await server.replica()
  const limit = requestsPerMinute.everything
  expect(await callsLetThrough(health.live, '10.0.2.1', limit + 2, one)).toBe(limit)
  const elsewhere = await one.inject({ url: '/api/health', remoteAddress: '10.0.2.2' })
  expect(elsewhere.statusCode).toBe(200)
  await one.close()
})

/** All routes of a server, including those of its plugins. */
async function routesOf(make: () => Promise<FastifyInstance>) {
  const routes: RouteOptions[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => void routes.push(route))
  }
  subscribe('fastify.initialization', watch)
  const app = await make()
  unsubscribe('fastify.initialization', watch)
  return { app, routes }
}

test('applies a limit to every path, including those of plugins and unknown ones', async () => {
  const { app, routes } = await routesOf(() => server.replica({ config: { metricsToken: 'x' } }))
  const all = routes.flatMap(({ method, url }) => [method].flat().map((each) => [each, url]))
  // OPTIONS is answered from memory, as fast as a refusal.
  const calls = all.filter(([method]) => method !== 'OPTIONS')
  expect(calls).toEqual(
    expect.arrayContaining([
      ['GET', '/metrics'],
      ['GET', '/api/openapi.json'],
      ['GET', '/api/docs/static/*'],
    ]),
  )
  const nowhere = [
    ['GET', '/'],
    ['GET', '/nothing'],
    ['POST', '/'],
    ['DELETE', '/api/nothing'],
  ]
  for (const [method, pattern = ''] of [...calls, ...nowhere]) {
    const url = pattern.replace(/:\w+|[*]/g, 'x')
    const { headers } = await app.inject({ method: method as 'GET', url })
    const limit = requestsPerMinute[/^[/]api([/]|$)/.test(url) ? 'everything' : 'files']
    expect(headers['x-ratelimit-limit'], `${method} ${url}`).toBe(String(limit))
  }
  await app.close()
})

test('counts calls and files separately', async () => {
  const one = await server.replica()
  const ask = async (url: string) => {
    const { headers } = await one.inject({ url, remoteAddress: '10.0.5.1' })
    return headers['x-ratelimit-remaining']
  }
  const { everything, files } = requestsPerMinute
  expect(await ask('/api/openapi.json')).toBe(String(everything - 1))
  expect(await ask('/api/docs/static/index.css')).toBe(String(everything - 2))
  expect(await ask('/API/nothing')).toBe(String(everything - 3))
  expect(await ask('/')).toBe(String(files - 1))
  await one.close()
})

// id: rate-limits-1
test.each([
  ['generates codes', prepaidCodes.generate, requestsPerMinute.generateCode],
  ['pays by card', payments.card, requestsPerMinute.payByCard],
  ['issues codes', prepaidCodes.create, requestsPerMinute.chooseCode],
  ['tries machines', deviceLinks.test, requestsPerMinute.testStart],
])(
  'limits an account that %s across addresses and servers',
  async (_what, { method, path }, limit) => {
    const { token } = await makeUser(server)
    const replica = await server.replica()
    const answers: number[] = []
    for (let count = 0; count <= limit; count++) {
      const app = count % 2 === 0 ? server.app : replica
      const { statusCode } = await app.inject({
        method,
        url: `/api${path.replace(':id', randomUUID())}`,
        headers: { authorization: `Bearer ${token}` },
        remoteAddress: `2001:db8:${limit}:${count}::1`,
      })
      answers.push(statusCode)
    }
    expect(answers.indexOf(429)).toBe(limit)
    await replica.close()
  },
)

test('allows calls again a minute later, and deletes old counts', async () => {
  const remoteAddress = '10.0.3.1'
  await callsLetThrough(auth.refresh, remoteAddress, requestsPerMinute.refresh + 2)
  const past = sql<Date>`started_at - interval '3 minutes'`
  await server.database.updateTable('call_counts').set({ started_at: past }).execute()
  expect(await callsLetThrough(auth.refresh, remoteAddress, 1)).toBe(1)
  await server.database.updateTable('call_counts').set({ started_at: past }).execute()
  await deleteExpiredRows(server.database)
  const kept = await server.database.selectFrom('call_counts').select('caller').execute()
  expect(kept).toEqual([])
})

test('counts each of many concurrent calls', async () => {
  const remoteAddress = '10.0.4.1'
  const limit = requestsPerMinute.signIn
  const answers = await Promise.all(
    Array.from({ length: limit * 2 }, () =>
      server.app.inject({ method: 'POST', url: '/api/passkey-sign-ins/options', remoteAddress }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(limit)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(limit)
})
