import { type DeviceBody, devices } from '@coinless/contract/devices.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeAcceptedDevice,
  makeAdmin,
  makeDevice,
  makeLandlord,
  type TestUser,
} from '../../../test/support/make.ts'

const server = testApp()

/** The query that the form sends. */
const asked = { same_number: false }

const bodyOf = (owner: TestUser, facts: Partial<DeviceBody> = {}) => ({
  ...deviceBody,
  landlord_email: owner.email,
  ...facts,
})

const refusedNew = (owner: TestUser, facts: Partial<DeviceBody> = {}) =>
  server.refused(devices.create, { as: owner, query: asked, body: bodyOf(owner, facts) })

test.each([
  ['W-1', 'W-1'],
  ['W 1', 'w1'],
  ['w-1', 'W -1'],
  ['ＡＢ１', 'ab 1'],
  ['X-1', 'X-1\u200b'],
  ['X\u00ad-1', '\u2063X-\u200d1'],
])('rejects %s and %s as the same number for one owner', async (first, second) => {
  const owner = await makeLandlord(server)
  await makeDevice(server, owner, { device_number: first, label: 'By the door' })
  const { status, body } = await refusedNew(owner, { device_number: second })
  expect([status, body.code, body.error]).toEqual([
    409,
    'device_number_taken',
    `By the door, ${deviceBody.location}, already has this number.`,
  ])
})

test('accepts a number that is longer or differs by a dash', async () => {
  const owner = await makeLandlord(server)
  for (const device_number of ['W-1', 'W-11', 'W1']) {
    await makeDevice(server, owner, { device_number })
  }
})

test('rejects a change to the number of another device, but not one that keeps its own number', async () => {
  const owner = await makeLandlord(server)
  const first = await makeDevice(server, owner, { status: 'inactive' })
  const second = await makeDevice(server, owner)
  const save = { as: owner, params: { id: second.id }, query: asked }
  const taken = bodyOf(owner, { device_number: first.device_number })
  const { status, body } = await server.refused(devices.update, { ...save, body: taken })
  expect([status, body.code]).toEqual([409, 'device_number_taken'])
  const { device_number } = second
  await server.call(devices.update, { ...save, body: bodyOf(owner, { device_number, price: 3 }) })
  const small = bodyOf(owner, { device_number: device_number.toLowerCase() })
  expect(await server.call(devices.update, { ...save, body: small })).toMatchObject(small)
  await server.call(devices.delete, { as: owner, params: { id: first.id } })
  expect(await server.call(devices.update, { ...save, body: taken })).toMatchObject(taken)
})

// id: device-number-1
test('allows a duplicate number when the caller confirms it, and rejects the next one', async () => {
  const owner = await makeLandlord(server)
  const first = await makeDevice(server, owner)
  const query = { same_number: true }
  const body = bodyOf(owner, { location: 'Harbour Road' })
  const second = await server.call(devices.create, { as: owner, query, body })
  expect(second.device_number).toBe(first.device_number)
  const save = { as: owner, params: { id: second.id } }
  await server.call(devices.update, { ...save, body: { ...body, price: 3 } })
  await server.call(devices.delete, { as: owner, params: { id: first.id } })
  expect((await refusedNew(owner)).body.error).toContain('Harbour Road')
  const renumbered = { ...body, device_number: 'H-1' }
  await server.call(devices.update, { ...save, query, body: renumbered })
  await server.call(devices.create, { as: owner, query: asked, body: bodyOf(owner) })
  expect((await refusedNew(owner, { device_number: 'h-1' })).status).toBe(409)
})

test('allows a duplicate number when the call does not ask for the check', async () => {
  const owner = await makeLandlord(server)
  for (const label of ['One', 'Another']) {
    await server.call(devices.create, { as: owner, body: bodyOf(owner, { label }) })
  }
  expect((await refusedNew(owner)).status).toBe(409)
})

test('creates one device for several concurrent calls with the same number', async () => {
  const owner = await makeLandlord(server)
  const [one, two] = [await makeDevice(server, owner), await makeDevice(server, owner)]
  const headers = { authorization: `Bearer ${owner.token}` }
  const payload = bodyOf(owner, { device_number: 'X-1' })
  const replica = await server.replica()
  const answers = await Promise.all([
    ...[1, 2, 3].map(() =>
      server.app.inject({
        method: 'POST',
        url: '/api/devices?same_number=false',
        headers,
        payload,
      }),
    ),
    ...[one, two].map(({ id }) =>
      replica.inject({
        method: 'PUT',
        url: `/api/devices/${id}?same_number=false`,
        headers,
        payload,
      }),
    ),
  ])
  await replica.close()
  const refused = answers.filter(({ statusCode }) => statusCode >= 300)
  expect(refused.map((answer) => answer.json().code)).toEqual(Array(4).fill('device_number_taken'))
})

test('checks numbers per owner, not per landlord', async () => {
  const landlord = await makeLandlord(server, { email_verified: true })
  const stranger = await makeLandlord(server)
  await makeDevice(server, stranger, { landlord_email: landlord.email })
  await makeDevice(server, landlord, { landlord_email: stranger.email })
  await makeAcceptedDevice(server, await makeLandlord(server), landlord)
})

test('hides devices that the caller may not see from the message about a duplicate number', async () => {
  const [owner, other] = [await makeLandlord(server), await makeLandlord(server)]
  const landlord = await makeLandlord(server, { email_verified: true })
  const hidden = { label: 'Of nobody’s business', landlord_email: other.email }
  const { device_number } = await makeDevice(server, owner, hidden)
  const { id } = await makeAcceptedDevice(server, owner, landlord)
  const body = bodyOf(landlord, { device_number })
  const told = async (as: TestUser) => {
    const { status, body: answer } = await server.refused(devices.update, {
      as,
      params: { id },
      query: asked,
      body,
    })
    return [status, answer.error.includes(hidden.label)]
  }
  expect(await told(landlord)).toEqual([409, false])
  expect(await told(await makeAdmin(server))).toEqual([409, true])
})

test('suggests the next number that none of the owner’s devices has, in any spelling', async () => {
  const owner = await makeLandlord(server)
  for (const device_number of ['W-09', 'w-10', 'W-11']) {
    await makeDevice(server, owner, { device_number })
  }
  await server.call(devices.create, { as: owner, body: bodyOf(owner, { device_number: 'W-11' }) })
  await makeDevice(server, await makeLandlord(server), { device_number: 'W-12' })
  const next = (device_number: string) =>
    server.call(devices.nextNumber, { as: owner, query: { device_number } })
  expect(await next('W-09')).toEqual({ device_number: 'W-12', steps: 3 })
  expect(await next('Dryer')).toEqual({ device_number: 'Dryer 2', steps: 1 })
})

test('returns a number unchanged when it cannot be incremented', async () => {
  const owner = await makeLandlord(server)
  const device_number = '9'.repeat(40)
  await makeDevice(server, owner, { device_number })
  const next = await server.call(devices.nextNumber, { as: owner, query: { device_number } })
  expect(next).toEqual({ device_number, steps: 0 })
})

test.each(['label', 'location', 'device_number'])(
  'requires a %s with visible characters',
  async (field) => {
    const owner = await makeLandlord(server)
    for (const unseen of ['\u200b', '\u2800', '\u3164', '\u00ad', '\u0301'])
      expect((await refusedNew(owner, { [field]: unseen })).body.code).toBe('invalid_input')
  },
)
