import { randomUUID } from 'node:crypto'
import { limits } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'

const server = testApp()
const limited = testApp({ rateLimits: true })
let issuer: TestUser

beforeEach(async () => {
  issuer = await makeLandlord(server, { email_verified: true })
})

async function bring(
  rows: object[],
  { as = issuer, key = randomUUID() as string, app = server.app } = {},
) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/prepaid-codes/import',
    headers: { authorization: `Bearer ${as.token}`, 'idempotency-key': key },
    payload: { rows },
  })
  return { status: answer.statusCode, ...answer.json() }
}

async function issued({ id } = issuer): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from prepaid_codes
    where user_id = ${id} and deleted_at is null`.execute(server.database)
  return rows[0]?.count ?? 0
}

describe('an import of codes', () => {
  test('lists the codes in the order of the rows', async () => {
    const rows = Array.from({ length: 12 }, (_, row) => ({ code: generateCode(), balance: row }))
    await bring(rows)
    const query = { limit: 100 }
    const { data } = await server.call(prepaidCodes.list, { as: issuer, query })
    expect(data.map(({ balance }) => balance)).toEqual(rows.map(({ balance }) => balance))
  })

  test('issues each new code, with its ledger entry and event', async () => {
    const expires_at = '2100-01-01T00:00:00.000Z'
    const rows = [
      { code: generateCode(), balance: 12.5, customer_name: 'Ana', expires_at },
      { code: generateCode(), balance: 0, disabled: true },
    ]
    expect(await bring(rows)).toEqual({ status: 200, created: 2, left: [] })
    const { data } = await server.call(prepaidCodes.list, { as: issuer, query: {} })
    expect(data.toSorted((one, other) => other.balance - one.balance)).toMatchObject([
      { ...rows[0], remaining_balance: 12.5, disabled: false },
      { ...rows[1], remaining_balance: 0, expires_at: null },
    ])
    expect(await findInconsistencies(server.database)).toEqual([])
    const events = await sql`select details from audit_events
      where actor_id = ${issuer.id} and action = 'code_issued' order by details::text`.execute(
      server.database,
    )
    expect(events.rows).toEqual([
      { details: { balance: '0.00' } },
      { details: { balance: '12.50' } },
    ])
  })

  test('issues no code twice, even after a payment, and leaves different ones unchanged', async () => {
    const code = generateCode()
    const device = await makeDevice(server, issuer, { price: 2.5 })
    await bring([{ code, balance: 10, customer_name: 'Ana' }])
    const body = { ...termsOf(device), prepaid_code: code }
    await server.call(payments.prepaid, { as: await makeUser(server), body })
    const unchanged = { row: 0, outcome: 'unchanged', fields: [], message: null }
    for (const balance of [10, 7.5]) {
      const typed = code.toLowerCase().replaceAll('-', '')
      expect(await bring([{ code: typed, balance }])).toMatchObject({
        created: 0,
        left: [unchanged],
      })
    }
    const other = { code, balance: 50, customer_name: 'Ben' }
    expect((await bring([other])).left).toEqual([
      { ...unchanged, outcome: 'differs', fields: ['customer_name', 'balance'] },
    ])
    expect(await issued()).toBe(1)
  })

  test('reports the refused rows and issues the others', async () => {
    const good = generateCode()
    const last = good.endsWith('0') ? '1' : '0'
    const rows = [
      { code: 'password', balance: 1 },
      { code: good.slice(0, -1) + last, balance: 1 },
      { code: generateCode(), balance: 1, expires_at: '2020-01-01T00:00:00Z' },
      { code: good, balance: 1 },
    ]
    const report = await bring(rows)
    expect(report).toMatchObject({
      created: 1,
      left: [
        { row: 0, outcome: 'refused', fields: ['code'] },
        { row: 1, outcome: 'refused', fields: ['code'] },
        { row: 2, outcome: 'refused', fields: ['expires_at'] },
      ],
    })
    for (const { message } of report.left) expect(message).toMatch(/[.]$/)
    expect(await issued()).toBe(1)
  })

  test('rejects a code of another issuer by its row, and reveals nothing about it', async () => {
    const { code } = await makeCode(server, await makeLandlord(server))
    const refused = await bring([
      { code: generateCode(), balance: 1 },
      { code, balance: 10 },
    ])
    expect(refused).toMatchObject({ status: 409, code: 'imported_code_taken' })
    expect(refused.details).toEqual([{ field: 'rows.1.code', message: refused.error }])
    expect(await issued()).toBe(0)
  })

  test('previews which codes it leaves, and never reveals those of others', async () => {
    const { code: foreign } = await makeCode(limited, await makeLandlord(limited))
    const as = await makeLandlord(limited, { email_verified: true })
    const { code } = await makeCode(limited, as, { balance: 10 })
    const rows = [foreign, generateCode(), code].map((each) => ({ code: each, balance: 5 }))
    for (let n = 0; n < limits.freeAttempts + 2; n++) {
      const answer = await limited.call(prepaidCodes.previewImport, { as, body: { rows } })
      expect(answer.left).toEqual([
        { row: 2, outcome: 'differs', fields: ['balance'], message: null },
      ])
    }
  })

  test('recognizes a code that the caller holds', async () => {
    const holder = await makeUser(server, { email_verified: true })
    const { code } = await makeCode(server, issuer, { customer_email: holder.email })
    expect((await bring([{ code, balance: 10 }], { as: holder })).left[0].outcome).toBe('unchanged')
  })
})

test('limits guesses by import as strictly as single guesses', async () => {
  const other = await makeLandlord(limited)
  const searcher = await makeLandlord(limited, { email_verified: true })
  const codes = await Promise.all(Array.from({ length: 8 }, () => makeCode(limited, other)))
  const answers = []
  for (let tries = 0; tries <= limits.freeAttempts + 1; tries++) {
    const rows = codes.map(({ code }) => ({ code, balance: 1 }))
    answers.push(await bring(rows, { as: searcher, app: limited.app }))
  }
  for (const { details } of answers.slice(0, limits.freeAttempts)) expect(details).toHaveLength(1)
  expect(answers.at(-1)?.code).toBe('too_many_attempts')
})

test('answers an import repeated with its key as the first time', async () => {
  const rows = [{ code: generateCode(), balance: 5 }]
  const first = await bring(rows, { key: 'one' })
  expect(await bring(rows, { key: 'one' })).toEqual(first)
  expect(first.created).toBe(1)
})

test('issues the codes of one file once for two concurrent imports', async () => {
  const rows = Array.from({ length: 40 }, () => ({ code: generateCode(), balance: 5 }))
  const reports = await Promise.all([bring(rows), bring(rows.toReversed())])
  expect(reports.map(({ status }) => status)).toEqual([200, 200])
  expect(reports[0].created + reports[1].created).toBe(40)
  expect(await issued()).toBe(40)
  expect(await findInconsistencies(server.database)).toEqual([])
})

test('holds an unverified account to its limit across concurrent imports', async () => {
  const unverified = await makeUser(server, { email_verified: false })
  await sql`insert into prepaid_codes (user_id, code, lookup_key)
    select ${unverified.id}, 'x-' || n || ${unverified.id}, 'x' || n || ${unverified.id}
    from generate_series(1, ${limits.madeUnverified - 3}::integer) as n`.execute(server.database)
  const two = () => [1, 2].map(() => ({ code: generateCode(), balance: 1 }))
  const reports = await Promise.all([1, 2].map(() => bring(two(), { as: unverified })))
  expect(reports.map(({ status, code }) => code ?? status).sort()).toEqual([
    200,
    'verification_needed',
  ])
})

test('exports the remaining balance, for an import elsewhere', async () => {
  const device = await makeDevice(server, issuer, { price: 2.5 })
  const { code } = await makeCode(server, issuer, { balance: 10 })
  const body = { ...termsOf(device), prepaid_code: code }
  await server.call(payments.prepaid, { as: await makeUser(server), body })
  const text = await server.call(prepaidCodes.export, { as: issuer })
  expect(text).toContain(`${code},10.00,7.50,`)
})
