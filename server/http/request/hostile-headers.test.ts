import { staff } from '@coinless/contract/staff.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeLandlord, password } from '../../../test/support/make.ts'
import type { Row } from '../../../test/support/row.ts'
import { callName, everyRow, servedBy } from '../../../test/support/valid-calls.ts'
import { makeWorld } from '../../../test/support/world.ts'

const server = testApp({ trustProxy: true })

const host = 'elsewhere.example'
const hostile = {
  host,
  origin: `https://${host}`,
  referer: `https://${host}/`,
  forwarded: `host=${host};proto=https`,
  'x-forwarded-host': host,
  'x-forwarded-proto': 'https',
  'x-original-url': `https://${host}/`,
}

/** The browser signs for its origin, so these answers must name it. */
const ofPasskeys = /^POST \/.*passkey/

/** Puts calls that end sessions and accounts last. */
function order({ endpoint: { method, path } }: Row): number {
  if (method === 'GET') return 0
  return /close|logout|end|delete/.test(path) || method === 'DELETE' ? 2 : 1
}

test('copies no host from a request header into an answer, mail, push or webhook', async () => {
  const world = await makeWorld(server)
  const named: string[] = []
  for (const row of everyRow.toSorted((a, b) => order(a) - order(b))) {
    const { endpoint, send } = row
    const [caller] = servedBy(row)
    if (endpoint.replyType === 'events' || ofPasskeys.test(callName(endpoint))) continue
    const { params = {}, query = {}, body } = send?.(world) ?? {}
    const as = caller && world.as[caller]
    const { payload } = await server.app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => Reflect.get(params, name))}`,
      query,
      headers: {
        ...hostile,
        'content-type': 'application/json',
        ...(as && { authorization: `Bearer ${as.token}` }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    if (payload.includes(host)) named.push(callName(endpoint))
  }
  expect(named).toEqual([])
  const mails = await server.mails()
  expect(mails.length).toBeGreaterThan(0)
  expect(JSON.stringify(mails)).not.toContain(host)
  const { rows } = await sql`select to_jsonb(d) from webhook_deliveries as d`.execute(
    server.database,
  )
  expect(JSON.stringify(rows)).not.toContain(host)
})

test('sends an invitation with only a path when no public address is configured', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const invited = { email: `${owner.id}@invited.example`, role: 'manager' as const }
  for (const language of ['en', 'es']) {
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: `/api${staff.invite.path}`,
      headers: {
        ...hostile,
        'accept-language': language,
        authorization: `Bearer ${owner.token}`,
      },
      payload: { current_password: password, ...invited, email: `${language}${invited.email}` },
    })
    expect(statusCode).toBe(201)
  }
  const mails = (await server.mails()).filter(({ to }) => to.endsWith(invited.email))
  expect(mails).toHaveLength(2)
  for (const { text } of mails) {
    expect(text).not.toContain(host)
    expect(text).not.toMatch(/https?:/)
    expect(text).toMatch(/: \/staff-invitation#[\w-]{43}$/m)
  }
})
