import { randomUUID } from 'node:crypto'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
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
  password,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'

const server = testApp()
const verified = { email_verified: true }

const customers = [
  { customer_name: 'Ana Alvarez', customer_email: 'Ana@Example.com', phone_number: '555-0100' },
  { customer_name: 'Ben Brown' },
  { customer_email: 'chloe@example.com' },
]
const facts = {
  balance: 12.5,
  tag: 'Birch Street',
  location: 'Birch Street 4',
  expires_at: '2100-01-01T00:00:00.000Z',
}

function issue(as: TestUser, body: object = { ...facts, customers }) {
  return server.call(prepaidCodeBatches.create, { as, body: body as never })
}

function stateOf(as: TestUser, id: string) {
  return server.call(prepaidCodeBatches.get, { as, params: { id } })
}

async function codesOf(as: TestUser, batch_id: string) {
  const { data } = await server.call(prepaidCodes.list, { as, query: { batch_id, limit: 100 } })
  return data
}

function post(as: TestUser, payload: object, headers: Record<string, string> = {}) {
  return server.app.inject({
    method: 'POST',
    url: '/api/prepaid-code-batches',
    headers: { authorization: `Bearer ${as.token}`, ...headers },
    payload,
  })
}

function download(as: TestUser, url: string) {
  const headers = { authorization: `Bearer ${as.token}` }
  return server.app.inject({ url: `/api${url}`, headers })
}

test('lists the codes of a batch in the order of its lines', async () => {
  const issuer = await makeLandlord(server, verified)
  const names = Array.from({ length: 12 }, (_, line) => `Customer ${line}`)
  await issue(issuer, { ...facts, customers: names.map((customer_name) => ({ customer_name })) })
  const pages = [1, 2, 3].map((page) =>
    server.call(prepaidCodes.list, { as: issuer, query: { page, limit: 5 } }),
  )
  const listed = (await Promise.all(pages)).flatMap(({ data }) => data)
  expect(listed.map(({ customer_name }) => customer_name)).toEqual(names)
})

test('issues one code per line, in order, with the settings of the batch', async () => {
  const issuer = await makeLandlord(server, verified)
  const batch = await issue(issuer)
  expect(batch).toMatchObject({ codes: 3, balance: 12.5, tag: 'Birch Street', user_id: issuer.id })
  const codes = await codesOf(issuer, batch.id)
  expect(codes).toMatchObject([
    { ...facts, ...customers[0], customer_email: 'ana@example.com', remaining_balance: 12.5 },
    { ...facts, customer_name: 'Ben Brown', customer_email: null, phone_number: null },
    { ...facts, customer_name: null, customer_email: 'chloe@example.com' },
  ])
  expect(new Set(codes.map(({ code }) => code)).size).toBe(3)
  for (const { id } of codes) {
    const { data } = await server.call(prepaidCodes.history, {
      ...{ as: issuer, params: { id }, query: {} },
    })
    expect(data).toMatchObject([{ reason: 'issue', amount: 12.5, remaining_balance: 12.5 }])
  }
  expect(await findInconsistencies(server.database)).toEqual([])
  const { rows } = await sql`select action, details, actor_id from audit_events
    where subject_id = ${batch.id}`.execute(server.database)
  expect(rows).toEqual([
    {
      action: 'code_batch_issued',
      details: { codes: '3', balance: '12.50' },
      actor_id: issuer.id,
    },
  ])
  expect(await issue(issuer, { codes: 2, balance: 0 })).toMatchObject({ codes: 2, tag: null })
})

test('counts the codes of a batch in lists and finds them by tag', async () => {
  const issuer = await makeLandlord(server)
  const { id } = await issue(issuer, { codes: 4, balance: 1, tag: 'Maple' })
  await issue(issuer, { codes: 3, balance: 1 })
  const total = async (query: object) =>
    (await server.call(prepaidCodes.list, { as: issuer, query })).pagination.total
  expect(await total({})).toBe(7)
  expect(await total({ search: 'maple' })).toBe(4)
  expect(await total({ batch_id: id, disabled: 'true' })).toBe(0)
  const batches = await server.call(prepaidCodeBatches.list, {
    ...{ as: issuer, query: { search: 'MAPLE' } },
  })
  expect(batches.data.map((batch) => batch.id)).toEqual([id])
})

test('names line, field and allowed value of each fault, and issues nothing', async () => {
  const issuer = await makeLandlord(server, verified)
  const wrong = [
    { customer_name: 'Ana' },
    { customer_name: 'Ben', customer_email: 'ben.example.com' },
    {},
    { customer_name: 'x'.repeat(limits.nameMax + 1) },
  ]
  const { body } = await server.refused(prepaidCodeBatches.create, {
    ...{ as: issuer, body: { balance: 1, customers: wrong } },
  })
  expect(body.error).toContain('Line 2: Customer Email must be an email address.')
  expect(body.details).toEqual([
    { field: 'customers.1.customer_email', message: 'must be an email address' },
    { field: 'customers.2.customer_name', message: 'is required' },
    { field: 'customers.3.customer_name', message: 'must have at most 120 characters' },
  ])
  for (const [sent, message] of [
    [{ codes: limits.batchCodes + 1 }, 'must be 5000 or less'],
    [{ codes: 0 }, 'must be 1 or more'],
    [{}, 'or customers must be given, but not both'],
    [{ codes: 1, customers: [{ customer_name: 'A' }] }, 'or customers must be given'],
    [
      { customers: Array.from({ length: limits.batchCodes + 1 }, () => ({ customer_name: 'A' })) },
      'must have at most 5,000 lines',
    ],
  ] as const) {
    const refused = await server.refused(prepaidCodeBatches.create, {
      ...{ as: issuer, body: { balance: 1, ...sent } as never },
    })
    expect(refused.status).toBe(400)
    expect(refused.body.details?.[0]?.message).toContain(message)
  }
  const past = { codes: 1, balance: 1, expires_at: '2020-01-01T00:00:00Z' }
  expect(
    (await server.refused(prepaidCodeBatches.create, { as: issuer, body: past })).body.code,
  ).toBe('expiry_in_the_past')
  expect((await server.call(prepaidCodes.list, { as: issuer, query: {} })).pagination.total).toBe(0)
})

