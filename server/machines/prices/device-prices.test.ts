import { devicePrices, type PriceListBody } from '@coinless/contract/device-prices.ts'
import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'
import { nightPrices, savePrices, threeProgrammes } from '../../../test/support/prices.ts'

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

describe('the prices of a device', () => {
  test('are only its price and duration until it has others', async () => {
    const owner = await makeLandlord(server)
    const device = await makeDevice(server, owner)
    expect(device.offers).toBeNull()
    const list = await server.call(devicePrices.get, { as: owner, params: { id: device.id } })
    expect(list).toEqual({
      time_zone: null,
      programmes: [{ name: null, duration_minutes: 30, price: 2.5 }],
      times: [],
      planned: [],
    })
    const now = await server.call(devicePrices.at, { as: owner, params: { id: device.id } })
    expect(now).toMatchObject({
      offers: [{ programme: null, duration_minutes: 30, price: 2.5, usual_price: 2.5 }],
      changes_at: null,
      next: null,
    })
  })

  test('are returned as saved, and the device shows the first programme', async () => {
    const { owner, device } = await makePriced({
      ...threeProgrammes,
      programmes: [
        { name: 'Eco', duration_minutes: 40, price: 2 },
        ...threeProgrammes.programmes.slice(1),
      ],
    })
    const sent = { as: owner, params: { id: device.id } }
    const list = await server.call(devicePrices.get, sent)
    expect(list.programmes.map(({ name }) => name)).toEqual(['Eco', 'Short', 'Long'])
    const shown = await server.call(devices.get, sent)
    expect(shown).toMatchObject({ price: 2, duration_minutes: 40 })
    expect(shown.offers?.map(({ programme, price }) => [programme, price])).toEqual([
      ['Eco', 2],
      ['Short', 1.25],
      ['Long', 4],
    ])
    await server.call(devices.update, {
      ...sent,
      body: { ...deviceBody, landlord_email: owner.email, price: 2.25 },
    })
    const after = await server.call(devicePrices.get, sent)
    expect(after.programmes[0]).toEqual({ name: 'Eco', duration_minutes: 30, price: 2.25 })
  })

  test('make it a plain device again when one programme and no times are saved', async () => {
    const { owner, device } = await makePriced(nightPrices)
    const plain = { duration_minutes: 45, price: 3, name: 'Wash' }
    await savePrices(server, owner, device, {
      ...nightPrices,
      programmes: [plain],
      times: [],
    })
    const shown = await server.call(devices.get, { as: owner, params: { id: device.id } })
    expect(shown).toMatchObject({ price: 3, duration_minutes: 45, offers: null })
  })

  test('lower the minimum duration of the device to that of the first programme', async () => {
    const owner = await makeLandlord(server)
    const device = await makeDevice(server, owner, { minimum_duration_minutes: 25 })
    await savePrices(server, owner, device, {
      ...threeProgrammes,
      programmes: [{ name: null, duration_minutes: 20, price: 1 }],
    })
    const shown = await server.call(devices.get, { as: owner, params: { id: device.id } })
    expect(shown.minimum_duration_minutes).toBe(20)
  })

  test('add no minimum duration to a device without one', async () => {
    const owner = await makeLandlord(server)
    const device = await makeDevice(server, owner, { minimum_duration_minutes: null })
    await savePrices(server, owner, device, threeProgrammes)
    const shown = await server.call(devices.get, { as: owner, params: { id: device.id } })
    expect(shown.minimum_duration_minutes).toBeNull()
  })

  test('cannot be saved over a newer version', async () => {
    const { owner, device } = await makePriced(nightPrices)
    const { headers } = await server.app.inject({
      url: `/api/devices/${device.id}/prices`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
    const query = { version: String(headers['x-version']) }
    const sent = { as: owner, params: { id: device.id }, query, body: threeProgrammes }
    await server.call(devicePrices.save, sent)
    expect((await server.refused(devicePrices.save, sent)).body.code).toBe('changed_meanwhile')
  })

  test('appear on its sticker as the lowest price at any time', async () => {
    const { owner, device } = await makePriced(nightPrices)
    const { data } = await server.call(devices.stickers, { as: owner, query: { id: device.id } })
    expect(data).toMatchObject([{ programmes: 2, lowest_price: 1.5, price: 2.5 }])
    await savePrices(server, owner, device, threeProgrammes)
    const after = await server.call(devices.stickers, { as: owner, query: { id: device.id } })
    expect(after.data).toMatchObject([{ programmes: 3, lowest_price: 1.25 }])
  })

  test('include planned ones only for users who can change the device', async () => {
    const planned = [{ from: '2999-01-01', programmes: threeProgrammes.programmes, times: [] }]
    const { owner, device } = await makePriced({ ...nightPrices, planned })
    const sent = { params: { id: device.id } }
    const seen = await server.call(devicePrices.get, { as: await makeUser(server), ...sent })
    expect(seen).toMatchObject({ times: nightPrices.times, planned: [] })
    expect(await server.call(devicePrices.get, { as: owner, ...sent })).toMatchObject({ planned })
  })
})

describe('saving prices', () => {
  const [time] = nightPrices.times
  const wrong: [string, Partial<PriceListBody>, string, string][] = [
    ['no programme', { programmes: [], times: [] }, 'programmes', 'must be 1 or more'],
    [
      'more programmes than there can be',
      { programmes: Array(limits.programmes + 1).fill(nightPrices.programmes[0]), times: [] },
      'programmes',
      `must have at most ${limits.programmes} lines`,
    ],
    [
      'two programmes without names',
      { programmes: nightPrices.programmes.map((each) => ({ ...each, name: null })) },
      'programmes.0.name',
      'is required',
    ],
    [
      'two of one name',
      { programmes: nightPrices.programmes.map((each) => ({ ...each, name: 'A' })) },
      'programmes.1.name',
      'must be given only once',
    ],
    ['times without a zone', { time_zone: null }, 'time_zone', 'is required'],
    [
      'a zone that PostgreSQL does not know',
      { time_zone: 'America/Punta_Arenas_' },
      'time_zone',
      'must be a time zone such as America/New_York',
    ],
    [
      'times that overlap over midnight',
      { times: [time, { ...time, days: [1], from: '05:45', until: '07:00' }] as never },
      'times.1.from',
      'These times overlap others',
    ],
    [
      'a time within a quarter of an hour',
      { times: [{ ...time, from: '22:10' }] as never },
      'times.0.from',
      'must be on a quarter of an hour, such as 22:15',
    ],
    [
      'a price too few',
      { times: [{ ...time, prices: [1] }] as never },
      'times.0.prices',
      'must contain one for each programme',
    ],
    [
      'parts of a cent',
      { times: [{ ...time, prices: [1.005, null] }] as never },
      'times.0.prices.0',
      'must have at most 2 decimals',
    ],
    [
      'two plans for one day',
      {
        planned: ['2999-01-01', '2999-01-01'].map((from) => ({
          ...threeProgrammes,
          from,
        })) as never,
      },
      'planned.1.from',
      'must be given only once',
    ],
  ]
  test.each(wrong)('rejects %s and changes nothing', async (_, facts, field, message) => {
    const { owner, device } = await makePriced(threeProgrammes)
    const sent = { as: owner, params: { id: device.id } }
    const { planned, ...body } = { ...nightPrices, ...facts }
    const plans = planned.map(({ from, programmes, times }) => ({ from, programmes, times }))
    const { status, body: answer } = await server.refused(devicePrices.save, {
      ...sent,
      body: { ...body, planned: plans },
    })
    expect(status).toBe(400)
    expect(answer.details).toContainEqual({ field, message })
    expect(await server.call(devicePrices.get, sent)).toEqual(threeProgrammes)
  })
})

describe('offers', () => {
  test('follow the clock at the device and say when they change next', async () => {
    const { owner, device } = await makePriced(nightPrices)
    const evening = await offersAt(owner, device, '2026-07-01T23:30:00Z')
    expect(evening.offers.map(({ price }) => price)).toEqual([2.5, 4])
    expect(evening.changes_at).toBe('2026-07-02T02:00:00.000Z')
    expect(evening.next).toEqual([
      { programme: 'Normal', duration_minutes: 30, price: 1.5, usual_price: 2.5 },
      { programme: 'Long', duration_minutes: 60, price: 4, usual_price: 4 },
    ])
    const night = await offersAt(owner, device, '2026-07-02T02:00:00Z')
    expect([night.offers[0]?.price, night.changes_at]).toEqual([1.5, '2026-07-02T10:00:00.000Z'])
  })

  test('last an hour less or more in a night when the clock changes', async () => {
    const { owner, device } = await makePriced(nightPrices)
    const ends = async (at: string) => (await offersAt(owner, device, at)).changes_at
    expect(await ends('2026-03-08T04:00:00Z')).toBe('2026-03-08T10:00:00.000Z')
    expect(await ends('2026-11-01T03:00:00Z')).toBe('2026-11-01T11:00:00.000Z')
  })

  test('last past midnight from the days on which a time begins', async () => {
    const saturdays = [{ days: [6], from: '22:00', until: '06:00', prices: [1, 1] }]
    const { owner, device } = await makePriced({ ...nightPrices, times: saturdays })
    const price = async (at: string) => (await offersAt(owner, device, at)).offers[0]?.price
    // In summer, New York is four hours behind UTC.
    expect(await price('2026-07-04T09:00:00Z')).toBe(2.5)
    expect(await price('2026-07-05T02:00:00Z')).toBe(1)
    expect(await price('2026-07-05T09:45:00Z')).toBe(1)
    expect(await price('2026-07-05T10:00:00Z')).toBe(2.5)
    expect(await price('2026-07-06T03:00:00Z')).toBe(2.5)
  })
})
