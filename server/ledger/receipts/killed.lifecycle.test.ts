import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { payments } from '@coinless/contract/payments.ts'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl } from '../../../test/servers/postgres.ts'
import { Program } from '../../../test/servers/program.ts'
import { testApp } from '../../../test/support/app.ts'
import { makeBusiness, receiptsOf } from '../../../test/support/business.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  termsOf,
} from '../../../test/support/make.ts'
import { connect } from '../../platform/database/connection.ts'

const server = testApp()
const kills = 3
const payerCount = 16
const timeout = 120_000

async function startServer(folder: string): Promise<Program> {
  const { pathname } = new URL(server.url)
  const program = new Program({
    DATA_DIR: folder,
    DATABASE_URL: server.url,
    DATABASE_OWNER_URL: databaseUrl(inject('postgresUrl'), pathname.slice(1)),
    JWT_SECRET: server.parts.config.jwtSecret,
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: 'ada at the helm',
  })
  await program.start()
  onTestFinished(() => program.stop())
  return program
}

/** Stops numbering after its receipts are stored and before it commits, while the test holds the lock. */
async function stopBeforeCommit() {
  await server.asOwner(`create function wait_for_test() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(4711); return null; end $$;
    create trigger wait_for_test after update on receipt_counters
      for each row execute function wait_for_test()`)
}

const isStopped = async () => {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and objid = 4711
    and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
    server.database,
  )
  return rows.length > 0
}

test(`leaves no gap and no number twice in ${kills} kills while numbering, with ${payerCount} payers`, {
  timeout: 3 * timeout,
}, async () => {
  await using files = await mkdtempDisposable(join(tmpdir(), 'coinless-'))
  const seller = await makeLandlord(server, { email_verified: true })
  await makeBusiness(server, seller)
  const device = await makeDevice(server, seller)
  const { code } = await makeCode(server, seller, { balance: 10_000 })
  await stopBeforeCommit()
  const other = connect(server.url)
  onTestFinished(() => other.destroy())
  const paid: string[] = []
  let isOver = false
  const payers = await Promise.all(Array.from({ length: payerCount }, () => makeUser(server)))
  const paying = payers.map(async (as) => {
    while (!isOver) {
      const body = { ...termsOf(device), prepaid_code: code, pay_again: true }
      paid.push((await server.call(payments.prepaid, { as, body })).transaction.id)
    }
  })
  const numberedBeforeKills: number[] = []
  try {
    for (let kill = 0; kill < kills; kill++) {
      const program = await startServer(files.path)
      const before = (await receiptsOf(server, seller)).length
      if (kill > 0) {
        await expect
          .poll(async () => (await receiptsOf(server, seller)).length, { timeout })
          .toBeGreaterThan(before)
      }
      await other.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(4711)`.execute(transaction)
        await expect.poll(isStopped, { timeout }).toBe(true)
        await program.kill()
      })
      numberedBeforeKills.push((await receiptsOf(server, seller)).length)
    }
  } finally {
    isOver = true
    await Promise.all(paying)
  }
  await startServer(files.path)
  await expect
    .poll(async () => (await receiptsOf(server, seller)).length, { timeout })
    .toBe(paid.length)
  const receipts = await receiptsOf(server, seller)
  expect(receipts.map(({ number }) => number)).toEqual(receipts.map((_, n) => n + 1))
  expect(new Set(receipts.map(({ transaction_id }) => transaction_id))).toEqual(new Set(paid))
  console.log(`${paid.length} payments, ${numberedBeforeKills.join(', ')} receipts at the kills`)
})
