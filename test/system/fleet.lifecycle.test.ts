import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { RoughNetwork } from '../servers/rough-network.ts'
import { Fleet } from '../support/fleet.ts'
import { twoServers } from '../support/two-servers.ts'

/** More of each in `npm run test:long`. */
const controllers = Number(process.env.FLEET_CONTROLLERS ?? 40)
const payments = Number(process.env.FLEET_PAYMENTS ?? 150)
/** In turn: a server, the other server, PostgreSQL. */
const kills = Number(process.env.FLEET_KILLS ?? 2)

const running = new AsyncDisposableStack()
afterAll(() => running.disposeAsync())

test(`starts none of ${payments} payments at ${controllers} controllers twice, and keeps money only for runs`, {
  timeout: 3_600_000,
}, async () => {
  const { first, second, port, database } = await twoServers(running)
  const network = new RoughNetwork(port)
  running.defer(() => network.stop())
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
  const looked = database.selectFrom('cycles').select('id').where('next_check_at', 'is not', null)
  await expect.poll(() => looked.execute()).toEqual([])
  const pending = sql`select id from refunds where status = 'pending'
    union all select id from card_payments where status = 'pending'`
  await expect.poll(async () => (await pending.execute(database)).rows).toEqual([])
  await fleet.expectWhole()
})
