import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl } from '../../../test/servers/postgres.ts'
import { Program } from '../../../test/servers/program.ts'
import { testApp } from '../../../test/support/app.ts'
import { makeLandlord } from '../../../test/support/make.ts'

const server = testApp()
const count = 4000

test('resumes a bulk change after its server is killed and changes each row once', async () => {
  await using files = await mkdtempDisposable(`${tmpdir()}/coinless-`)
  const as = await makeLandlord(server)
  await server.asOwner(`insert into devices (owner_id, label, device_number, shares_number, device_type,
      landlord_email, location, duration_minutes, price)
    select '${as.id}', 'L', 'N', true, 'washer', '${as.email}', 'Large', 30, 2 from generate_series(1, ${count})`)
  const body = { chosen: { filter: { own: 'only' as const } }, set: { price: 3 } }
  const { id } = await server.call(bulkChanges.planForDevices, { as, body })
  const { pathname } = new URL(server.url)
  const killed = new Program({
    DATA_DIR: files.path,
    DATABASE_URL: server.url,
    DATABASE_OWNER_URL: databaseUrl(inject('postgresUrl'), pathname.slice(1)),
    JWT_SECRET: server.parts.config.jwtSecret,
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: 'ada at the helm',
  })
  onTestFinished(() => killed.stop())
  await killed.start()
  const path = bulkChanges.apply.path.replace(':id', id)
  await server.database.transaction().execute(async (transaction) => {
    // The last row is locked, so that the change is not over before the kill.
    await sql`select from devices order by id desc limit 1 for update`.execute(transaction)
    const lost = fetch(`${killed.address}/api${path}`, {
      method: bulkChanges.apply.method,
      headers: { authorization: `Bearer ${as.token}` },
    }).catch(() => 'lost')
    await expect.poll(changed).toBeGreaterThan(0)
    await killed.kill()
    expect(await lost).toBe('lost')
  })
  expect(await changed()).toBeLessThan(count)
  const after = await server.call(bulkChanges.apply, { as, params: { id } })
  expect(after).toMatchObject({ state: 'applied', changed: count, left: [] })
  expect(await changed()).toBe(count)
  const { rows } =
    await sql`select count(*), count(distinct subject_id) as different from audit_events
    where action = 'device_changed' and actor_id = ${as.id}`.execute(server.database)
  expect(rows).toEqual([{ count, different: count }])
})

async function changed(): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) from devices where price = 3`.execute(server.database)
  return rows[0]?.count ?? 0
}
