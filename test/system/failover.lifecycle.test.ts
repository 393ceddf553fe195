import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../server/platform/database/connection.ts'
import { Cluster } from '../servers/cluster.ts'
import { query } from '../servers/postgres.ts'
import { account, Bank, bankProgram } from '../support/bank.ts'

/** FAILOVER_PAYMENTS: number before and after the kill of the primary; more in `npm run test:long`. */
const payments = Number(process.env.FAILOVER_PAYMENTS ?? 60)

const folder = await mkdtemp(join(tmpdir(), 'coinless-cluster-'))
const cluster = new Cluster(folder)
beforeAll(() => cluster.start())
afterAll(() => cluster.stop())

test('skips a replica, and refuses to work on a replica alone', async () => {
  const both = connect(cluster.url)
  await sql`create table passed_over ()`.execute(both)
  await both.destroy()
  const replica = connect(cluster.replicaUrl)
  await expect(sql`select 1`.execute(replica)).rejects.toMatchObject({ code: '57P03' })
  await replica.destroy()
})

test('does not acknowledge a commit that the replica lacks', async () => {
  await cluster.stopReplica()
  const database = connect(cluster.url)
  const commit = sql`create table only_here ()`.execute(database)
  const cancel = `select pg_cancel_backend(pid) as ended from pg_stat_activity
    where wait_event = 'SyncRep'`
  await Promise.all([
    expect(commit).rejects.toMatchObject({ code: '08007' }),
    expect.poll(() => query(cluster.primaryUrl, cancel)).toEqual([{ ended: true }]),
  ])
  // The row exists anyway, so its outcome is unknown.
  const [found] = await query(cluster.primaryUrl, "select to_regclass('only_here') as name")
  expect(found).toEqual({ name: 'only_here' })
  await database.destroy()
  await cluster.startReplica()
})

test('loses no acknowledged money when the replica takes over from a killed primary under load', {
  timeout: 1_200_000,
}, async () => {
  const JWT_SECRET = 'a secret of the tests, long enough'
  const program = bankProgram(join(folder, 'data'), { DATABASE_URL: cluster.url, JWT_SECRET })
  await program.start()
  const bank = new Bank(program)
  await bank.open()
  const serving = bank.serve()
  const until = (count: number) =>
    expect.poll(() => bank.paid.length, { interval: 10 }).toBeGreaterThanOrEqual(count)
  await until(payments)
  await cluster.killPrimary()
  const killedAt = performance.now()
  const lost = await fetch(`${program.address}/api/auth-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  expect([lost.status, Number(lost.headers.get('retry-after'))]).toEqual([503, 5])
  await cluster.promoteReplica()
  const promotedAt = performance.now()
  await until(bank.paid.length + 1)
  const seconds = [promotedAt, performance.now()].map((at) => ((at - killedAt) / 1000).toFixed(1))
  await until(bank.paid.length + payments)
  bank.close()
  await serving
  const database = connect(cluster.url)
  await bank.expectWhole(database)
  await database.destroy()
  await program.stop()
  console.log(
    `${bank.paid.length} payments, none lost; promoted after ${seconds[0]} s, served again after ${seconds[1]} s`,
  )
})
