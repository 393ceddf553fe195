import { notifications } from '@coinless/contract/notifications.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { laundry } from '../../../test/support/laundry.ts'
import { passTime } from '../../../test/support/machine.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
} from '../../../test/support/make.ts'
import { pushing } from '../../../test/support/pushing.ts'
import { deadlocks, waitingForLocks } from '../../../test/support/waiting.ts'
import { deliverNotifications } from '../../jobs/notifications.ts'
import { enqueueEndingSoon } from './enqueue.ts'

const { server, subscribe } = await pushing()
const { payAt } = laundry(server)

test('closes an account during its notification without a deadlock', async () => {
  const landlord = await makeLandlord(server)
  const tenant = await makeUser(server)
  const device = await makeDevice(server, landlord)
  const { code } = await makeCode(server, landlord)
  const id = await payAt(tenant, device, code)
  await subscribe(tenant)
  const body = { push: ['five_minutes' as const], mail: [], quiet_hours: null }
  await server.call(notifications.choose, { as: tenant, body })
  await passTime(server, id, 26 * 60)
  await enqueueEndingSoon(server.database)
  const before = await deadlocks(server)
  const calls = await server.database.transaction().execute(async (holding) => {
    await sql`select from push_subscriptions where user_id = ${tenant.id} for update`.execute(
      holding,
    )
    const closing = server.call(ownAccount.close, {
      as: tenant,
      body: { current_password: password },
    })
    await expect.poll(() => waitingForLocks(server)).toBe(1)
    let isTold = false
    const telling = deliverNotifications(server.database, server.parts.config).finally(() => {
      isTold = true
    })
    const isThere = async () => isTold || (await waitingForLocks(server)) > 1
    await expect.poll(isThere).toBe(true)
    return [closing, telling]
  })
  await Promise.all(calls)
  expect(await deadlocks(server)).toBe(before)
})
