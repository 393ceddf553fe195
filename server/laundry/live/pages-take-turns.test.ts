import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { followPage } from '../../../test/support/live-page.ts'
import { makeLandlord } from '../../../test/support/make.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'

const server = testApp()

test('limits how many live pages read at once, so that other calls are answered', async () => {
  const landlord = await makeLandlord(server)
  const follow = () => followPage(server.app, landlord, { attention: 'true' })
  await Promise.all(Array.from({ length: 20 }, follow))
  await server.database.transaction().execute(async (holding) => {
    await sql`lock table alerts in access exclusive mode`.execute(holding)
    server.parts.changes.publish({ all: 'attention' })
    const waiting = () => waitingForLocks({ ...server, database: holding })
    await expect.poll(waiting).toBeGreaterThan(1)
    expect((await server.call(me.get, { as: landlord })).id).toBe(landlord.id)
  })
})
