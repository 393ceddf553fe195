import { bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { businessDetails } from '@coinless/contract/business-details.ts'
import { devicePrices } from '@coinless/contract/device-prices.ts'
import { type Device, devices, type NewDevice } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { places } from '@coinless/contract/places.ts'
import { staff } from '@coinless/contract/staff.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeAcceptedDevice,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { allWeek, nightPrices, savePrices, todayIn } from '../../../test/support/prices.ts'
import { makeStaff } from '../../../test/support/staff.ts'

const server = testApp({ publicUrl: 'https://coinless.example.com' })
const berlin = 'Europe/Berlin'
const lisbon = 'Europe/Lisbon'
const alfama = 'Alfama'

const setZone = (as: TestUser, location: string | null, time_zone: string | null) =>
  server.call(places.setTimeZone, { as, body: { location, time_zone } })
const refusedZone = (as: TestUser, location: string | null, time_zone: string | null) =>
  server.refused(places.setTimeZone, { as, body: { location, time_zone } })
const list = (as: TestUser, query = {}) => server.call(places.list, { as, query })

async function zonesOf(as: TestUser) {
  const { data } = await list(as)
  return Object.fromEntries(data.map(({ location, time_zone }) => [location, time_zone]))
}

async function placeZone(as: TestUser, { id }: Device) {
  const { place_time_zone } = await server.call(devicePrices.at, { as, params: { id }, query: {} })
  return place_time_zone
}

function move(as: TestUser, { id }: Device, location: string) {
  const body = { ...deviceBody, landlord_email: as.email, location }
  return server.call(devices.update, { as, params: { id }, body })
}

/** A landlord in Berlin with devices in Lisbon. */
async function makeInLisbon(count = 1, facts: Partial<NewDevice> = {}) {
  const owner = await makeLandlord(server, { email_verified: true })
  await setZone(owner, null, berlin)
  const made: Device[] = []
  for (let n = 0; n < count; n++) {
    made.push(await makeDevice(server, owner, { location: alfama, ...facts }))
  }
  await setZone(owner, alfama, lisbon)
  return { owner, device: made[0] as Device, devices: made }
}

test('lists the places of own devices by name, with the number of devices and the time zone', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const other = await makeUser(server)
  expect(await list(owner)).toMatchObject({ data: [], time_zone: null })
  const made: Device[] = []
  for (const location of ['Mitte', 'Alfama', 'Mitte']) {
    made.push(await makeDevice(server, owner, { location }))
  }
  await makeAcceptedDevice(server, other, owner, { location: 'Of another owner' })
  const gone = await makeDevice(server, owner, { location: 'Gone' })
  await server.call(devices.delete, { as: owner, params: { id: gone.id } })
  await setZone(owner, null, berlin)
  await setZone(owner, alfama, lisbon)
  expect(await list(owner)).toEqual({
    data: [
      { id: made[1]?.id, location: alfama, device_count: 1, time_zone: lisbon },
      { id: made[0]?.id, location: 'Mitte', device_count: 2, time_zone: null },
    ],
    pagination: { page: 1, limit: limits.wholeListMax, total: 2, totalPages: 1 },
    time_zone: berlin,
  })
  expect((await list(owner, { search: 'ALFA' })).data).toHaveLength(1)
  const second = await list(owner, { page: 2, limit: 1 })
  expect([second.data.map(({ location }) => location), second.pagination.total]).toEqual([
    ['Mitte'],
    2,
  ])
})

test('uses the time zone of the place, otherwise the one of its owner', async () => {
  const { owner, device } = await makeInLisbon()
  const other = await makeDevice(server, owner, { location: 'Mitte' })
  expect([await placeZone(owner, device), await placeZone(owner, other)]).toEqual([lisbon, berlin])
  await setZone(owner, alfama, null)
  expect(await placeZone(owner, device)).toBe(berlin)
  await setZone(owner, null, null)
  expect(await placeZone(owner, device)).toBeNull()
})

test('records a change in the account trail, and a repeated call once', async () => {
  const { owner } = await makeInLisbon()
  await setZone(owner, alfama, lisbon)
  await setZone(owner, alfama, null)
  await setZone(owner, alfama, null)
  const { data } = await server.call(staff.trail, { as: owner, query: {} })
  const told = data.filter(({ action }) => action === 'time_zone_changed')
  expect(told.map(({ subject, details }) => [subject, details])).toEqual([
    [alfama, { time_zone: `${lisbon} → –` }],
    [alfama, { time_zone: `– → ${lisbon}` }],
    [owner.email, { time_zone: `– → ${berlin}` }],
  ])
})

