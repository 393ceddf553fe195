import { randomUUID } from 'node:crypto'
import { devicePrices, type PriceListBody } from '@coinless/contract/device-prices.ts'
import { devices } from '@coinless/contract/devices.ts'
import { pricesIn } from '@coinless/contract/price-text.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { deviceBody, makeDevice, makeLandlord, type TestUser } from '../../../test/support/make.ts'
import { nightPrices, savePrices, threeProgrammes } from '../../../test/support/prices.ts'
import { assertKnownZones } from './prices.ts'

const server = testApp()

const planned: PriceListBody = {
  ...nightPrices,
  planned: [{ from: '2999-01-01', programmes: threeProgrammes.programmes, times: [] }],
}

/** The cell of each row after the time of creation. */
async function pricesInFile(as: TestUser): Promise<string[]> {
  const text = await server.call(devices.export, { as })
  return [...text.matchAll(/Z,(?:"([^"]*)")?,USD$/gm)].map(([, prices = '']) => prices)
}

function bring(as: TestUser, rows: object[]) {
  return server.app.inject({
    method: 'POST',
    url: '/api/devices/import',
    headers: { authorization: `Bearer ${as.token}`, 'idempotency-key': randomUUID() },
    payload: { rows },
  })
}

const rowOf = (owner: TestUser, device_number: string, prices?: object | null) => {
  return { ...deviceBody, landlord_email: owner.email, device_number, prices }
}

const listOf = async (as: TestUser, device_number: string) => {
  const { data } = await server.call(devices.list, { as, query: { search: device_number } })
  return server.call(devicePrices.get, { as, params: { id: data[0]?.id ?? '' } })
}

test('exports all prices of a device with several, and an import restores them', async () => {
  const owner = await makeLandlord(server)
  const { id } = await makeDevice(server, owner, { device_number: 'P-1' })
  await savePrices(server, owner, { id }, planned)
  await makeDevice(server, owner, { device_number: 'P-2' })
  const [plain, priced = ''] = await pricesInFile(owner)
  expect(plain).toBe('')
  expect(pricesIn(priced)).toEqual(planned)
  const other = await makeLandlord(server)
  const rows = [rowOf(other, 'P-1', pricesIn(priced)), rowOf(other, 'P-2', null)]
  expect((await bring(other, rows)).json()).toEqual({ created: 2, left: [] })
  expect(await listOf(other, 'P-1')).toEqual(planned)
  expect((await pricesInFile(other)).sort()).toEqual(['', priced])
  expect((await bring(other, rows)).json()).toMatchObject({
    created: 0,
    left: [{ outcome: 'unchanged' }, { outcome: 'unchanged' }],
  })
})

test('reports that prices differ for an existing device, and keeps them', async () => {
  const owner = await makeLandlord(server)
  const { id } = await makeDevice(server, owner, { device_number: 'P-3' })
  await savePrices(server, owner, { id }, nightPrices)
  const { left } = (
    await bring(owner, [
      rowOf(owner, 'P-3', threeProgrammes),
      rowOf(owner, 'P-3', null),
      rowOf(owner, 'P-3'),
    ])
  ).json()
  expect(left.map(({ fields }: { fields: string[] }) => fields)).toEqual([
    ['prices'],
    ['prices'],
    [],
  ])
  expect(await listOf(owner, 'P-3')).toEqual(nightPrices)
})

test('rejects invalid prices by row and creates nothing', async () => {
  const owner = await makeLandlord(server)
  const dearer = [{ name: 'Normal', duration_minutes: 30, price: 9 }]
  for (const [prices, field] of [
    [{ ...threeProgrammes, programmes: dearer }, 'rows.1.prices'],
    [{ ...nightPrices, time_zone: null }, 'rows.1.prices.time_zone'],
    [{ ...nightPrices, time_zone: 'Mars/Olympus' }, 'rows.1.prices.time_zone'],
  ] as const) {
    const answer = await bring(owner, [rowOf(owner, 'P-4'), rowOf(owner, 'P-5', prices)])
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toContainEqual(expect.objectContaining({ field }))
  }
  expect(await pricesInFile(owner)).toEqual([])
})

test('rejects a time zone unknown to the database, with its path', async () => {
  const prices = { ...nightPrices, time_zone: 'Mars/Olympus' }
  const path = ['rows', 7, 'prices', 'time_zone']
  await expect(assertKnownZones(server.database, [{ path, prices }])).rejects.toMatchObject({
    issues: [expect.objectContaining({ path, message: 'not_a_time_zone' })],
  })
})

test('creates a device with all its prices', async () => {
  const owner = await makeLandlord(server)
  const body = { ...deviceBody, landlord_email: owner.email, prices: nightPrices }
  const { id, price } = await server.call(devices.create, { as: owner, body })
  expect(price).toBe(2.5)
  expect(await server.call(devicePrices.get, { as: owner, params: { id } })).toEqual(nightPrices)
})
