import { audit } from '@coinless/contract/audit.ts'
import { displays } from '@coinless/contract/displays.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { displayBody, displayCalls, followDisplay } from '../../../test/support/displays.ts'
import {
  makeAcceptedDevice,
  makeAdmin,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
} from '../../../test/support/make.ts'
import { makeQueueRoom } from '../../../test/support/queues.ts'

const server = testApp()
const { add, end, list, show } = displayCalls(server)

async function refusedDisplay(secret?: string) {
  const sent = secret === undefined ? {} : { as: { token: secret } }
  return (await server.refused(displays.show, sent)).body.code
}

// id: displays-1
test('a landlord adds and revokes displays, which the audit trail records', async () => {
  const { landlord, location, number } = await makeQueueRoom(server)
  const made = await add(landlord, number, { name: 'Attic TV' })
  expect(made.secret).toMatch(/^coinless_display_[\w-]{43}$/)
  const { secret, ...shown } = made
  expect(await list(landlord, number)).toEqual([{ ...shown, last_seen_at: null }])
  expect(await show({ secret })).toMatchObject({ location, language: 'en' })
  expect((await list(landlord, number))[0]?.last_seen_at).toEqual(expect.any(String))
  const change = (body: object) =>
    server.call(displays.change, { as: landlord, params: { number, id: made.id }, body })
  expect(await change({ shows_people: 'initials' })).toMatchObject({ shows_people: 'initials' })
  await change({})
  await end(landlord, number, made)
  expect(await list(landlord, number)).toEqual([])
  expect(await refusedDisplay(secret)).toBe('display_not_found')
  const again = { as: landlord, params: { number, id: made.id } }
  expect((await server.refused(displays.end, again)).body.code).toBe('display_not_found')
  const events = await server.call(audit.list, {
    as: await makeAdmin(server),
    query: { search: 'Attic TV' },
  })
  expect(events.data.map(({ action, subject, details }) => [action, subject, details])).toEqual([
    ['display_ended', 'Attic TV', { location }],
    ['display_changed', 'Attic TV', { location, shows_people: 'positions → initials' }],
    ['display_created', 'Attic TV', { location }],
  ])
})

test('only the landlord and admins see, add, change and revoke displays', async () => {
  const { landlord, location, number } = await makeQueueRoom(server)
  const owner = await makeLandlord(server)
  await makeAcceptedDevice(server, owner, landlord, { location })
  const { id } = await add(await makeAdmin(server), number)
  const other = await makeQueueRoom(server)
  const refused = async (as: TestUser, where: string) => {
    const params = { number: where }
    const answers = await Promise.all([
      server.refused(displays.list, { as, params }),
      server.refused(displays.create, { as, params, body: displayBody }),
      server.refused(displays.change, { as, params: { ...params, id }, body: {} }),
      server.refused(displays.end, { as, params: { ...params, id } }),
    ])
    return answers.map(({ body }) => body.code)
  }
  for (const as of [owner, await makeUser(server), other.landlord]) {
    expect(await refused(as, number)).toEqual(Array(4).fill('not_yours'))
  }
  const elsewhere = { as: other.landlord, params: { number: other.number, id } }
  for (const endpoint of [displays.change, displays.end]) {
    const { body } = await server.refused(endpoint, { ...elsewhere, body: {} })
    expect(body.code).toBe('display_not_found')
  }
  expect(await list(landlord, number)).toHaveLength(1)
})

test('keeps no secret, and a retry returns the first one until it is revoked', async () => {
  const { landlord, number } = await makeQueueRoom(server)
  const make = () =>
    server.call(displays.create, {
      as: landlord,
      params: { number },
      body: displayBody,
      idempotencyKey: 'add-it',
    })
  const [first, second] = [await make(), await make()]
  expect(second).toEqual(first)
  const rows = await server.database.selectFrom('displays').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(first.secret)
  expect(await list(landlord, number)).toHaveLength(1)
  await end(landlord, number, first)
  const sent = { as: landlord, params: { number }, body: displayBody, idempotencyKey: 'add-it' }
  expect((await server.refused(displays.create, sent)).body.code).toBe('display_not_found')
  expect(await list(landlord, number)).toEqual([])
})

test('a room has a limited number of displays', async () => {
  const { landlord, number } = await makeQueueRoom(server)
  const count = limits.displaysOfRoom
  await Promise.all(Array.from({ length: count - 1 }, () => add(landlord, number)))
  const body = { as: landlord, params: { number }, body: displayBody }
  await server.call(displays.create, body)
  expect((await server.refused(displays.create, body)).body.code).toBe('too_many_displays')
})

test('shows nothing to other callers, and takes its secret only from the header', async () => {
  const { landlord, number } = await makeQueueRoom(server)
  const { secret } = await add(landlord, number)
  for (const wrong of [undefined, landlord.token, 'coinless_display_wrong', `${secret}x`]) {
    expect(await refusedDisplay(wrong)).toBe('display_not_found')
  }
  for (const url of [`/api/displays/room?secret=${secret}`, `/api/displays/${secret}`]) {
    expect((await server.app.inject({ url })).statusCode).toBeGreaterThanOrEqual(400)
  }
  const asSession = await server.app.inject({
    url: '/api/users-me',
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(asSession.statusCode).toBe(401)
})

test('keeps a secret in a mistyped address out of the log', async () => {
  const { landlord, number } = await makeQueueRoom(server)
  const { secret } = await add(landlord, number)
  for (const url of [`/display/${secret}`, `/api/displays/${secret}`, `/display?${secret}`]) {
    await server.app.inject({ url })
  }
  const log = server.secrets.log()
  expect(log).toContain('/display/…')
  expect(log).not.toContain(secret)
})

test('ends with the account that added it', async () => {
  const { landlord, number } = await makeQueueRoom(server)
  const { secret } = await add(landlord, number)
  const told = await followDisplay(server.app, secret)
  await server.call(ownAccount.close, { as: landlord, body: { current_password: password } })
  expect(await refusedDisplay(secret)).toBe('display_not_found')
  expect(told.room).toBeDefined()
})

test('follows its room to a new location, and not a machine that leaves', async () => {
  const { landlord, device, others, number } = await makeQueueRoom(server, 2)
  const { secret } = await add(landlord, number)
  const numbers = async () =>
    (await show({ secret })).machines.map(({ device_number }) => device_number)
  expect(await numbers()).toEqual([device, ...others].map((each) => each.device_number))
  await server.database
    .updateTable('devices')
    .set({ location: 'Attic' })
    .where('id', '=', device.id)
    .execute()
  expect(await numbers()).toEqual(others.map((each) => each.device_number))
  await makeDevice(server, landlord, { location: 'Attic' })
  expect(await numbers()).toEqual(others.map((each) => each.device_number))
})
