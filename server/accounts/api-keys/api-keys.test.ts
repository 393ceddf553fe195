import { apiKeyPrefix, apiKeys } from '@coinless/contract/api-keys.ts'
import { audit } from '@coinless/contract/audit.ts'
import { auth } from '@coinless/contract/auth.ts'
import { devices } from '@coinless/contract/devices.ts'
import { limits, requestsPerMinute } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { rights } from '@coinless/contract/rights.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { statusOf, testApp } from '../../../test/support/app.ts'
import { keysBy, makeKey } from '../../../test/support/keys.ts'
import {
  makeAdmin,
  makeCode,
  makeDevice,
  makeGuest,
  makeLandlord,
  makeUser,
  password,
} from '../../../test/support/make.ts'
import { makePasskey } from '../../../test/support/world.ts'

const server = testApp({ rateLimits: true, publicUrl: 'https://coinless.example.com' })

const proof = { current_password: password }
const { create, listed, reads } = keysBy(server)

describe('a key', () => {
  test('is shown once, with the prefix of keys, and is stored as a hash', async () => {
    const owner = await makeLandlord(server)
    const { secret, token, ...facts } = await create(owner, ['read_codes', 'read_devices'])
    expect(secret).toMatch(new RegExp(`^${apiKeyPrefix}[\\w-]{43}$`))
    expect(facts).toMatchObject({
      name: 'Bookkeeping',
      ending: secret.slice(-4),
      rights: ['read_devices', 'read_codes'],
      state: 'active',
      expires_at: null,
      last_used_at: null,
    })
    expect(await listed(owner)).toEqual([facts])
    const stored = await sql`select api_keys::text, sessions::text
      from api_keys join sessions using (id)`.execute(server.database)
    expect(JSON.stringify(stored.rows)).not.toContain(secret)
    const file = await server.call(ownAccount.export, { as: owner })
    expect(file.api_keys).toEqual([facts])
    expect(JSON.stringify(file)).not.toContain(secret)
  })

  test('requires proof of the account’s owner, and is refused to guests', async () => {
    const owner = await makeUser(server)
    const body = { name: 'Script', rights: ['read_devices' as const] }
    const wrong = { ...body, current_password: 'wrong' }
    const refusal = await server.refused(apiKeys.create, { as: owner, body: wrong })
    expect(refusal.body.code).toBe('wrong_password')
    await makePasskey(server, owner)
    const alone = await server.refused(apiKeys.create, { as: owner, body: { ...body, ...proof } })
    expect(alone.body.code).toBe('factor_needed')
    const as = await makeGuest(server)
    const ofGuest = await server.refused(apiKeys.create, { as, body: { ...body, ...proof } })
    expect(ofGuest.body.code).toBe('account_only')
  })

  test('requires a name, known rights and a valid lifetime', async () => {
    const as = await makeUser(server)
    for (const body of [
      { name: 'Script', rights: [] },
      { name: 'Script', rights: ['account'] },
      { name: ' ', rights: ['pay'] },
      { name: 'x'.repeat(limits.apiKeyNameMax + 1), rights: ['pay'] },
      { name: 'Script', rights: ['pay'], expires_in_days: 0 },
      { name: 'Script', rights: ['pay'], expires_in_days: limits.apiKeyDaysMax + 1 },
    ]) {
      const { status } = await server.refused(apiKeys.create, {
        as,
        body: { ...proof, ...body } as never,
      })
      expect(status, JSON.stringify(body)).toBe(400)
    }
    expect(await listed(as)).toEqual([])
  })

  // id: api-keys-1
  test('may use its rights, and gets the name of a missing one', async () => {
    const owner = await makeLandlord(server)
    const key = await create(owner, ['read_devices'])
    const { id } = await makeDevice(server, owner, { status: 'inactive' })
    expect((await server.call(devices.get, { as: key, params: { id } })).id).toBe(id)
    const { status, body } = await server.refused(devices.delete, { as: key, params: { id } })
    expect([status, body.code, body.error]).toEqual([
      403,
      'right_missing',
      'You need the right “Change devices” for this.',
    ])
    const inSpanish = await server.app.inject({
      url: '/api/transactions',
      headers: { authorization: `Bearer ${key.token}`, 'accept-language': 'es' },
    })
    expect(inSpanish.json().error).toContain('«Ver pagos e ingresos»')
  })

  test('gives no access to the account itself, whatever its rights', async () => {
    const key = await makeKey(server, await makeAdmin(server))
    for (const endpoint of [me.get, me.sessions, apiKeys.list, ownAccount.export]) {
      const { body } = await server.refused(endpoint, { as: key })
      expect(body.error).toContain('“Own account”')
    }
    await server.call(auth.logout, { as: key })
    expect(await reads(key)).toBe(200)
    expect(
      (await server.refused(auth.refresh, { body: { refresh_token: key.token } })).status,
    ).toBe(401)
  })

  test('shows its last use, with one write a minute', async () => {
    const owner = await makeLandlord(server)
    const key = await create(owner)
    await reads(key)
    const used = (await listed(owner))[0]?.last_used_at
    expect(used).not.toBeNull()
    await Promise.all([reads(key), reads(key), reads(key)])
    expect((await listed(owner))[0]?.last_used_at).toBe(used)
    await sql`update api_keys set last_used_at = last_used_at - interval '61 seconds'
      where id = ${key.id}`.execute(server.database)
    await reads(key)
    expect((await listed(owner))[0]?.last_used_at).not.toBe(used)
  })

  test('counts towards the limits of its account', async () => {
    const owner = await makeLandlord(server)
    const key = await create(owner, ['change_codes'])
    const generate = (as: { token: string }) => statusOf(server.app, prepaidCodes.generate, as)
    for (let n = 0; n < requestsPerMinute.generateCode; n++) await generate(owner)
    expect(await generate(key)).toBe(429)
  })

  test('makes a call once that is repeated with an Idempotency-Key', async () => {
    const owner = await makeLandlord(server)
    const key = await create(owner, ['give_money', 'read_codes'])
    const { id } = await makeCode(server, owner, { balance: 10 })
    const topUp = () =>
      server.app.inject({
        method: 'POST',
        url: `/api/prepaid-codes/${id}/top-up`,
        headers: { authorization: `Bearer ${key.token}`, 'idempotency-key': 'once' },
        payload: { amount: 5 },
      })
    const [first, second] = [await topUp(), await topUp()]
    expect([first.statusCode, second.body]).toEqual([200, first.body])
    expect(first.json().remaining_balance).toBe(15)
  })

  test('is recorded by name together with its user', async () => {
    const owner = await makeLandlord(server)
    const key = await create(owner, ['change_devices'])
    const { id } = await makeDevice(server, { ...owner, token: key.token })
    const as = await makeAdmin(server)
    const events = (await server.call(audit.list, { as, query: { search: owner.email } })).data
    expect(events.find(({ subject_id }) => subject_id === id)).toMatchObject({
      action: 'device_created',
      actor_id: owner.id,
      actor_email: owner.email,
      details: { api_key: 'Bookkeeping' },
    })
    expect(events.find(({ action }) => action === 'api_key_created')).toMatchObject({
      subject: 'Bookkeeping',
      subject_id: key.id,
      details: { rights: 'change_devices' },
    })
  })

  test('is made once by a repeated call', async () => {
    const owner = await makeLandlord(server)
    const make = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/users-me/api-keys',
        headers: { authorization: `Bearer ${owner.token}`, 'idempotency-key': 'make-it' },
        payload: { ...proof, name: 'Script', rights: ['read_devices'] },
      })
    const [first, second] = [await make(), await make()]
    expect([first.statusCode, second.body]).toEqual([201, first.body])
    expect(await listed(owner)).toHaveLength(1)
    expect(await reads({ token: first.json().secret })).toBe(200)
  })
})

test('needs every right for some call, and names only known rights', async () => {
  const document = (await server.app.inject({ url: '/api/openapi.json' })).json()
  const calls = Object.values<Record<string, { security?: Record<string, string[]>[] }>>(
    document.paths,
  ).flatMap((methods) => Object.values(methods))
  const needed = calls.flatMap(({ security = [] }) => security.flatMap(({ apiKey = [] }) => apiKey))
  expect([...new Set(needed)].sort()).toEqual([...rights].sort())
  expect(document.paths['/api/transactions'].get.security).toEqual([
    { bearer: [] },
    { apiKey: ['read_money'] },
    { bearer: [], account: ['read_money'] },
  ])
  expect(document.paths['/api/users-me'].get.security).toEqual([{ bearer: [] }])
  expect(transactions.list.needs).toBe('read_money')
})
