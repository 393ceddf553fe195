import { devices } from '@coinless/contract/devices.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { me } from '@coinless/contract/users.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeCode, makeDevice, makeLandlord } from '../../../test/support/make.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { startClean } from '../../sessions/account/clean-start.ts'

const server = testApp()

/** Makes an account with an active device, an inactive one and a code left behind. */
async function makeAccount() {
  const as = await makeLandlord(server)
  const device = await makeDevice(server, as)
  const idle = await makeDevice(server, as, { status: 'inactive' })
  const code = await makeCode(server, as)
  const actor = { id: as.id, address: '127.0.0.1', user_agent: '' }
  await server.database
    .transaction()
    .execute((transaction) => startClean(transaction, actor, as.id))
  return { as, device, idle, code }
}

test('neither keeps nor removes rows that have been deleted, active or not', async () => {
  const { as, device, idle, code } = await makeAccount()
  for (const { id } of [device, idle]) await server.call(devices.delete, { as, params: { id } })
  await server.call(prepaidCodes.delete, { as, params: { id: code.id } })
  for (const { id } of [device, idle, code]) {
    for (const endpoint of [me.keepLeftBehind, me.removeLeftBehind]) {
      const { body } = await server.refused(endpoint, { as, params: { id } })
      expect(body.code).toBe('left_behind_not_found')
    }
  }
})

test('does not keep a row that is deleted concurrently', async () => {
  const { as, device, code } = await makeAccount()
  const left = [
    ['devices', device.id],
    ['prepaid_codes', code.id],
  ] as const
  for (const [table, id] of left) {
    const { kept } = await server.database.transaction().execute(async (deleting) => {
      const change = { deleted_at: new Date() }
      await deleting.updateTable(table).set(change).where('id', '=', id).execute()
      const kept = server.refused(me.keepLeftBehind, { as, params: { id } })
      await expect.poll(() => waitingForLocks(server)).toBe(1)
      return { kept }
    })
    expect((await kept).body.code).toBe('left_behind_not_found')
  }
})
