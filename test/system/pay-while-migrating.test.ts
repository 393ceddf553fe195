import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Device } from '@coinless/contract/devices.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { findInconsistencies } from '../../server/ledger/entries/check.ts'
import { connect, type Database } from '../../server/platform/database/connection.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { noTimeouts } from '../../server/platform/database/pool.ts'
import { knownSteps, stepOf } from '../../server/platform/database/steps.ts'
import { manyRows } from '../servers/many-rows.ts'
import { databaseUrl } from '../servers/postgres.ts'
import { testApp } from '../support/app.ts'
import { pay } from '../support/known-person.ts'
import { makeCode, makeDevice, makeLandlord, makeUser, type TestUser } from '../support/make.ts'
import { inSteps } from './careful-migrations.ts'

/** Rows of each growing table; a million in `npm run test:long`. */
const rows = Number(process.env.MIGRATION_ROWS ?? 5_000)
const isLong = process.env.MIGRATION_ROWS !== undefined
const longestWaitMs = 1_000
const server = testApp()
let owner: Database
let payers: { as: TestUser; device: Device; code: PrepaidCode }[]

beforeAll(async () => {
  await server.asOwner(manyRows({ rows, owners: 100 }))
  owner = connect(
    databaseUrl(inject('postgresUrl'), new URL(server.url).pathname.slice(1)),
    noTimeouts,
  )
  payers = await Promise.all(
    [1, 2].map(async () => {
      const landlord = await makeLandlord(server)
      return {
        as: await makeUser(server),
        device: await makeDevice(server, landlord, { price: 0.01 }),
        code: await makeCode(server, landlord, { balance: 10_000 }),
      }
    }),
  )
  return () => owner.destroy()
}, 1_800_000)

afterEach(async () => {
  expect(await findInconsistencies(owner)).toEqual([])
}, 1_800_000)

/** Pays without pauses until other work ends, and a little longer. */
async function payDuring(work: Promise<unknown>) {
  const waits: number[] = []
  let isOver = false
  const paying = payers.map(async ({ as, device, code }) => {
    do {
      const start = performance.now()
      await pay(server, as, device, code.code)
      waits.push(performance.now() - start)
    } while (!isOver)
  })
  await work.finally(() => {
    isOver = true
  })
  await Promise.all(paying)
  return { payments: waits.length, longestMs: Math.max(...waits) }
}

/** Allows for the time of a payment on a busy machine without a migration. */
async function allowedMs() {
  if (isLong) return longestWaitMs
  const { longestMs } = await payDuring(delay(500))
  return Math.max(longestWaitMs, 5 * longestMs)
}

// id: pay-while-migrating-1
test('takes payments while a large table is changed in steps', { timeout: 1_800_000 }, async () => {
  const allowed = await allowedMs()
  const steps = [...(await knownSteps()), ...inSteps]
  const { payments, longestMs } = await payDuring(migrate(owner, { steps }))
  if (isLong) console.log(`The longest of ${payments} payments took ${longestMs.toFixed()} ms.`)
  expect(longestMs).toBeLessThan(allowed)
  const { rows: sums } = await sql<{ missing: number; wrong: number }>`
    select count(*) filter (where amount_cents is null) as missing,
      count(*) filter (where amount_cents <> amount * 100) as wrong
    from transactions`.execute(owner)
  expect(sums).toEqual([{ missing: 0, wrong: 0 }])
  const change = server.asOwner('update transactions set amount_cents = 1')
  await expect(change).rejects.toThrow('transactions is append-only')
})

test('lets payments go first while a migration waits for a table', async () => {
  const allowed = await allowedMs()
  const column = stepOf('999-seen.sql', 'alter table transactions add column seen boolean')
  const steps = [...(await knownSteps()), ...inSteps, column]
  async function isApplied() {
    const { rows: found } = await sql`
      select from migrations where name = ${column.name}`.execute(owner)
    return found.length > 0
  }
  let migrating: Promise<void> | undefined
  await owner.transaction().execute(async (reading) => {
    await reading.selectFrom('transactions').select('id').limit(1).execute()
    migrating = migrate(owner, { steps })
    const { longestMs } = await payDuring(delay(3_000))
    expect(longestMs).toBeLessThan(allowed)
    expect(await isApplied()).toBe(false)
  })
  await migrating
  expect(await isApplied()).toBe(true)
  await server.asOwner(`delete from migrations where name = '${column.name}'`)
})
