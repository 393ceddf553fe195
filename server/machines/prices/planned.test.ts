import { devicePrices, type PriceListBody } from '@coinless/contract/device-prices.ts'
import { devices } from '@coinless/contract/devices.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { deviceBody, makeDevice, makeLandlord, type TestUser } from '../../../test/support/make.ts'
import {
  allWeek,
  nightPrices,
  savePrices,
  threeProgrammes,
  todayIn,
} from '../../../test/support/prices.ts'
import { settlePlannedPrices } from '../devices/prices.ts'

const server = testApp()

async function makePriced(list: PriceListBody) {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  await savePrices(server, owner, device, list)
  return { owner, device }
}

function offersAt(as: TestUser, { id }: { id: string }, at: string) {
  return server.call(devicePrices.at, { as, params: { id }, query: { at } })
}

test('applies planned prices from the start of their day at the device, without a job', async () => {
  const planned = [
    {
      from: '2999-07-01',
      programmes: [{ name: null, duration_minutes: 20, price: 9 }],
      times: [],
    },
    { from: '2998-07-01', programmes: threeProgrammes.programmes, times: [] },
  ]
  const { owner, device } = await makePriced({ ...nightPrices, times: [], planned })
  const offered = async (at: string) =>
    (await offersAt(owner, device, at)).offers.map(({ price }) => price)
  expect(await offered('2998-07-01T03:59:59Z')).toEqual([2.5, 4])
  expect(await offered('2998-07-01T04:00:00Z')).toEqual([2.5, 1.25, 4])
  expect(await offered('2999-07-01T04:00:00Z')).toEqual([9])
  const before = await offersAt(owner, device, '2998-07-01T00:00:00Z')
  expect(before.changes_at).toBe('2998-07-01T04:00:00.000Z')
})

const zone = 'Pacific/Kiritimati'
/** As if planned before today. */
async function makeDue(times: PriceListBody['times'] = []) {
  const { owner, device } = await makePriced({ ...nightPrices, time_zone: zone })
  const due = {
    from: todayIn(zone),
    programmes: [{ name: 'Wash', duration_minutes: 10, price: 3 }],
    times,
  }
  const later = { from: '2999-01-01', programmes: threeProgrammes.programmes, times: [] }
  const planned = times.length > 0 ? [due, later] : [due]
  await savePrices(server, owner, device, { ...nightPrices, time_zone: zone, planned })
  return { owner, device, later }
}

test('offers due planned prices at once, and a background job saves them to the device', async () => {
  const { owner, device } = await makeDue()
  const sent = { as: owner, params: { id: device.id } }
  const before = await server.call(devices.get, sent)
  expect(before).toMatchObject({ price: 2.5, offers: [{ price: 3, programme: null }] })
  expect(await settlePlannedPrices(server.database)).toContain(device.id)
  expect(await server.call(devices.get, sent)).toMatchObject({
    price: 3,
    duration_minutes: 10,
    minimum_duration_minutes: 10,
    offers: null,
  })
  expect(await settlePlannedPrices(server.database)).not.toContain(device.id)
})

test('adds no minimum duration to a device without one when planned prices apply', async () => {
  const { owner, device } = await makeDue()
  await server.database
    .updateTable('devices')
    .set({ minimum_duration_minutes: null })
    .where('id', '=', device.id)
    .execute()
  expect(await settlePlannedPrices(server.database)).toContain(device.id)
  const shown = await server.call(devices.get, { as: owner, params: { id: device.id } })
  expect(shown.minimum_duration_minutes).toBeNull()
})

test('keeps later plans when planned prices apply', async () => {
  const { owner, device, later } = await makeDue([{ ...allWeek, prices: [1] }])
  await settlePlannedPrices(server.database)
  const list = await server.call(devicePrices.get, { as: owner, params: { id: device.id } })
  expect(list).toEqual({
    time_zone: zone,
    programmes: [{ name: 'Wash', duration_minutes: 10, price: 3 }],
    times: [{ ...allWeek, prices: [1] }],
    planned: [later],
  })
})

test('applies due planned prices first when the device changes before the job runs', async () => {
  const { owner, device } = await makeDue()
  const sent = { as: owner, params: { id: device.id } }
  const body = { ...deviceBody, landlord_email: owner.email, price: 2.5 }
  expect(await server.call(devices.update, { ...sent, body })).toMatchObject({
    price: 2.5,
    offers: null,
  })
})
