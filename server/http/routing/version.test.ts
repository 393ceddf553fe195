import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { resources } from '@coinless/contract/resources.ts'
import { rooms } from '@coinless/contract/rooms.ts'
import { me } from '@coinless/contract/users.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'
import { roomRules } from '../../../test/support/queues.ts'
import { versionHeader } from './version.ts'

const server = testApp()

/** How each form loads its data, and two changes that it saves. */
const forms = [
  {
    name: 'a device',
    make: async (owner: TestUser) => (await makeDevice(server, owner)).id,
    get: devices.get,
    update: devices.update,
    bodies: [
      { ...deviceBody, price: 3 },
      { ...deviceBody, label: 'Dryer' },
    ],
  },
  {
    name: 'a code',
    make: async (owner: TestUser) => (await makeCode(server, owner)).id,
    get: prepaidCodes.get,
    update: prepaidCodes.rename,
    bodies: [{ code: 'VERSION-ONE-X7' }, { code: 'VERSION-TWO-X7' }],
  },
  {
    name: 'the customer of a code',
    make: async (owner: TestUser) => (await makeCode(server, owner)).id,
    get: prepaidCodes.get,
    update: prepaidCodes.changeCustomer,
    bodies: [{ customer_email: 'a@example.com' }, { customer_name: 'B' }],
  },
  {
    name: 'the end of a code',
    make: async (owner: TestUser) => (await makeCode(server, owner)).id,
    get: prepaidCodes.get,
    update: prepaidCodes.setExpiry,
    bodies: [{ expires_at: '2126-01-31T00:00:00.000Z' }, { expires_at: null }],
  },
  {
    name: 'a resource',
    make: async (owner: TestUser) =>
      (await server.call(resources.create, { as: owner, body: '{}' })).id,
    get: resources.get,
    update: resources.update,
    bodies: ['{"a":1}', '{"a":2}'],
  },
  {
    name: 'the rules of a room',
    make: async (owner: TestUser) => (await makeDevice(server, owner)).sticker_number,
    get: rooms.rules,
    update: rooms.setRules,
    bodies: [
      { ...roomRules, queue_types: ['dryer', 'washer'] },
      { ...roomRules, turn_minutes: 7 },
    ],
  },
  {
    name: 'an account',
    get: me.get,
    update: me.update,
    bodies: [{ full_name: 'A' }, { full_name: 'B' }],
  },
]

test.each(forms)('does not overwrite $name that has changed since it was loaded', async (form) => {
  const owner = await makeLandlord(server)
  const id = await form.make?.(owner)
  const path = (each: { path: string }) => `/api${each.path.replace(/:id|:number/, id ?? '')}`
  const headers = {
    authorization: `Bearer ${owner.token}`,
    'content-type': 'application/json',
  }
  const load = () => server.app.inject({ method: 'GET', url: path(form.get), headers })
  const save = (body: object | string, version?: unknown) =>
    server.app.inject({
      method: form.update.method,
      url: path(form.update),
      headers,
      payload: typeof body === 'string' ? body : JSON.stringify(body),
      ...(version !== undefined && { query: { version: String(version) } }),
    })
  const seen = (await load()).headers['x-version']
  const [first = '', second = ''] = form.bodies
  const saved = await save(first, seen)
  expect(saved.statusCode).toBe(200)
  expect((await load()).headers['x-version']).toBe(saved.headers['x-version'])
  const late = await save(second, seen)
  expect([late.statusCode, late.json().code]).toEqual([409, 'changed_meanwhile'])
  expect((await load()).headers['x-version']).toBe(saved.headers['x-version'])
  expect((await save(second, saved.headers['x-version'])).statusCode).toBe(200)
  expect((await save(first)).statusCode).toBe(200)
})

test('saves one form of a code after another form has changed it', async () => {
  const owner = await makeLandlord(server)
  const { id } = await makeCode(server, owner)
  const headers = { authorization: `Bearer ${owner.token}` }
  const { headers: found } = await server.app.inject({
    url: `/api/prepaid-codes-id/${id}`,
    headers,
  })
  const query = { version: String(found[versionHeader]) }
  const customer = { customer_name: 'Ana' }
  await server.call(prepaidCodes.changeCustomer, {
    as: owner,
    params: { id },
    query,
    body: customer,
  })
  const renamed = { code: 'RENAMED-SINCE-X7' }
  await server.call(prepaidCodes.rename, { as: owner, params: { id }, query, body: renamed })
  const late = await server.refused(prepaidCodes.changeCustomer, {
    ...{ as: owner, params: { id }, query },
    body: { customer_name: 'Bea' },
  })
  expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
})

test('refuses a version that is too long', async () => {
  const { status, body } = await server.refused(me.update, {
    as: await makeLandlord(server),
    query: { version: 'x'.repeat(limits.versionMax + 1) },
    body: { full_name: 'A' },
  })
  expect([status, body.code]).toEqual([400, 'invalid_input'])
})

test('accepts only one of several concurrent changes of the same version', async () => {
  const owner = await makeLandlord(server)
  const { id } = await makeDevice(server, owner)
  const headers = { authorization: `Bearer ${owner.token}` }
  const { headers: found } = await server.app.inject({ url: `/api/devices/${id}`, headers })
  const answers = await Promise.all(
    [3, 4, 5].map((price) =>
      server.app.inject({
        method: 'PUT',
        url: `/api/devices/${id}`,
        headers,
        query: { version: String(found['x-version']) },
        payload: { ...deviceBody, price },
      }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
})

test('does not reveal the owner of a device by its version', async () => {
  const as = await makeUser(server)
  const versions = await Promise.all(
    [await makeLandlord(server), await makeLandlord(server)].map(async (owner) => {
      const { id } = await makeDevice(server, owner)
      const { headers } = await server.app.inject({
        url: `/api/devices/${id}`,
        headers: { authorization: `Bearer ${as.token}` },
      })
      return headers[versionHeader]
    }),
  )
  expect(versions[0]).toBeTypeOf('string')
  expect(versions[0]).toBe(versions[1])
})
