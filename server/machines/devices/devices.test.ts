import { devices } from '@coinless/contract/devices.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
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

const server = testApp()

async function sees(person: TestUser, id: string): Promise<boolean> {
  const { status } = await server.app
    .inject({
      url: `/api/devices/${id}`,
      headers: { authorization: `Bearer ${person.token}` },
    })
    .then((response) => ({ status: response.statusCode }))
  const listed = await server.call(devices.list, { as: person, query: { limit: 100 } })
  const isListed = listed.data.some((device) => device.id === id)
  expect(isListed, 'the list agrees with the detail').toBe(status === 200)
  return isListed
}

describe('a device', () => {
  // id: devices-devices-2
  test('is created with the defaults of the specification and belongs to its creator', async () => {
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord)
    expect(device).toMatchObject({
      ...deviceBody,
      landlord_email: landlord.email,
      landlord_accepted: true,
      run_by: landlord.full_name,
      owner_id: landlord.id,
      device_name: null,
      coin_type: 'quarter',
      minimum_duration_minutes: 15,
      status: 'active',
    })
    expect(await server.call(devices.get, { as: landlord, params: { id: device.id } })).toEqual(
      device,
    )
  })

  // id: devices-devices-6
  test('keeps optional fields that an update leaves out', async () => {
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord, { status: 'inactive', coin_type: 'dollar' })
    const updated = await server.call(devices.update, {
      as: landlord,
      params: { id: device.id },
      body: { ...deviceBody, price: 3.25 },
    })
    expect(updated).toMatchObject({ price: 3.25, status: 'inactive', coin_type: 'dollar' })
    expect(updated.updated_at > device.updated_at).toBe(true)
  })

  // id: devices-devices-7
  test('is not found after deletion, also not by its owner', async () => {
    const landlord = await makeLandlord(server)
    const { id } = await makeDevice(server, landlord)
    await server.call(devices.delete, { as: landlord, params: { id } })
    expect(await sees(landlord, id)).toBe(false)
    for (const call of [devices.get, devices.delete]) {
      const { status } = await server.refused(call, { as: landlord, params: { id } })
      expect(status).toBe(404)
    }
  })

  test('keeps every price to the exact cent', async () => {
    const landlord = await makeLandlord(server)
    for (const price of [0, 0.01, 0.07, 0.29, 1.1, 4.35, 64.1, 9999.99, 10_000]) {
      expect((await makeDevice(server, landlord, { price })).price).toBe(price)
    }
  })
})

describe('a device is visible', () => {
  test('to every signed-in user when it is active and a landlord owns it', async () => {
    const { id } = await makeDevice(server, await makeLandlord(server))
    expect(await sees(await makeUser(server), id)).toBe(true)
  })

  // id: devices-devices-4
  test('only to its owner, its verified landlord and admins when it is not active', async () => {
    const owner = await makeUser(server)
    const landlord = await makeLandlord(server, { email_verified: true })
    const impostor = await makeLandlord(server)
    const { id } = await makeDevice(server, owner, {
      status: 'inactive',
      landlord_email: landlord.email,
    })
    const other = await makeDevice(server, owner, {
      status: 'disabled',
      landlord_email: impostor.email,
    })
    expect(await sees(owner, id)).toBe(true)
    expect(await sees(landlord, id)).toBe(true)
    expect(await sees(await makeAdmin(server), id)).toBe(true)
    expect(await sees(await makeUser(server), id)).toBe(false)
    expect(await sees(impostor, other.id)).toBe(false)
  })

  test('only to its owner when it is active but has no landlord', async () => {
    const tenant = await makeUser(server)
    const { id } = await makeDevice(server, tenant, { landlord_email: 'nobody@example.com' })
    expect(await sees(tenant, id)).toBe(true)
    expect(await sees(await makeUser(server), id)).toBe(false)
  })
})

describe('a change to a device', () => {
  const facts = {
    device_name: 'Blue',
    minimum_duration_minutes: 20,
    coin_type: 'dollar',
    status: 'inactive',
  } as const

  test('keeps optional fields that it leaves out', async () => {
    const owner = await makeLandlord(server)
    const { id } = await makeDevice(server, owner, facts)
    const changed = await server.call(devices.update, {
      as: owner,
      params: { id },
      body: { ...deviceBody, price: 3 },
    })
    expect(changed).toMatchObject({ ...facts, price: 3 })
  })

  test('clears fields sent as null or as empty text', async () => {
    const owner = await makeLandlord(server)
    for (const device_name of [null, '']) {
      const { id, device_number } = await makeDevice(server, owner, facts)
      const body = { ...deviceBody, device_number, device_name, minimum_duration_minutes: null }
      const changed = await server.call(devices.update, { as: owner, params: { id }, body })
      expect(changed).toMatchObject({ device_name: null, minimum_duration_minutes: null })
    }
  })
})

describe('the minimum duration of a device', () => {
  test('is rejected above the duration, on create and on update', async () => {
    const as = await makeLandlord(server)
    const { id } = await makeDevice(server, as)
    const body = { ...deviceBody, landlord_email: as.email, minimum_duration_minutes: 31 }
    const refused = [
      await server.refused(devices.create, { as, body }),
      await server.refused(devices.update, { as, params: { id }, body }),
    ]
    const error = 'Minimum duration in minutes must not be more than the duration.'
    expect(refused.map((answer) => answer.body.error)).toEqual([error, error])
  })

  test('follows a shorter duration when the call omits it', async () => {
    const as = await makeLandlord(server)
    const short = { ...deviceBody, landlord_email: as.email, duration_minutes: 10 }
    const { id } = await makeDevice(server, as)
    const another = { ...short, device_number: 'S-1' }
    const created = await server.call(devices.create, { as, body: another })
    expect(created.minimum_duration_minutes).toBe(10)
    const changed = await server.call(devices.update, { as, params: { id }, body: short })
    expect(changed.minimum_duration_minutes).toBe(10)
  })
})

