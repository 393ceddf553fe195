import { devices } from '@coinless/contract/devices.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeAdmin,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'

const server = testApp()

test('leaves out devices of unverified operators on request, except to their own and by their whole number', async () => {
  const location = 'Yard'
  const unverified = await makeLandlord(server)
  const verified = await makeLandlord(server, { email_verified: true })
  const facts = { location, device_number: 'YD 10', label: 'Yard washer' }
  const own = await makeDevice(server, unverified, facts)
  const known = await makeDevice(server, verified, { location, device_number: 'YD 101' })
  const stranger = await makeUser(server)
  const admin = await makeAdmin(server)
  async function listed(as: TestUser, search?: string) {
    const query = { limit: 100, verified: 'true', ...(search && { search }) } as const
    const { data, pagination } = await server.call(devices.list, { as, query })
    expect(pagination.total).toBe(data.length)
    return data.filter((device) => device.location === location).map(({ id }) => id)
  }
  for (const search of [undefined, location, 'yd 1']) {
    expect(await listed(stranger, search)).toEqual([known.id])
    for (const as of [unverified, admin])
      expect(await listed(as, search)).toEqual([known.id, own.id])
  }
  expect(await listed(stranger, 'yd 10')).toEqual([known.id, own.id])
  const first = await server.call(devices.list, {
    as: admin,
    query: { limit: 1, verified: 'true' },
  })
  expect(first.pagination).toMatchObject({ total: 2, totalPages: 2 })
})
