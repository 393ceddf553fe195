import { type Device, devices } from '@coinless/contract/devices.ts'
import { payments } from '@coinless/contract/payments.ts'
import { type PrepaidCode, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { adminUsers } from '@coinless/contract/users.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'

const server = testApp({ requireAdmin2fa: true })

/** Makes an admin whose session has a second factor. */
async function makeProvenAdmin(): Promise<TestUser> {
  const admin = await makeAdmin(server)
  await setProven(admin, true)
  return admin
}

/** Marks a session as opened with or without a second factor. */
async function setProven({ sessionId }: TestUser, second_factor: boolean) {
  await server.database
    .updateTable('sessions')
    .set({ second_factor })
    .where('id', '=', sessionId)
    .execute()
}

async function setRole(user: TestUser, isGiven: boolean) {
  const as = await makeProvenAdmin()
  const params = { id: user.id }
  if (isGiven) await server.call(adminUsers.assignRole, { as, params, body: { role: 'admin' } })
  else await server.call(adminUsers.removeRole, { as, params: { ...params, role: 'admin' } })
}

async function makeForeignDevice() {
  return makeDevice(server, await makeLandlord(server, { email_verified: true }))
}

async function pay(device: Device, { code }: PrepaidCode) {
  const as = await makeUser(server)
  return server.call(payments.prepaid, { as, body: { ...termsOf(device), prepaid_code: code } })
}

async function refusalOf(device: Device, { code }: PrepaidCode) {
  const body = { ...termsOf(device), prepaid_code: code }
  const refused = await server.refused(payments.prepaid, { as: await makeUser(server), body })
  return refused.body.code
}

/** Every call that adds money to a code, extends it or lets another user pay with it. */
const raising = [
  { endpoint: prepaidCodes.topUp, body: { amount: 1 } },
  { endpoint: prepaidCodes.adjust, body: { amount: 1, reason: 'Counted wrong' } },
  { endpoint: prepaidCodes.setExpiry, body: { expires_at: null } },
  { endpoint: prepaidCodes.rename, body: { code: generateCode() } },
  { endpoint: prepaidCodes.changeCustomer, body: { customer_name: 'Ana' } },
  { endpoint: prepaidCodes.setDisabled, body: { disabled: false } },
  { endpoint: prepaidCodes.toggle, body: undefined, query: { disabled: 'false' } },
] as const

// id: issued-as-admin-1
test('never lets a code issued without a second factor pay everywhere', async () => {
  const admin = await makeAdmin(server)
  const foreign = await makeForeignDevice()
  const code = await makeCode(server, admin)
  expect(await refusalOf(foreign, code)).toBe('code_not_accepted')
  await setProven(admin, true)
  expect(await refusalOf(foreign, code)).toBe('code_not_accepted')
  await pay(foreign, await makeCode(server, admin))
  await pay(await makeDevice(server, admin), code)
})

test('limits a code issued before the admin role to the devices where it paid before', async () => {
  const landlord = await makeLandlord(server, { email_verified: true })
  const [own, foreign] = [await makeDevice(server, landlord), await makeForeignDevice()]
  const code = await makeCode(server, landlord)
  await setRole(landlord, true)
  expect(await refusalOf(foreign, code)).toBe('code_not_accepted')
  await pay(own, code)
  await setProven(landlord, true)
  await pay(foreign, await makeCode(server, landlord))
})

test('lets a code issued as admin pay everywhere only while its issuer is an admin', async () => {
  const admin = await makeProvenAdmin()
  const foreign = await makeForeignDevice()
  const code = await makeCode(server, admin)
  await pay(foreign, code)
  await setRole(admin, false)
  expect(await refusalOf(foreign, code)).toBe('code_not_accepted')
  await setRole(admin, true)
  await pay(foreign, code)
})

test.for(raising)(
  'requires admin power to change a code issued as admin: $endpoint.path',
  async ({ endpoint, ...sent }) => {
    const as = await makeProvenAdmin()
    const { id } = await makeCode(server, as, { disabled: true })
    const change = { as, params: { id }, ...sent } as never
    await setProven(as, false)
    const heldBack = await server.refused(endpoint, change)
    expect([heldBack.status, heldBack.body.code]).toEqual([403, 'second_factor_required'])
    await setRole(as, false)
    const former = await server.refused(endpoint, change)
    expect([former.status, former.body.code]).toEqual([403, 'admin_only'])
    await setRole(as, true)
    await setProven(as, true)
    await server.call(endpoint, change)
  },
)

test('lets the issuer disable and delete a code issued as admin without a second factor', async () => {
  const as = await makeProvenAdmin()
  const codes = [await makeCode(server, as), await makeCode(server, as), await makeCode(server, as)]
  await setProven(as, false)
  const [first, second, third] = codes.map(({ id }) => ({ as, params: { id } }))
  await server.call(prepaidCodes.setDisabled, { ...first, body: { disabled: true } } as never)
  await server.call(prepaidCodes.toggle, second as never)
  await server.call(prepaidCodes.delete, third as never)
})

test('rejects an admin’s code for a landlord at a device whose owner only claims the address', async () => {
  const admin = await makeProvenAdmin()
  const impostor = await makeLandlord(server)
  const device = await makeDevice(server, impostor)
  const code = await makeCode(server, admin, { landlord_email: impostor.email })
  expect(await refusalOf(device, code)).toBe('code_not_accepted')
  await server.database
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', impostor.id)
    .execute()
  await pay(device, code)
})

test('opens an admin’s device to all only if it was saved with a second factor', async () => {
  const admin = await makeAdmin(server)
  const stranger = await makeUser(server)
  const { id } = await makeDevice(server, admin)
  const params = { id }
  const seen = { as: stranger, params }
  await server.refused(devices.get, seen)
  await setProven(admin, true)
  await server.refused(devices.get, seen)
  const body = { ...deviceBody, landlord_email: admin.email }
  await server.call(devices.update, { as: admin, params, body })
  await server.call(devices.get, seen)
  await server.call(devices.update, { as: await makeProvenAdmin(), params, body })
  await server.call(devices.get, seen)
  await setProven(admin, false)
  await server.call(devices.update, { as: admin, params, body })
  await server.refused(devices.get, seen)
})

test('keeps a device from before the admin role closed until its owner saves it as admin', async () => {
  const tenant = await makeUser(server, { email_verified: true })
  const { id } = await makeDevice(server, tenant)
  await setRole(tenant, true)
  await server.refused(devices.get, { as: await makeUser(server), params: { id } })
})
