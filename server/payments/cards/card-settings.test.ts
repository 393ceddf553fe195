import { payments } from '@coinless/contract/payments.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeMachine } from '../../../test/support/machine.ts'
import { makeDevice, makeLandlord, makeUser, unknownId } from '../../../test/support/make.ts'

const server = testApp()

test('announces a hold only at a linked device that the caller can see', async () => {
  const landlord = await makeLandlord(server)
  const [plain, linked] = [await makeDevice(server, landlord), await makeDevice(server, landlord)]
  await makeMachine(server, landlord, linked)
  const captureAt = async (device_id?: string) => {
    const query = device_id === undefined ? {} : { device_id }
    return (await server.call(payments.cardSettings, { as: await makeUser(server), query })).capture
  }
  expect(await captureAt(linked.id)).toBe('manual')
  for (const other of [undefined, plain.id, unknownId])
    expect(await captureAt(other)).toBe('automatic')
  await server.asOwner(`update devices set status = 'inactive' where id = '${linked.id}'`)
  expect(await captureAt(linked.id)).toBe('automatic')
})
