import { bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { devicePrices } from '@coinless/contract/device-prices.ts'
import { devices } from '@coinless/contract/devices.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeLinked } from '../../../test/support/links.ts'
import { makeDevice, makeLandlord, makeUser, type TestUser } from '../../../test/support/make.ts'
import { nightPrices, savePrices, threeProgrammes } from '../../../test/support/prices.ts'

const server = testApp()

const plan = (as: TestUser, ids: string[], prices_like: string) => ({
  as,
  body: { chosen: { ids }, set: { prices_like } },
})
const listOf = (as: TestUser, { id }: { id: string }) =>
  server.call(devicePrices.get, { as, params: { id } })

test('copies all prices of a device to others after a preview, and restores them on undo', async () => {
  const owner = await makeLandlord(server)
  const model = await makeDevice(server, owner)
  await savePrices(server, owner, model, nightPrices)
  const plain = await makeDevice(server, owner, { price: 3 })
  const other = await makeDevice(server, owner)
  await savePrices(server, owner, other, threeProgrammes)
  const before = [await listOf(owner, plain), await listOf(owner, other)]
  const planned = await server.call(
    bulkChanges.planForDevices,
    plan(owner, [model.id, plain.id, other.id], model.id),
  )
  expect(planned).toMatchObject({ planned: 2, unchanged: 1 })
  expect(planned.groups.map(({ field, from }) => [field, from]).sort()).toEqual([
    ['prices', '30 min $3.00'],
    ['prices', 'Normal 30 min $2.50, Short 15 min $1.25, Long 60 min $4.00'],
  ])
  const params = { id: planned.id }
  const applied = await server.call(bulkChanges.apply, { as: owner, params })
  expect(applied).toMatchObject({ changed: 2, left: [] })
  expect(await listOf(owner, plain)).toEqual(nightPrices)
  expect(await listOf(owner, other)).toEqual(nightPrices)
  expect(await server.call(bulkChanges.undo, { as: owner, params })).toMatchObject({ undone: 2 })
  expect([await listOf(owner, plain), await listOf(owner, other)]).toEqual(before)
})

test('restores a minimum duration that copied prices lowered, and adds none where none was', async () => {
  const owner = await makeLandlord(server)
  const model = await makeDevice(server, owner, {
    duration_minutes: 10,
    minimum_duration_minutes: null,
  })
  const long = await makeDevice(server, owner, { minimum_duration_minutes: 25 })
  const free = await makeDevice(server, owner, { minimum_duration_minutes: null })
  const minimums = () =>
    Promise.all(
      [long, free].map(async ({ id }) => {
        const device = await server.call(devices.get, { as: owner, params: { id } })
        return device.minimum_duration_minutes
      }),
    )
  const { id } = await server.call(
    bulkChanges.planForDevices,
    plan(owner, [long.id, free.id], model.id),
  )
  await server.call(bulkChanges.apply, { as: owner, params: { id } })
  expect(await minimums()).toEqual([10, null])
  await server.call(bulkChanges.undo, { as: owner, params: { id } })
  expect(await minimums()).toEqual([25, null])
})

test('skips devices started by pulses when coins cannot make a copied price', async () => {
  const owner = await makeLandlord(server)
  const pulses = { switching: 'pulses', pulse_ms: 50, gap_ms: 100 } as const
  const { device } = await makeLinked(server, owner, pulses)
  const model = await makeDevice(server, owner)
  const times = nightPrices.times.map((each) => ({ ...each, prices: [1.1, null] }))
  await savePrices(server, owner, model, { ...nightPrices, times })
  const planned = await server.call(bulkChanges.planForDevices, plan(owner, [device.id], model.id))
  expect(planned.left).toMatchObject([{ reason: 'price_not_in_coins', count: 1 }])
})

test('refuses to copy prices of a device that the caller may not change', async () => {
  const owner = await makeLandlord(server)
  const model = await makeDevice(server, owner)
  const sent = plan(await makeUser(server), [model.id], model.id)
  expect((await server.refused(bulkChanges.planForDevices, sent)).body.code).toBe('not_yours')
})
