import { audit } from '@coinless/contract/audit.ts'
import { controllers } from '@coinless/contract/controllers.ts'
import { devices } from '@coinless/contract/devices.ts'
import { idempotencyKeys } from '@coinless/contract/idempotency-keys.ts'
import { requestsPerMinute } from '@coinless/contract/limits.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { search } from '@coinless/contract/search.ts'
import { accountHeader, staff } from '@coinless/contract/staff.ts'
import { adminUsers } from '@coinless/contract/users.ts'
import { describe, expect, test } from 'vitest'
import { statusOf, testApp } from '../../../test/support/app.ts'
import { makeKey } from '../../../test/support/keys.ts'
import {
  deviceBody,
  makeAdmin,
  makeCode,
  makeDevice,
  makeGuest,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'
import { makeStaff } from '../../../test/support/staff.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'

const server = testApp({ rateLimits: true })

const makeOwner = () => makeLandlord(server, { email_verified: true })

describe('staff act in the account of the owner', () => {
  // id: acting-1
  test('who owns the rows that they make, and is the landlord of devices', async () => {
    const owner = await makeOwner()
    const as = await makeStaff(server, owner, 'manager')
    const body = { ...deviceBody, landlord_email: owner.email }
    const { id } = await server.call(devices.create, { as, body })
    expect(await server.call(devices.get, { as: owner, params: { id } })).toMatchObject({
      owner_id: owner.id,
      landlord_accepted: true,
    })
    const changed = { ...body, price: 3 }
    await server.call(devices.update, { as, params: { id }, body: changed })
    const code = await makeCode(server, as)
    expect(code.user_id).toBe(owner.id)
    const box = await server.call(controllers.create, {
      as,
      body: { name: 'Basement', driver: 'coinless' },
    })
    const own = await server.call(controllers.list, { as: owner })
    expect(own.data.map((each) => each.id)).toEqual([box.id])
    // Their own account has none of it.
    const { token } = as
    expect((await server.call(controllers.list, { as: { token } })).data).toEqual([])
    expect(await statusOf(server.app, devices.delete, { token }, { params: { id } })).toBe(403)
  })

  test('without codes of an owner who is an admin, and devices stay visible to customers', async () => {
    const owner = await makeAdmin(server)
    const as = await makeStaff(server, owner, 'manager')
    const code = await makeCode(server, owner)
    for (const endpoint of [prepaidCodes.list, prepaidCodes.get, prepaidCodes.delete]) {
      const { body } = await server.refused(endpoint, { as, params: { id: code.id } } as never)
      expect(body.code).toBe('right_missing')
    }
    const { token } = as
    const { data } = await server.call(staff.accounts, { as: { token } })
    expect(data[0]?.rights).toContain('read_money')
    expect(data[0]?.rights).not.toContain('read_codes')
    const device = await makeDevice(server, owner)
    const customer = await makeUser(server)
    const body = { ...deviceBody, landlord_email: owner.email, label: 'Renamed' }
    await server.call(devices.update, { as, params: { id: device.id }, body })
    const seen = await server.call(devices.get, { as: customer, params: { id: device.id } })
    expect(seen.label).toBe('Renamed')
  })

  test('and in no other account, nor with an invalid account id', async () => {
    const [owner, other] = [await makeOwner(), await makeOwner()]
    const as = await makeStaff(server, owner, 'manager')
    for (const account of [other.id, as.id, 'nobody', '', `${owner.id},${other.id}`]) {
      const { statusCode, body } = await server.app.inject({
        url: '/api/devices',
        headers: { authorization: `Bearer ${as.token}`, [accountHeader]: account },
      })
      expect([statusCode, JSON.parse(body).code], account).toEqual([403, 'not_staff'])
    }
  })

  test('only if they have accepted and call in a session of their own', async () => {
    const owner = await makeOwner()
    const member = await makeUser(server, { email_verified: true })
    const { account } = await makeStaff(server, owner, 'manager', member)
    const key = await makeKey(server, member)
    const guest = await makeGuest(server)
    for (const as of [key, guest, owner, await makeAdmin(server)]) {
      const refusal = await server.refused(devices.list, { as: { ...as, account } })
      expect(refusal.body.code).toBe('not_staff')
    }
    expect(await statusOf(server.app, devices.list, { ...member, account })).toBe(200)
  })

  // id: acting-4
  test('without codes that others issued to the owner, which they could spend', async () => {
    const [owner, other] = [await makeOwner(), await makeOwner()]
    const as = await makeStaff(server, owner, 'manager')
    const held = await makeCode(server, other, { customer_email: owner.email })
    const own = await makeCode(server, owner, { customer_email: owner.email })
    const seen = async (who: TestUser) =>
      (await server.call(prepaidCodes.list, { as: who })).data.map(({ id }) => id).sort()
    expect(await seen(owner)).toEqual([held.id, own.id].sort())
    expect(await seen(as)).toEqual([own.id])
    expect(await statusOf(server.app, prepaidCodes.get, as, { params: { id: held.id } })).toBe(404)
    const found = await server.call(search.find, { as, body: { text: held.code } })
    expect(found.prepaid_codes).toEqual([])
  })

  // id: acting-3
  test('without the admin rights of the owner', async () => {
    const admin = await makeAdmin(server)
    const as = await makeStaff(server, admin, 'manager')
    const hidden = await makeDevice(server, await makeOwner(), { status: 'inactive' })
    expect(await statusOf(server.app, devices.get, as, { params: { id: hidden.id } })).toBe(404)
    for (const endpoint of [prepaidCodes.listAll, adminUsers.list, audit.list]) {
      expect(await statusOf(server.app, endpoint, as)).toBe(403)
    }
  })

  test('without their own admin rights', async () => {
    const owner = await makeOwner()
    const as = await makeStaff(server, owner, 'manager', await makeAdmin(server))
    expect(await statusOf(server.app, prepaidCodes.listAll, as)).toBe(403)
  })
})

describe('the landlord of a device', () => {
  // id: acting-2
  test('cannot be changed by staff, who may name only the owner', async () => {
    const owner = await makeOwner()
    const as = await makeStaff(server, owner, 'technician')
    const named = { ...deviceBody, landlord_email: as.email }
    const create = await server.refused(devices.create, { as, body: named })
    expect([create.status, create.body.code]).toEqual([403, 'owner_chooses_landlord'])
    const rows = [{ ...deviceBody, landlord_email: owner.email }, named]
    const file = await server.refused(devices.import, { as, body: { rows } })
    expect(file.body.code).toBe('owner_chooses_landlord')
    const { id } = await makeDevice(server, owner)
    const update = await server.refused(devices.update, { as, params: { id }, body: named })
    expect(update.body.code).toBe('owner_chooses_landlord')
    const { data } = await server.call(devices.list, { as: owner, query: { own: 'only' } })
    expect(data.map((device) => [device.id, device.landlord_email])).toEqual([[id, owner.email]])
  })

  test('may be another user, who stays when staff change the rest', async () => {
    const [owner, landlord] = [await makeOwner(), await makeOwner()]
    const as = await makeStaff(server, owner, 'technician')
    const { id, device_number } = await makeDevice(server, owner, {
      landlord_email: landlord.email,
    })
    const body = { ...deviceBody, device_number, landlord_email: landlord.email, label: 'Dryer' }
    const changed = await server.call(devices.update, { as, params: { id }, body })
    expect([changed.label, changed.landlord_email]).toEqual(['Dryer', landlord.email])
    // Only the owner may accept a device that names them.
    const waiting = await makeDevice(server, landlord, { landlord_email: owner.email })
    const { status } = await server.refused(devices.accept, { as, params: { id: waiting.id } })
    expect(status).toBe(403)
  })
})

test('ties an Idempotency-Key to its sender and one account, apart from the owner’s keys', async () => {
  const [owner, other] = [await makeOwner(), await makeOwner()]
  const member = await makeUser(server, { email_verified: true })
  const here = await makeStaff(server, owner, 'manager', member)
  const there = await makeStaff(server, other, 'manager', member)
  const payload = { code: generateCode(), balance: 5 }
  const issue = (as: TestUser & { account?: string }, text = payload.code) =>
    server.app.inject({
      method: 'POST',
      url: `/api${prepaidCodes.create.path}`,
      headers: {
        authorization: `Bearer ${as.token}`,
        'idempotency-key': 'one',
        ...(as.account && { [accountHeader]: as.account }),
      },
      payload: { ...payload, code: text },
    })
  const [first, again] = [await issue(here), await issue(here)]
  expect([first.statusCode, again.body]).toEqual([201, first.body])
  expect((await issue(there)).json().code).toBe('idempotency_key_reused')
  const own = await issue(owner, generateCode())
  expect(own.statusCode).toBe(201)
  const params = { key: 'one' }
  const outcome = await server.call(idempotencyKeys.outcome, { as: here, params })
  expect(outcome.id).toBe(first.json().id)
  expect((await server.call(idempotencyKeys.outcome, { as: owner, params })).id).toBe(own.json().id)
})

test('counts calls by the caller, not by the account that they act for', async () => {
  const [owner, other] = [await makeOwner(), await makeOwner()]
  const member = await makeUser(server, { email_verified: true })
  const here = await makeStaff(server, owner, 'manager', member)
  const there = await makeStaff(server, other, 'manager', member)
  for (let n = 0; n < requestsPerMinute.generateCode; n++) {
    expect(await statusOf(server.app, prepaidCodes.generate, here)).toBe(200)
  }
  expect(await statusOf(server.app, prepaidCodes.generate, there)).toBe(429)
})

describe('the trail of an owner', () => {
  test('names who acted, includes the owner’s own actions, and nothing of others', async () => {
    const [owner, other] = [await makeOwner(), await makeOwner()]
    const as = await makeStaff(server, owner, 'technician')
    const body = { ...deviceBody, landlord_email: owner.email }
    const { id } = await server.call(devices.create, { as, body })
    await makeDevice(server, owner)
    const trail = async (of: TestUser, query = {}) =>
      (await server.call(staff.trail, { as: of, query })).data.map(
        ({ action, actor_email }) => `${action} ${actor_email}`,
      )
    const byStaff = `device_created ${as.email}`
    expect(await trail(owner, { staff_only: true })).toEqual([byStaff])
    expect(await trail(owner)).toEqual(
      expect.arrayContaining([byStaff, `device_created ${owner.email}`]),
    )
    expect(await trail(other)).not.toContain(byStaff)
    expect(await trail({ ...as, account: undefined } as TestUser)).not.toContain(byStaff)
    const admin = await makeAdmin(server)
    const events = await server.call(audit.list, { as: admin, query: { search: id } })
    expect(events.data).toMatchObject([{ actor_id: as.id, account_id: owner.id }])
  })
})
