import { limits } from '@coinless/contract/limits.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { makeUser } from '../test/make.ts'

const server = testApp()

test('a flood of calls of one account waits in its own queue, and others are answered meanwhile', async () => {
  const flooder = await makeUser(server)
  const other = await makeUser(server)
  const flood = await server.database.transaction().execute(async (transaction) => {
    await sql`select from users where id = ${flooder.id} for update`.execute(transaction)
    const calls = Array.from({ length: 40 }, (_, n) =>
      server.call(me.update, { as: flooder, body: { full_name: `Flood ${n}` } }),
    )
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.database)
      return rows[0]?.count
    }
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(limits.callsAtOnce)
    expect((await server.call(me.get, { as: other })).id).toBe(other.id)
    expect(await waiting()).toBe(limits.callsAtOnce)
    return calls
  })
  expect(await Promise.all(flood)).toHaveLength(40)
})
