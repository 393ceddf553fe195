import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from '../../server/platform/database/connection.ts'
import { callTimeouts } from '../../server/platform/database/pool.ts'
import { databaseUrl, execute } from '../servers/postgres.ts'
import type { Program } from '../servers/program.ts'
import { StallingProxy } from '../servers/stalling-proxy.ts'
import { Bank, bankProgram } from '../support/bank.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'coinless-network-'))
const name = `coinless_test_${randomUUID().replaceAll('-', '')}`
const postgres = inject('postgresUrl')
const network = new StallingProxy(new URL(postgres))
let program: Program

beforeAll(async () => {
  await execute(postgres, `create database ${name}`)
  const url = new URL(databaseUrl(postgres, name))
  url.port = `${await network.start()}`
  const JWT_SECRET = 'a secret of the tests, long enough'
  program = bankProgram(dataDir, { DATABASE_URL: url.href, JWT_SECRET })
  await program.start()
})

afterAll(async () => {
  await program.stop()
  await network.stop()
  await execute(postgres, `drop database ${name} with (force)`)
  await rm(dataDir, { recursive: true, force: true })
})

test('refuses payments while the network stalls or breaks, and loses nothing', async () => {
  const bank = new Bank(program)
  await bank.open()
  const serving = bank.serve()
  const until = (count: number) => expect.poll(() => bank.paid.length).toBeGreaterThanOrEqual(count)
  await until(20)

  network.cut()
  await until(bank.paid.length + 20)

  network.stall()
  const turnedAway = bank.turnedAway
  const patience = { timeout: callTimeouts.query_timeout * 3 }
  await expect.poll(() => bank.turnedAway, patience).toBeGreaterThan(turnedAway)
  const reading = await fetch(`${program.address}/api/ready`)
  expect(reading.status).toBe(503)
  network.heal()
  await until(bank.paid.length + 20)

  bank.close()
  await serving
  const database = connect(databaseUrl(postgres, name))
  await bank.expectWhole(database)
  await database.destroy()
  console.log(`${bank.paid.length} payments, ${bank.turnedAway} refused attempts, none lost`)
})
