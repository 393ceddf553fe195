import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { PresenceWriter } from './presence-writer.ts'

const server = testApp()
const { makeRoom } = laundry(server)

test('records the current time for a controller after the clock was set back', async () => {
  const { machine } = await makeRoom()
  const { controllerId } = machine
  const presenceWriter = new PresenceWriter(server.parts)
  const hearing = { controllerId, bootId: 'b1', heardAt: performance.now() }
  await presenceWriter.heard(hearing)
  await server.asOwner(`
    update controller_presence set heard_at = now() + interval '1 hour'
    where controller_id = '${controllerId}'`)
  await presenceWriter.heard(hearing)
  const { heard_at } = await server.database
    .selectFrom('controller_presence')
    .select('heard_at')
    .where('controller_id', '=', controllerId)
    .executeTakeFirstOrThrow()
  expect(heard_at.getTime()).toBeLessThanOrEqual(Date.now())
})