test('issues one batch for concurrent calls with one key, and returns it to all', async () => {
  const issuer = await makeLandlord(server, verified)
  const key = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all(
    [1, 2, 3].map(() => post(issuer, { codes: 30, balance: 2 }, key)),
  )
  const made = answers.map((answer) => answer.json<{ id: string }>())
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect((await server.call(prepaidCodes.list, { as: issuer, query: {} })).pagination.total).toBe(
    30,
  )
})

test('holds an unverified account to its limit across concurrent batches', async () => {
  const issuer = await makeLandlord(server)
  const half = { codes: limits.madeUnverified / 2 + 1, balance: 1 }
  const answers = await Promise.all([1, 2, 3].map(() => post(issuer, half)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422])
  await issue(issuer, { codes: limits.madeUnverified / 2 - 1, balance: 1 })
  const { body } = await server.refused(prepaidCodes.create, {
    as: issuer,
    body: { code: 'one-too-many-9x7k', balance: 1 },
  })
  expect(body.code).toBe('verification_needed')
})

test('accepts a batch with the longest allowed list', async () => {
  const issuer = await makeLandlord(server, verified)
  const long = Array.from({ length: limits.batchCodes }, (_, line) => ({
    customer_name: `${line} `.padEnd(limits.nameMax, 'é'),
    customer_email: `${line}@${'x'.repeat(60)}.${'y'.repeat(60)}.example.com`,
    phone_number: '5'.repeat(limits.phoneMax),
  }))
  const { id } = await issue(issuer, { customers: long, balance: 1 })
  expect(await stateOf(issuer, id)).toMatchObject({
    issued: { codes: 5000, dollars: 5000 },
    with_email: 5000,
  })
})

test('reports what was issued, used and left, including disabled and deleted codes', async () => {
  const issuer = await makeLandlord(server, verified)
  const device = await makeDevice(server, issuer, { price: 2.5 })
  const { id } = await issue(issuer, { customers, balance: 10 })
  const [first, second, third] = await codesOf(issuer, id)
  const payer = await makeUser(server)
  for (const { code } of [first, first, second] as { code: string }[]) {
    await server.call(payments.prepaid, {
      as: payer,
      body: { ...termsOf(device), prepaid_code: code },
    })
  }
  const params = { id: second?.id ?? '' }
  await server.call(prepaidCodes.setDisabled, { as: issuer, params, body: { disabled: true } })
  await server.call(prepaidCodes.delete, { as: issuer, params: { id: third?.id ?? '' } })
  expect(await stateOf(issuer, id)).toMatchObject({
    issued: { codes: 3, dollars: 30 },
    used: { codes: 2, dollars: 7.5 },
    enabled: { codes: 1, dollars: 5 },
    left: { codes: 1, dollars: 5 },
    with_email: 1,
  })
})

test('shows a batch and its codes only to its issuer and admins', async () => {
  const issuer = await makeLandlord(server, verified)
  const holder = await makeUser(server, verified)
  const { id } = await issue(issuer, { customers: [{ customer_email: holder.email }], balance: 1 })
  for (const as of [holder, await makeLandlord(server)]) {
    const { status, body } = await server.refused(prepaidCodeBatches.get, { as, params: { id } })
    expect([status, body.code]).toEqual([404, 'batch_not_found'])
    expect(await codesOf(as, id)).toEqual([])
  }
  expect(await codesOf(await makeAdmin(server), id)).toHaveLength(1)
})

test('exports the codes in order and defuses formulas', async () => {
  const issuer = await makeLandlord(server, verified)
  const names = ['=1+1', 'Ben', 'Chloe']
  const { id } = await issue(issuer, {
    customers: names.map((customer_name) => ({ customer_name })),
    balance: 3,
  })
  const answer = await download(issuer, `/prepaid-code-batches/${id}/export`)
  expect(answer.headers['content-disposition']).toContain('.csv')
  const [header, ...lines] = answer.body.trim().split(/\r?\n/)
  expect(header).toContain('code,balance,remaining_balance,disabled')
  expect(lines.map((line) => line.split(',')[5])).toEqual([
    expect.stringMatching(/^"?'=1/),
    'Ben',
    'Chloe',
  ])
  const codes = await codesOf(issuer, id)
  expect(lines.map((line) => line.split(',')[0])).toEqual(codes.map(({ code }) => code))
})

test('exports batches with the account, and erases their tags when it closes', async () => {
  const issuer = await makeLandlord(server, verified)
  const { id } = await issue(issuer)
  const own = await download(issuer, ownAccount.export.path)
  expect(own.json().prepaid_code_batches).toMatchObject([{ id, tag: 'Birch Street', codes: 3 }])
  await server.call(ownAccount.close, { as: issuer, body: { current_password: password } })
  const left = await server.database
    .selectFrom('code_batches')
    .select('tag')
    .where('id', '=', id)
    .execute()
  expect(left).toEqual([{ tag: null }])
})
