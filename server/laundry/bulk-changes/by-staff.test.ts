import { bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { devices } from '@coinless/contract/devices.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { staff } from '@coinless/contract/staff.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'
import { makeStaff } from '../../../test/support/staff.ts'

const server = testApp()

const makeOwner = () => makeLandlord(server, { email_verified: true })

const planPrice = (as: TestUser, ids: string[], price = 3) =>
  server.call(bulkChanges.planForDevices, { as, body: { chosen: { ids }, set: { price } } })
const planCodes = (as: TestUser, ids: string[]) =>
  server.call(bulkChanges.planForCodes, {
    as,
    body: { chosen: { ids }, set: { disabled: true } },
  })

test('lets staff change the owner’s devices and codes in their own name', async () => {
  const owner = await makeOwner()
  const as = await makeStaff(server, owner, 'manager')
  const device = await makeDevice(server, owner)
  const code = await makeCode(server, owner)
  const [prices, codes] = [await planPrice(as, [device.id]), await planCodes(as, [code.id])]
  for (const { id } of [prices, codes]) {
    expect(await server.call(bulkChanges.apply, { as, params: { id } })).toMatchObject({
      state: 'applied',
      changed: 1,
    })
  }
  const changed = await server.call(devices.get, { as: owner, params: { id: device.id } })
  expect(changed.price).toBe(3)
  expect(
    (await server.call(prepaidCodes.get, { as: owner, params: { id: code.id } })).disabled,
  ).toBe(true)
  const { data } = await server.call(staff.trail, { as: owner, query: { staff_only: true } })
  expect(data.map(({ action, actor_email }) => [action, actor_email])).toEqual([
    ['code_disabled', as.email],
    ['device_changed', as.email],
  ])
  await server.call(bulkChanges.undo, { as, params: { id: prices.id } })
  expect((await server.call(devices.get, { as: owner, params: { id: device.id } })).price).toBe(
    device.price,
  )
})

test('hides a bulk change from other users of the same account', async () => {
  const owner = await makeOwner()
  const [manager, other] = [
    await makeStaff(server, owner, 'manager'),
    await makeStaff(server, owner, 'manager'),
  ]
  const { id: device } = await makeDevice(server, owner)
  for (const as of [owner, manager]) {
    const { id } = await planPrice(as, [device], as === owner ? 4 : 5)
    const others = [owner, manager, other].filter((each) => each !== as)
    for (const endpoint of [bulkChanges.get, bulkChanges.apply, bulkChanges.undo]) {
      for (const each of others) {
        const { body } = await server.refused(endpoint, { as: each, params: { id } })
        expect(body.code).toBe('bulk_change_not_found')
      }
    }
    await server.call(bulkChanges.apply, { as, params: { id } })
    expect((await server.call(bulkChanges.recent, { as })).data.map((each) => each.id)).toEqual([
      id,
    ])
  }
  expect((await server.call(bulkChanges.recent, { as: other })).data).toEqual([])
})

test('refuses changes of codes to a technician, also one who planned them as a manager', async () => {
  const owner = await makeOwner()
  const as = await makeStaff(server, owner, 'manager')
  const code = await makeCode(server, owner)
  const { id } = await planCodes(as, [code.id])
  await server.database
    .updateTable('memberships')
    .set({ role: 'technician' })
    .where('id', '=', as.membershipId)
    .execute()
  const chosen = { ids: [code.id] }
  const refusals = [
    await server.refused(bulkChanges.planForCodes, {
      as,
      body: { chosen, set: { disabled: true } },
    }),
    await server.refused(bulkChanges.apply, { as, params: { id } }),
  ]
  expect(refusals.map(({ body }) => body.code)).toEqual(['right_missing', 'right_missing'])
  expect((await server.call(bulkChanges.recent, { as })).data).toEqual([])
})

test('changes nothing that others operate or gave to the owner', async () => {
  const [owner, other] = [await makeOwner(), await makeOwner()]
  const as = await makeStaff(server, owner, 'manager')
  const held = await makeCode(server, other, { customer_email: owner.email })
  expect(await planCodes(as, [held.id])).toMatchObject({
    planned: 0,
    left: [{ reason: 'not_found', count: 1, names: [] }],
  })
  const { id } = await makeDevice(server, other)
  expect((await planPrice(as, [id])).planned).toBe(0)
})

test('keeps devices of an admin open to customers after a bulk change by staff', async () => {
  const admin = await makeAdmin(server)
  const as = await makeStaff(server, admin, 'manager')
  const device = await makeDevice(server, admin)
  const { id } = await planPrice(as, [device.id])
  await server.call(bulkChanges.apply, { as, params: { id } })
  const customer = await makeUser(server)
  const seen = await server.call(devices.get, { as: customer, params: { id: device.id } })
  expect(seen.price).toBe(3)
})

test('deletes a bulk change with the membership and keeps the values that it set', async () => {
  const owner = await makeOwner()
  const as = await makeStaff(server, owner, 'manager')
  const device = await makeDevice(server, owner)
  const { id } = await planPrice(as, [device.id])
  await server.call(bulkChanges.apply, { as, params: { id } })
  await server.call(staff.remove, { as: owner, params: { id: as.membershipId } })
  const kept = await server.database
    .selectFrom('bulk_changes')
    .select('id')
    .where('id', '=', id)
    .execute()
  expect(kept).toEqual([])
  expect((await server.call(devices.get, { as: owner, params: { id: device.id } })).price).toBe(3)
})