describe('refuses', () => {
  test('an unknown time zone', async () => {
    const { owner } = await makeInLisbon()
    for (const zone of ['Europe/Atlantis', 'EST', '+01:00', '', `Europe/${'x'.repeat(80)}`]) {
      const { status, body } = await refusedZone(owner, alfama, zone)
      expect([status, body.code], zone).toEqual([400, 'invalid_input'])
    }
    expect(await zonesOf(owner)).toEqual({ [alfama]: lisbon })
  })

  test('a place without own devices, such as one of another landlord', async () => {
    const { owner, device } = await makeInLisbon()
    const other = await makeLandlord(server)
    for (const [as, location] of [
      [other, alfama],
      [owner, 'Nowhere'],
      [owner, alfama.toUpperCase()],
    ] as const) {
      const { status, body } = await refusedZone(as, location, berlin)
      expect([status, body.code, body.error]).toEqual([
        404,
        'place_not_found',
        'You have no devices at this place.',
      ])
    }
    expect(await placeZone(owner, device)).toBe(lisbon)
  })

  test('staff of other places, and the time zone of the account for staff of some', async () => {
    const { owner } = await makeInLisbon()
    await makeDevice(server, owner, { location: 'Mitte' })
    const as = await makeStaff(server, owner, 'technician', undefined, [alfama])
    await setZone(as, alfama, 'Atlantic/Azores')
    expect((await list(as)).data.map(({ location }) => location)).toEqual([alfama])
    for (const location of ['Mitte', null]) {
      const { status, body } = await refusedZone(as, location, lisbon)
      expect([status, body.code]).toEqual([403, 'other_place'])
    }
    expect(await zonesOf(owner)).toEqual({ [alfama]: 'Atlantic/Azores', Mitte: null })
  })
})

describe('a device takes the time zone of its place with it', () => {
  test('when the place is renamed, device by device', async () => {
    const { owner, devices: all } = await makeInLisbon(3)
    for (const device of all) {
      await move(owner, device, 'Rua Nova 4')
      expect(await placeZone(owner, device)).toBe(lisbon)
    }
    expect(await zonesOf(owner)).toEqual({ 'Rua Nova 4': lisbon })
  })

  test('when the place is renamed by a bulk change that is undone', async () => {
    const { owner } = await makeInLisbon(3)
    const body = { chosen: { filter: { own: 'only' } }, set: { location: 'Rua Nova 4' } } as const
    const { id } = await server.call(bulkChanges.planForDevices, { as: owner, body })
    await server.call(bulkChanges.apply, { as: owner, params: { id } })
    expect(await zonesOf(owner)).toEqual({ 'Rua Nova 4': lisbon })
    await server.call(bulkChanges.undo, { as: owner, params: { id } })
    expect(await zonesOf(owner)).toEqual({ [alfama]: lisbon })
  })

  test('when all devices are moved at once', async () => {
    const { owner, devices: all } = await makeInLisbon(6)
    await Promise.all(all.map((device, n) => move(owner, device, n % 2 ? 'Left' : 'Right')))
    expect(await zonesOf(owner)).toEqual({ Left: lisbon, Right: lisbon })
  })

  test('when two places swap their names', async () => {
    const { owner, devices: all } = await makeInLisbon(2)
    const other = await makeDevice(server, owner, { location: 'Mitte' })
    await setZone(owner, 'Mitte', berlin)
    for (const device of all) await move(owner, device, 'For a moment')
    await move(owner, other, alfama)
    for (const device of all) await move(owner, device, 'Mitte')
    expect(await zonesOf(owner)).toEqual({ [alfama]: berlin, Mitte: lisbon })
  })

  test('also to a place whose devices were all deleted', async () => {
    const { owner, device } = await makeInLisbon()
    const gone = await makeDevice(server, owner, { location: 'Rua Nova 4' })
    await server.call(devices.delete, { as: owner, params: { id: gone.id } })
    await move(owner, device, 'Rua Nova 4')
    expect(await zonesOf(owner)).toEqual({ 'Rua Nova 4': lisbon })
  })

  test('but not to a place that has other devices', async () => {
    const { owner, device } = await makeInLisbon(2)
    await makeDevice(server, owner, { location: 'Mitte' })
    await move(owner, device, 'Mitte')
    expect(await zonesOf(owner)).toEqual({ [alfama]: lisbon, Mitte: null })
  })

  test('without keeping the time zones of places that were renamed before', async () => {
    const { owner, device } = await makeInLisbon()
    for (const location of ['One', 'Two', 'Three']) await move(owner, device, location)
    const stored = await server.database
      .selectFrom('time_zones')
      .select('location')
      .where('owner_id', '=', owner.id)
      .where('location', 'is not', null)
      .orderBy('location')
      .execute()
    expect(stored.map(({ location }) => location)).toEqual(['Three', 'Two'])
  })
})

