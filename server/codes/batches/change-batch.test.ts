import { randomUUID } from 'node:crypto'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodeBatches } from '@coinless/contract/prepaid-code-batches.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeAdmin,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import { expireCodes } from '../prepaid-codes/balance.ts'

const server = testApp()

async function makeBatch(codes = 3, balance = 10) {
  const issuer = await makeLandlord(server)
  const { id } = await server.call(prepaidCodeBatches.create, {
    as: issuer,
    body: { codes, balance },
  })
  return { issuer, id, params: { id } }
}

function post(as: TestUser, url: string, payload: object, headers: Record<string, string> = {}) {
  return server.app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: { authorization: `Bearer ${as.token}`, ...headers },
    payload,
  })
}

async function codesOf(as: TestUser, batch_id: string) {
  const { data } = await server.call(prepaidCodes.list, { as, query: { batch_id, limit: 100 } })
  return data
}

async function disableOne(as: TestUser, batch: string) {
  const [first] = await codesOf(as, batch)
  const params = { id: first?.id ?? '' }
  await server.call(prepaidCodes.setDisabled, { as, params, body: { disabled: true } })
  return params.id
}

test('tops up the enabled codes, each with a ledger entry, once per key', async () => {
  const { issuer, id } = await makeBatch()
  const disabled = await disableOne(issuer, id)
  const key = { 'idempotency-key': randomUUID() }
  const topUp = () =>
    post(issuer, `/prepaid-code-batches/${id}/top-up`, { codes: 2, amount: 2.5 }, key)
  const answers = await Promise.all([topUp(), topUp()])
  const reports = answers.map((answer) => answer.json())
  expect(reports).toEqual([1, 2].map(() => ({ codes: 2, dollars: 5 })))
  const codes = await codesOf(issuer, id)
  expect(codes.map((code) => [code.id === disabled, code.remaining_balance])).toEqual([
    [true, 10],
    [false, 12.5],
    [false, 12.5],
  ])
  expect(await findInconsistencies(server.database)).toEqual([])
})

test('tops up no code when one would exceed the largest balance', async () => {
  const { issuer, id, params } = await makeBatch()
  const [first] = await codesOf(issuer, id)
  await server.call(prepaidCodes.topUp, {
    as: issuer,
    params: { id: first?.id ?? '' },
    body: { amount: 9990 },
  })
  const { status, body } = await server.refused(prepaidCodeBatches.topUp, {
    as: issuer,
    params,
    body: { codes: 3, amount: 1 },
  })
  expect([status, body.code]).toEqual([422, 'batch_balance_too_high'])
  expect(body.error).toContain('1 of these would have more')
  const codes = await codesOf(issuer, id)
  expect(codes.map((code) => code.remaining_balance)).toEqual([10_000, 10, 10])
})

test('refuses a change of more codes than are enabled, and says how many there are', async () => {
  const { issuer, id, params } = await makeBatch()
  await disableOne(issuer, id)
  for (const { endpoint, body } of [
    { endpoint: prepaidCodeBatches.disable, body: {} },
    { endpoint: prepaidCodeBatches.extend, body: { expires_at: null } },
    { endpoint: prepaidCodeBatches.topUp, body: { amount: 1 } },
  ]) {
    const sent = { as: issuer, params, body: { codes: 3, ...body } as never }
    const refused = await server.refused(endpoint, sent)
    expect([refused.status, refused.body.code]).toEqual([409, 'batch_changed'])
    expect(refused.body.error).toContain('now has 2 codes')
  }
})

test('disables all enabled codes, which then pay nothing', async () => {
  const { issuer, id, params } = await makeBatch()
  const device = await makeDevice(server, issuer)
  const report = await server.call(prepaidCodeBatches.disable, {
    as: issuer,
    params,
    body: { codes: 3 },
  })
  expect(report).toEqual({ codes: 3, dollars: 30 })
  for (const { code, disabled } of await codesOf(issuer, id)) {
    expect(disabled).toBe(true)
    const { body } = await server.refused(payments.prepaid, {
      as: await makeUser(server),
      body: { ...termsOf(device), prepaid_code: code },
    })
    expect(body.code).toBe('code_disabled')
  }
  expect(await server.call(prepaidCodeBatches.get, { as: issuer, params })).toMatchObject({
    enabled: { codes: 0, dollars: 0 },
  })
})

test('restores expired balances when the codes are extended', async () => {
  const { issuer, id, params } = await makeBatch()
  await sql`update prepaid_codes set expires_at = now() - interval '1 minute' where batch_id = ${id}`.execute(
    server.database,
  )
  await expireCodes(server.database)
  const before = await server.call(prepaidCodeBatches.get, { as: issuer, params })
  expect(before).toMatchObject({ left: { codes: 0 }, enabled: { codes: 3, dollars: 0 } })
  const expires_at = '2100-06-30T23:59:59.000Z'
  const report = await server.call(prepaidCodeBatches.extend, {
    as: issuer,
    params,
    body: { codes: 3, expires_at },
  })
  expect(report).toEqual({ codes: 3, dollars: 30 })
  const codes = await codesOf(issuer, id)
  expect(codes).toMatchObject([1, 2, 3].map(() => ({ expires_at, remaining_balance: 10 })))
  expect(await server.call(prepaidCodeBatches.get, { as: issuer, params })).toMatchObject({
    expires_at,
    left: { codes: 3, dollars: 30 },
  })
  const past = { codes: 3, expires_at: '2020-01-01T00:00:00Z' }
  const { body } = await server.refused(prepaidCodeBatches.extend, {
    as: issuer,
    params,
    body: past,
  })
  expect(body.code).toBe('expiry_in_the_past')
  expect(await findInconsistencies(server.database)).toEqual([])
})

test('completes concurrent payments, top-ups and disabling, and the ledger adds up', async () => {
  const { issuer, id } = await makeBatch(8, 50)
  const device = await makeDevice(server, issuer, { price: 1 })
  const codes = await codesOf(issuer, id)
  const payer = await makeUser(server)
  const other = await makeUser(server)
  const calls = [
    ...codes.map(({ code }, index) =>
      post(index % 2 ? payer : other, payments.prepaid.path, {
        ...termsOf(device),
        prepaid_code: code,
      }),
    ),
    ...[1, 2].map((amount) =>
      post(issuer, `/prepaid-code-batches/${id}/top-up`, { codes: 8, amount }),
    ),
    post(issuer, `/prepaid-code-batches/${id}/disable`, { codes: 8 }),
  ]
  for (const { statusCode } of await Promise.all(calls)) expect(statusCode).toBeLessThan(500)
  expect(await findInconsistencies(server.database)).toEqual([])
})

test('lets a former admin disable a batch issued as admin, but not extend or top it up', async () => {
  const admin = await makeAdmin(server)
  const { id } = await server.call(prepaidCodeBatches.create, {
    as: admin,
    body: { codes: 1, balance: 1 },
  })
  await server.database.updateTable('users').set({ roles: [] }).where('id', '=', admin.id).execute()
  const sent = { as: admin, params: { id } }
  const topUp = await server.refused(prepaidCodeBatches.topUp, {
    ...sent,
    body: { codes: 1, amount: 1 },
  })
  const extend = await server.refused(prepaidCodeBatches.extend, {
    ...sent,
    body: { codes: 1, expires_at: null },
  })
  expect([topUp.body.code, extend.body.code]).toEqual(['admin_only', 'admin_only'])
  expect(await server.call(prepaidCodeBatches.disable, { ...sent, body: { codes: 1 } })).toEqual({
    codes: 1,
    dollars: 1,
  })
})