describe('changing a device', () => {
  test('is allowed for its owner, its verified landlord and admins', async () => {
    const owner = await makeLandlord(server)
    const landlord = await makeLandlord(server, { email_verified: true })
    const { id } = await makeAcceptedDevice(server, owner, landlord)
    for (const person of [owner, landlord, await makeAdmin(server)]) {
      const body = { ...deviceBody, device_name: null, landlord_email: landlord.email }
      await server.call(devices.update, { as: person, params: { id }, body })
    }
  })

  test('is refused for a user who only sees it, and changes nothing', async () => {
    const device = await makeDevice(server, await makeLandlord(server))
    const stranger = await makeLandlord(server)
    const update = await server.refused(devices.update, {
      as: stranger,
      params: { id: device.id },
      body: { ...deviceBody, price: 0 },
    })
    const deletion = await server.refused(devices.delete, {
      as: stranger,
      params: { id: device.id },
    })
    expect([update.status, deletion.status]).toEqual([403, 403])
    expect(update.body.code).toBe('not_yours')
    expect(await server.call(devices.get, { as: stranger, params: { id: device.id } })).toEqual({
      ...device,
      owner_id: null,
      landlord_email: '',
    })
  })

  test('gives a user who cannot see it the same answer as an unknown id', async () => {
    const { id } = await makeDevice(server, await makeUser(server))
    const stranger = await makeUser(server)
    const answers = await Promise.all(
      [id, unknownId].map((each) =>
        server.refused(devices.update, { as: stranger, params: { id: each }, body: deviceBody }),
      ),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(404)
      expect(body.code).toBe('device_not_found')
    }
  })
})

describe('the list of devices', () => {
  // id: devices-devices-3
  test('returns pages, newest first, with exact totals', async () => {
    const admin = await makeAdmin(server)
    const before = (await server.call(devices.list, { as: admin })).pagination.total
    const landlord = await makeLandlord(server)
    for (const number of ['A', 'B', 'C']) {
      await makeDevice(server, landlord, { device_number: number })
    }
    const { data, pagination } = await server.call(devices.list, {
      as: admin,
      query: { page: 1, limit: 2 },
    })
    expect(data.map(({ device_number }) => device_number)).toEqual(['C', 'B'])
    expect(pagination).toEqual({
      page: 1,
      limit: 2,
      total: before + 3,
      totalPages: Math.ceil((before + 3) / 2),
    })
    const beyond = await server.call(devices.list, { as: admin, query: { page: 10_000 } })
    expect(beyond.data).toEqual([])
  })

  // id: devices-devices-1
  test('has 10 rows per page by default', async () => {
    expect(devices.list.query.parse({})).toMatchObject({ page: 1, limit: 10 })
  })

  // id: devices-devices-5
  test('searches number, name, label and location in any case and treats % and _ as text', async () => {
    const owner = await makeUser(server)
    await makeDevice(server, owner, { device_number: '50%_A', location: 'Attic' })
    await makeDevice(server, owner, {
      device_number: '500XA',
      device_name: 'Blue',
      label: 'Dryer',
      location: 'Zip 12345, Yard\\East',
    })
    async function found(search: string) {
      const { data } = await server.call(devices.list, { as: owner, query: { search, limit: 100 } })
      return data.filter((device) => device.owner_id === owner.id).map((d) => d.device_number)
    }
    expect(await found('0%_a')).toEqual(['50%_A'])
    expect(await found('ATTIC')).toEqual(['50%_A'])
    expect(await found('d\\e')).toEqual(['500XA'])
    expect(await found('_')).toEqual(['50%_A'])
    for (const text of ['blue', 'drye', 'IP 12345, y']) expect(await found(text)).toEqual(['500XA'])
    for (const text of ['500XABlue', '500XA Blue', 'BlueDryer', 'DryerZip', 'Zap 12345'])
      expect(await found(text)).toEqual([])
    expect(await found('no such thing')).toEqual([])
  })

  test('finds a long number only by consecutive characters in order', async () => {
    const owner = await makeUser(server)
    const numbers = ['ZQ-739241', 'ZQ-241739', 'ZQ-739-241', 'ZQ-500500', 'ZQ-500', 'ZQ-7392']
    for (const device_number of numbers) await makeDevice(server, owner, { device_number })
    async function found(search: string) {
      const { data } = await server.call(devices.list, { as: owner, query: { search, limit: 100 } })
      return data.map(({ device_number }) => device_number).reverse()
    }
    expect(await found('zq-739241')).toEqual(['ZQ-739241'])
    expect(await found('q-7392')).toEqual(['ZQ-739241', 'ZQ-7392'])
    expect(await found('Zq-500500')).toEqual(['ZQ-500500'])
    expect(await found('ZQ-500')).toEqual(['ZQ-500500', 'ZQ-500'])
  })

  test('filters by type and by status', async () => {
    const owner = await makeUser(server)
    await makeDevice(server, owner, { device_type: 'shower', status: 'inactive' })
    await makeDevice(server, owner, { device_type: 'water' })
    const showers = await server.call(devices.list, {
      as: owner,
      query: { device_type: 'shower', status: 'inactive' },
    })
    expect(showers.data.map(({ device_type, status }) => [device_type, status])).toEqual([
      ['shower', 'inactive'],
    ])
  })
})