describe('in Lisbon, a landlord in Berlin', () => {
  const inLisbon = { ...nightPrices, time_zone: lisbon }

  test('has prices by hour in the time of the place, also on the day the clocks change', async () => {
    const { owner, device } = await makeInLisbon(1, { prices: inLisbon })
    const priceAt = async (at: string) => {
      const ask = { as: owner, params: { id: device.id }, query: { at } }
      return (await server.call(devicePrices.at, ask)).offers[0]?.price
    }
    // Clocks went forward in Lisbon at 01:00 UTC: night prices end at 06:00 there, 05:00 UTC, not at 04:00 UTC.
    const day = '2026-03-29T'
    expect(await priceAt(`${day}04:30:00Z`)).toBe(1.5)
    expect(await priceAt(`${day}05:00:00Z`)).toBe(2.5)
    expect(await priceAt('2026-03-28T05:30:00Z')).toBe(1.5)
    expect(await priceAt('2026-03-28T06:00:00Z')).toBe(2.5)
  })

  test('gets the time zone of the first price list as the place’s, if it has none', async () => {
    const owner = await makeLandlord(server)
    const first = await makeDevice(server, owner, { location: alfama, prices: inLisbon })
    expect(await zonesOf(owner)).toEqual({ [alfama]: lisbon })
    await savePrices(server, owner, first, { ...inLisbon, time_zone: berlin })
    await makeDevice(server, owner, {
      location: alfama,
      prices: { ...inLisbon, time_zone: berlin },
    })
    expect(await zonesOf(owner)).toEqual({ [alfama]: lisbon })
    await setZone(owner, alfama, null)
    await savePrices(server, owner, first, {
      ...inLisbon,
      time_zone: berlin,
      times: [{ ...allWeek, prices: [1, null] }],
    })
    expect(await zonesOf(owner)).toEqual({ [alfama]: null })
  })

  test('mails receipts with the date and time of the place, and shows the time zone on receipts', async () => {
    const { owner, device } = await makeInLisbon()
    const { code } = await makeCode(server, owner)
    const as = await makeUser(server, { email_verified: true })
    const body = { ...termsOf(device), prepaid_code: code }
    const { transaction } = await server.call(payments.prepaid, { as, body })
    const [mail] = (await server.mails()).filter(({ to }) => to === as.email)
    const clock = new Date(transaction.created_at).toLocaleTimeString('en-US', {
      timeZone: lisbon,
      timeStyle: 'short',
    })
    expect(mail?.text.replace(/\u202f/g, ' ')).toContain(
      `at ${clock.replace(/\u202f/g, ' ')} ${lisbon}`,
    )
    const params = { id: transaction.id }
    const receipt = () => server.call(transactions.receipt, { as, params })
    expect((await receipt()).time_zone).toBe(lisbon)
    await move(owner, device, 'Rua Nova 4')
    expect((await receipt()).time_zone).toBe(lisbon)
  })
})

test('takes the time zone of the first business details as the owner’s', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const save = (time_zone: string, name: string) =>
    server.call(businessDetails.save, {
      as: owner,
      body: {
        ...{ effective_from: todayIn('Pacific/Kiritimati'), time_zone, name, address: 'B' },
        ...{ tax_rate: null, tax_rates: [], tax_due: 'cycle' },
      },
    })
  await save(berlin, 'A')
  expect((await list(owner)).time_zone).toBe(berlin)
  await save('Asia/Bangkok', 'B')
  expect((await list(owner)).time_zone).toBe(berlin)
})
