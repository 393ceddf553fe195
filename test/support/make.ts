import { randomUUID } from 'node:crypto'
import type { controllerDrivers } from '@coinless/contract/choices.ts'
import { controllers } from '@coinless/contract/controllers.ts'
import { type Device, devices, type NewDevice } from '@coinless/contract/devices.ts'
import { guests } from '@coinless/contract/guests.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import type { User } from '@coinless/contract/users.ts'
import { generateCode } from '../../server/platform/secrets/code-text.ts'
import { createUser } from '../../server/sessions/account/accounts.ts'
import { hashPassword } from '../../server/sessions/account/passwords.ts'
import { openSession } from '../../server/sessions/account/sessions.ts'
import type { TestApp } from './app.ts'

export interface TestUser {
  id: string
  sessionId: string
  email: string
  full_name: string
  token: string
}

type UserFacts = Partial<
  Pick<User, 'email' | 'email_verified' | 'full_name' | 'roles' | 'user_type'>
>

/** Password of all test users, hashed once. */
export const password = 'password of the tests'
const password_hash = await hashPassword(password)

const nowhere = { address: '', user_agent: '' }

/** A signed-in user. */
export async function makeUser(test: TestApp, facts: UserFacts = {}): Promise<TestUser> {
  const user = await createUser(test.database, {
    email: `${randomUUID()}@example.com`,
    full_name: 'Terry Tenant',
    user_type: 'tenant',
    password_hash,
    ...facts,
  })
  const { id: sid } = await openSession(test.database, user.id, nowhere)
  const token = signedToken(test, user.id, sid)
  return { id: user.id, sessionId: sid, email: user.email, full_name: user.full_name, token }
}

/** Expires later than in production, because long tests outlast that. */
function signedToken({ app }: TestApp, sub: string, sid: string): string {
  return app.jwt.sign({ sub, sid }, { expiresIn: '1d' })
}

/** A guest account in a browser. */
export async function makeGuest(test: TestApp): Promise<TestUser> {
  const { session, user } = await test.call(guests.begin)
  const { sid = '' } = test.app.jwt.decode<{ sid: string }>(session.access_token) ?? {}
  return { ...user, sessionId: sid, token: signedToken(test, user.id, sid) }
}

export function makeLandlord(test: TestApp, facts: UserFacts = {}) {
  return makeUser(test, { user_type: 'landlord', full_name: 'Lou Landlord', ...facts })
}

export function makeAdmin(test: TestApp) {
  return makeUser(test, { roles: ['admin'], full_name: 'Ada Admin', email_verified: true })
}

export const deviceBody = {
  label: 'Washer by the window',
  device_number: 'W-1',
  device_type: 'washer',
  landlord_email: 'landlord@example.com',
  location: 'Elm Street 4, basement',
  duration_minutes: 30,
  price: 2.5,
} as const

const devicesMade = new Map<string, number>()

/** A device with its owner as landlord unless the facts say otherwise: W-1, W-2 and so on. */
export function makeDevice(test: TestApp, owner: TestUser, facts: Partial<NewDevice> = {}) {
  const number = (devicesMade.get(owner.id) ?? 0) + 1
  devicesMade.set(owner.id, number)
  const device_number = `W-${number}`
  const body = { ...deviceBody, device_number, landlord_email: owner.email, ...facts }
  return test.call(devices.create, { as: owner, body })
}

/** A device that its landlord has accepted. */
export async function makeAcceptedDevice(
  test: TestApp,
  owner: TestUser,
  landlord: TestUser,
  facts: Partial<NewDevice> = {},
) {
  const { id } = await makeDevice(test, owner, { ...facts, landlord_email: landlord.email })
  return test.call(devices.accept, { as: landlord, params: { id } })
}

/** Terms that a customer sees and agrees to when paying. */
export function termsOf(device: Device) {
  return { device_id: device.id, amount: device.price, duration: device.duration_minutes }
}

interface CodeFacts {
  code?: string
  balance?: number
  customer_email?: string
  landlord_email?: string
  disabled?: boolean
  mail_customer?: boolean
}

export function makeCode(test: TestApp, issuer: TestUser, facts: CodeFacts = {}) {
  return test.call(prepaidCodes.create, {
    as: issuer,
    body: { code: generateCode(), balance: 10, ...facts },
  })
}

export function makeController(
  test: TestApp,
  owner: TestUser,
  facts: { name?: string; driver?: (typeof controllerDrivers)[number] } = {},
) {
  const body = { name: 'Laundry room', driver: 'coinless' as const, ...facts }
  return test.call(controllers.create, { as: owner, body })
}

/** Lets holders of an issuer's codes top them up by card. */
export async function allowTopUps(
  test: TestApp,
  { id: user_id }: Pick<TestUser, 'id'>,
  balance_max = 100,
) {
  await test.database
    .insertInto('top_up_settings')
    .values({ user_id, is_on: true, amounts: [5, 10, 20], amount_max: 50, balance_max })
    .execute()
}

/** Id of nothing. */
export const unknownId = '00000000-0000-4000-8000-000000000000'
