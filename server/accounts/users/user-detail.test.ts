import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { staff } from '@coinless/contract/staff.ts'
import { adminUsers } from '@coinless/contract/users.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { pay } from '../../../test/support/known-person.ts'
import {
  makeAcceptedDevice,
  makeAdmin,
  makeCode,
  makeDevice,
  makeGuest,
  makeLandlord,
  makeUser,
  password,
  unknownId,
} from '../../../test/support/make.ts'

const server = testApp()

const detailOf = async (id: string) =>
  server.call(adminUsers.get, { as: await makeAdmin(server), params: { id } })

// id: user-detail-1
test('counts the devices, codes and payments of a user', async () => {
  const landlord = await makeLandlord(server, { email_verified: true })
  const owner = await makeLandlord(server)
  const tenant = await makeUser(server)
  const own = await makeDevice(server, landlord)
  const hosted = await makeAcceptedDevice(server, owner, landlord)
  const { code } = await makeCode(server, landlord, { balance: 50 })
  await makeCode(server, landlord)
  await pay(server, tenant, own, code)
  await pay(server, tenant, hosted, code)
  await pay(server, landlord, own, code)
  const { id, email, full_name } = landlord
  expect(await detailOf(id)).toMatchObject({
    ...{ id, email, full_name, user_type: 'landlord', is_guest: false, roles: [] },
    ...{ device_count: 2, code_count: 2, payments_made: 1, payments_received: 2 },
    ...{ session_count: 1, last_seen_at: expect.any(String), staff: [], works_for: [] },
  })
  expect(await detailOf(tenant.id)).toMatchObject({
    ...{ device_count: 0, code_count: 0, payments_made: 2, payments_received: 0 },
  })
})

test('counts only what is an admin’s own, and shows guests', async () => {
  await makeCode(server, await makeLandlord(server))
  const admin = await makeAdmin(server)
  expect(await detailOf(admin.id)).toMatchObject({ code_count: 0, roles: ['admin'] })
  const guest = await makeGuest(server)
  expect(await detailOf(guest.id)).toMatchObject({ is_guest: true, session_count: 1 })
})

test('names staff and invitations, and the accounts that a user works for', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const member = await makeUser(server, { email_verified: true })
  for (const [email, role] of [
    [member.email, 'manager'],
    ['new@example.com', 'technician'],
  ] as const) {
    await server.call(staff.invite, {
      as: owner,
      body: { email, role, current_password: password },
    })
  }
  await server.asOwner(`update memberships set member_id = '${member.id}', joined_at = now(),
    secret_hash = null where email = '${member.email}'`)
  expect((await detailOf(owner.id)).staff).toEqual([
    { user_id: null, email: 'new@example.com', role: 'technician', state: 'invited' },
    { user_id: member.id, email: member.email, role: 'manager', state: 'active' },
  ])
  expect((await detailOf(member.id)).works_for).toEqual([
    { user_id: owner.id, email: owner.email, role: 'manager', state: 'active' },
  ])
})

test('reports a user who does not exist as not found', async () => {
  const sent = { as: await makeAdmin(server), params: { id: unknownId } }
  const { status, body } = await server.refused(adminUsers.get, sent)
  expect([status, body.code]).toEqual([404, 'user_not_found'])
})

// id: user-detail-2
test('names the issuer of each code to admins alone', async () => {
  const issuer = await makeLandlord(server)
  const holder = await makeUser(server, { email_verified: true })
  const { id } = await makeCode(server, issuer, { customer_email: holder.email })
  const as = await makeAdmin(server)
  for (const query of [{}, { user_id: issuer.id }, { user_id: issuer.id.slice(0, 8) }]) {
    const { data } = await server.call(prepaidCodes.listAll, { as, query })
    expect(data.find((code) => code.id === id)?.user_email).toBe(issuer.email)
  }
  for (const [caller, endpoint] of [
    [holder, prepaidCodes.list],
    [holder, prepaidCodes.listForDashboard],
    [as, prepaidCodes.list],
  ] as const) {
    const answer = JSON.stringify(await server.call(endpoint, { as: caller }))
    expect(answer).not.toContain(issuer.email)
  }
})
