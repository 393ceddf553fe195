import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../database/connection.ts'
import { withEmbedded } from '../embedded-postgres/embedded.ts'
import { bankProgram } from '../test/bank.ts'
import { Fleet } from '../test/fleet.ts'
import { asUsed } from '../test/used-folder.ts'
import { freePort } from '../testbed/ports.ts'
import { RoughNetwork } from '../testbed/rough-network.ts'

/** More of each in `npm run test:long`. */
const controllers = Number(process.env.FLEET_CONTROLLERS ?? 40)
const payments = Number(process.env.FLEET_PAYMENTS ?? 150)
/** A server, the other one, PostgreSQL, and so on. */
const kills = Number(process.env.FLEET_KILLS ?? 2)

const running = new AsyncDisposableStack()
afterAll(() => running.disposeAsync())

test(`of ${payments} payments at ${controllers} controllers none starts twice, and money is kept for what ran and for nothing else`, {
  timeout: 3_600_000,
}, async () => {
  const dataDir = await asUsed(await mkdtemp(join(tmpdir(), 'coinless-fleet-')))
  running.defer(() => rm(dataDir, { recursive: true, force: true }))
  const JWT_SECRET = 'a secret of the tests, long enough'
  const ports = [await freePort(), await freePort()] as const
  const first = bankProgram(dataDir, { JWT_SECRET, PORT: `${ports[0]}` })
  running.defer(() => first.stop())
  await first.start()
  const DATABASE_URL = await withEmbedded(dataDir, async (url) => url)
  const owner = new URL(DATABASE_URL)
  owner.username = 'coinless'
  owner.password = (await readFile(join(dataDir, 'database-password'), 'utf8')).trim()
  const addresses = { DATABASE_URL, DATABASE_OWNER_URL: owner.href }
  const second = bankProgram(dataDir, { JWT_SECRET, ...addresses, PORT: `${ports[1]}` })
  running.defer(() => second.stop())
  await second.start()
  let turn = 0
  const port = () => ports[turn++ % 2] ?? ports[0]
  const network = new RoughNetwork(port)
  running.defer(() => network.stop())
  const database = connect(owner.href)
  running.defer(() => database.destroy())

  const fleet = new Fleet(() => `http://127.0.0.1:${port()}`, network, database)
  running.defer(() => fleet.stop())
  await fleet.furnish(await network.start(), controllers)
  const serving = fleet.serve()
  for (let kill = 0; kill <= kills; kill++) {
    const goal = (payments * (kill + 1)) / (kills + 1)
    await expect
      .poll(() => fleet.paid.length, { timeout: 3_600_000, interval: 20 })
      .toBeGreaterThanOrEqual(goal)
    if (kill === kills) break
    const victim = [first, second][kill % 3]
    if (victim) await victim.kill().then(() => victim.start())
    else await first.killDatabase()
  }
  fleet.close()
  await serving
  const looked = database.selectFrom('cycles').select('id').where('look_at', 'is not', null)
  await expect.poll(() => looked.execute(), { timeout: 120_000 }).toEqual([])
  const pending = sql`select id from refunds where status = 'pending'
    union all select id from card_payments where status = 'pending'`
  await expect
    .poll(async () => (await pending.execute(database)).rows, { timeout: 120_000 })
    .toEqual([])
  await fleet.expectWhole()
})
