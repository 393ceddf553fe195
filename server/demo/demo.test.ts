import { auth } from '@coinless/contract/auth.ts'
import { devices } from '@coinless/contract/devices.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { resources } from '@coinless/contract/resources.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../test/support/app.ts'
import { fillDemo } from './demo.ts'

const server = testApp()
let accounts: Awaited<ReturnType<typeof fillDemo>>

beforeAll(async () => {
  accounts = await fillDemo(server.database)
})

async function signIn(role: string) {
  const { email = '', password = '' } = accounts.find((account) => account.role === role) ?? {}
  const { session } = await server.call(auth.login, { body: { email, password } })
  return { token: session.access_token }
}

test('signs in the three accounts, each with data of its own', async () => {
  const landlord = await signIn('landlord')
  expect((await server.call(devices.list, { as: landlord })).pagination.total).toBe(18)
  expect((await server.call(devices.listToAccept, { as: landlord })).pagination.total).toBe(1)
  expect((await server.call(prepaidCodes.list, { as: landlord })).pagination.total).toBe(13)
  expect((await server.call(resources.list, { as: landlord })).pagination.total).toBe(3)
  const tenant = await signIn('tenant')
  expect((await server.call(prepaidCodes.list, { as: tenant })).pagination.total).toBe(3)
  expect((await server.call(transactions.list, { as: tenant })).pagination.total).toBeGreaterThan(
    20,
  )
  const admin = await signIn('admin')
  expect((await server.call(transactions.list, { as: admin })).pagination.total).toBeGreaterThan(
    300,
  )
})

test('covers four months, with every balance the sum of its ledger', async () => {
  const { rows } = await sql<{ months: number; wrong: number; below: number }>`
    select
      (select count(distinct date_trunc('month', created_at)) from transactions) as months,
      (select count(*) from prepaid_codes c where remaining_balance <>
        (select sum(amount) from code_movements where prepaid_code_id = c.id)) as wrong,
      (select count(*) from transactions where created_at > now()) as below`.execute(
    server.database,
  )
  expect(rows[0]?.months).toBeGreaterThanOrEqual(4)
  expect(rows[0]).toMatchObject({ wrong: 0, below: 0 })
})

test('adds nothing at a second start', async () => {
  const before = await sql`select count(*) from transactions`.execute(server.database)
  expect(await fillDemo(server.database)).toEqual(accounts)
  expect(await sql`select count(*) from transactions`.execute(server.database)).toEqual(before)
})
