import { devices } from '@coinless/contract/devices.ts'
import { expect, test, vi } from 'vitest'
import { answered, testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeAcceptedDevice,
  makeAdmin,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  unknownId,
} from '../../../test/support/make.ts'
import { makeStaff } from '../../../test/support/staff.ts'

const server = testApp()

test('shows concurrent callers with different rights the same devices as each alone', async () => {
  const owner = await makeLandlord(server)
  const landlord = await makeLandlord(server, { email_verified: true })
  const callers = [
    owner,
    landlord,
    await makeUser(server, { email: `unverified-${landlord.email}` }),
    await makeAdmin(server),
    await makeStaff(server, owner, 'technician'),
    await makeStaff(server, owner, 'technician', undefined, [deviceBody.location]),
    await makeStaff(server, owner, 'technician', undefined, ['Elsewhere']),
  ]
  const ids = [
    (await makeAcceptedDevice(server, owner, landlord)).id,
    (await makeDevice(server, owner, { status: 'inactive' })).id,
    (await makeDevice(server, landlord, { status: 'inactive' })).id,
    unknownId,
  ]
  const calls = callers.flatMap((as) => ids.map((id) => ({ as, id })))
  const read = async ({ as, id }: { as: TestUser & { account?: string }; id: string }) => {
    const { body } = await answered(server.app, devices.get, as, { params: { id } })
    return { ...(body as object), requestId: undefined }
  }
  const alone: unknown[] = []
  for (const call of calls) alone.push(await read(call))
  const executed = vi.spyOn(server.database.getExecutor(), 'executeQuery')
  expect(await Promise.all(calls.map(read))).toEqual(alone)
  const reads = executed.mock.calls.filter(([{ sql }]) => sql.includes('"asked"."device_id"'))
  executed.mockRestore()
  expect(alone.filter((answer) => 'code' in (answer as object))).toHaveLength(16)
  expect(reads.length).toBeLessThan(calls.length)
})
