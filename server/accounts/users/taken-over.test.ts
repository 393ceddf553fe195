import { auth } from '@coinless/contract/auth.ts'
import { type Device, devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { passkeys } from '@coinless/contract/passkeys.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { secondFactor } from '@coinless/contract/second-factor.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { type TOTP, URI } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { softwarePasskey } from '../../../test/support/software-passkey.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { lockAccount } from '../../http/request/account-lock.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'

const origin = 'https://coinless.example.com'
const server = testApp({ publicUrl: origin })
const new_password = 'a password of the owner'

/** The code of the last mail to an address. */
async function mailedCode(email: string): Promise<string> {
  const mail = (await server.mails()).findLast(({ to }) => to === email)
  return /^[0-9A-Z]{4}-[0-9A-Z]{4}$/m.exec(mail?.text ?? '')?.[0] ?? ''
}

/** Registers an address, as its owner or as a stranger. */
async function register() {
  const body = { full_name: 'Lou', password, user_type: 'landlord' as const }
  const email = `${crypto.randomUUID()}@example.com`
  const { session, user } = await server.call(auth.register, { body: { ...body, email } })
  const { sid } = server.app.jwt.verify<{ sid: string }>(session.access_token)
  return { ...user, sessionId: sid, token: session.access_token, refresh: session.refresh_token }
}

async function signIn(email: string, secret: string): Promise<{ token: string }> {
  const { session } = await server.call(auth.login, { body: { email, password: secret } })
  return { token: session.access_token }
}

async function addPasskey(as: { token: string }) {
  const { challenge } = await server.call(passkeys.creationOptions, {
    as,
    body: { current_password: password },
  })
  const device = softwarePasskey(origin)
  const body = { name: 'Phone', credential: device.create(challenge) }
  const { recovery_codes } = await server.call(passkeys.add, { as, body })
  return { ...device, recovery_codes }
}

async function signInBy(device: Awaited<ReturnType<typeof addPasskey>>) {
  const { challenge } = await server.call(passkeys.signInOptions)
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/passkey-sign-ins',
    payload: { credential: device.get(challenge) },
  })
  return answer.statusCode
}

async function addApp(as: { token: string }, recoveryCode = '') {
  const body = { current_password: password, second_factor: recoveryCode }
  const { uri } = await server.call(secondFactor.addAuthenticator, { as, body })
  const code = (URI.parse(uri) as TOTP).generate()
  await server.call(secondFactor.confirmAuthenticator, { as, body: { second_factor: code } })
}

/** The owner of the address chooses a password by mail. */
async function takeOver(email: string) {
  await server.call(auth.sendPasswordCode, { body: { email } })
  await server.call(auth.resetPassword, {
    body: { email, code: await mailedCode(email), new_password },
  })
  return signIn(email, new_password)
}

async function payment(device: Parameters<typeof termsOf>[0], prepaid_code: string) {
  const as = await makeUser(server)
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api${payments.prepaid.path}`,
    headers: { authorization: `Bearer ${as.token}` },
    payload: { ...termsOf(device), prepaid_code },
  })
  return answer.json().code ?? answer.statusCode
}

const accept = (as: { token: string }, { id }: Device) =>
  server.call(devices.accept, { as, params: { id } })

/** Makes what a stranger may leave, and a device of another owner that names the address. */
async function leaveBehind(stranger: TestUser) {
  const host = await makeLandlord(server)
  return {
    ofAnother: await makeDevice(server, host, { landlord_email: stranger.email }),
    device: await makeDevice(server, stranger, { landlord_email: stranger.email }),
    code: await makeCode(server, stranger, { balance: 9999 }),
  }
}

describe('an address that a stranger had registered', () => {
  test('keeps no way to sign in once its owner has set a password by mail', async () => {
    const stranger = await register()
    const passkey = await addPasskey(stranger)
    const { session } = await server.call(auth.login, { body: { email: stranger.email, password } })
    await addApp(stranger, passkey.recovery_codes[0])
    expect(await signInBy(passkey)).toBe(200)
    const owner = await takeOver(stranger.email)
    expect(await signInBy(passkey)).toBe(422)
    for (const token of [stranger.token, session.access_token]) {
      expect((await server.refused(me.get, { as: { token } })).status).toBe(401)
    }
    expect(
      (await server.refused(auth.refresh, { body: { refresh_token: stranger.refresh } })).status,
    ).toBe(401)
    expect(await server.call(secondFactor.get, { as: owner })).toMatchObject({
      authenticator: false,
      recovery_codes_left: 0,
    })
    expect((await server.call(passkeys.list, { as: owner })).data).toEqual([])
    for (const table of ['email_codes', 'passkey_challenges', 'authenticators'] as const) {
      const left = await server.database
        .selectFrom(table)
        .selectAll()
        .where('user_id', '=', stranger.id)
        .execute()
      expect(left, table).toEqual([])
    }
  })

  test('has its earlier codes and devices disabled, for its owner to keep or remove', async () => {
    const stranger = await register()
    const { ofAnother, device, code } = await leaveBehind(stranger)
    const removed = await makeCode(server, stranger)
    const idle = await makeDevice(server, stranger, { status: 'inactive', label: 'Idle' })
    const owner = await takeOver(stranger.email)
    await accept(owner, ofAnother)
    expect(await payment(ofAnother, code.code)).toBe('code_not_accepted')
    expect(await payment(device, code.code)).toBe('device_not_found')
    const { data } = await server.call(me.leftBehind, { as: owner })
    expect(data).toEqual([
      expect.objectContaining({ id: idle.id, kind: 'device', name: 'W-2 Idle' }),
      expect.objectContaining({ id: removed.id, kind: 'prepaid_code', name: removed.code }),
      expect.objectContaining({ id: code.id, remaining_balance: 9999 }),
      expect.objectContaining({ id: device.id, remaining_balance: null }),
    ])
    for (const { id } of [device, code, idle]) {
      await server.call(me.keepLeftBehind, { as: owner, params: { id } })
    }
    await server.call(me.removeLeftBehind, { as: owner, params: { id: removed.id } })
    expect((await server.call(me.leftBehind, { as: owner })).data).toEqual([])
    const params = { id: idle.id }
    expect((await server.call(devices.get, { as: owner, params })).status).toBe('inactive')
    await server.refused(prepaidCodes.get, { as: owner, params: { id: removed.id } })
    expect(await payment(device, code.code)).toBe(201)
    expect(await payment(ofAnother, code.code)).toBe('code_not_accepted')
  })

  test('is also cleared when its owner signs in with the known password and verifies it', async () => {
    const stranger = await register()
    const passkey = await addPasskey(stranger)
    const { ofAnother, code } = await leaveBehind(stranger)
    const owner = await signIn(stranger.email, password)
    await server.call(me.verify, { as: owner, body: { code: await mailedCode(stranger.email) } })
    await accept(owner, ofAnother)
    expect(await signInBy(passkey)).toBe(422)
    expect((await server.refused(me.get, { as: stranger })).status).toBe(401)
    expect(await payment(ofAnother, code.code)).toBe('code_not_accepted')
    expect((await server.call(me.leftBehind, { as: owner })).data).toHaveLength(2)
  })

  test('is cleared in parts, whatever was left', async () => {
    const stranger = await register()
    await sql`insert into prepaid_codes (user_id, code, lookup_key)
      select ${stranger.id}, name, name from (
        select ${stranger.id} || n as name from generate_series(0, ${limits.leftBehindAtOnce}) n
      ) as left_there`.execute(server.database)
    const owner = await takeOver(stranger.email)
    const query = { page: 1 }
    const { pagination } = await server.call(me.leftBehind, { as: owner, query })
    expect(pagination.total).toBe(limits.leftBehindAtOnce + 1)
  })
})

describe('rows that were left behind', () => {
  test('are shown to the owner of the account only', async () => {
    const stranger = await register()
    const { code } = await leaveBehind(stranger)
    await takeOver(stranger.email)
    const other = await makeUser(server)
    expect((await server.call(me.leftBehind, { as: other })).data).toEqual([])
    for (const endpoint of [me.keepLeftBehind, me.removeLeftBehind]) {
      const sent = { as: other, params: { id: code.id } }
      expect((await server.refused(endpoint, sent)).body.code).toBe('left_behind_not_found')
    }
  })
})

describe('a user who verifies in the session of the registration', () => {
  test('keeps what they made, with earlier codes valid at their own devices only', async () => {
    const landlord = await register()
    const passkey = await addPasskey(landlord)
    const { ofAnother, device, code } = await leaveBehind(landlord)
    await server.call(me.verify, { as: landlord, body: { code: await mailedCode(landlord.email) } })
    await accept(landlord, ofAnother)
    expect(await signInBy(passkey)).toBe(200)
    expect((await server.call(me.leftBehind, { as: landlord })).data).toEqual([])
    expect(await payment(device, code.code)).toBe(201)
    expect(await payment(ofAnother, code.code)).toBe('code_not_accepted')
    expect(await payment(ofAnother, (await makeCode(server, landlord)).code)).toBe(201)
  })

  test('loses nothing when they set a new password by mail later', async () => {
    const landlord = await register()
    await server.call(me.verify, { as: landlord, body: { code: await mailedCode(landlord.email) } })
    const { ofAnother, device, code } = await leaveBehind(landlord)
    await accept(landlord, ofAnother)
    const passkey = await addPasskey(landlord)
    await takeOver(landlord.email)
    expect(await signInBy(passkey)).toBe(200)
    expect([await payment(device, code.code), await payment(ofAnother, code.code)]).toEqual([
      201, 201,
    ])
  })
})

const late = [
  [auth.login, (email: string) => ({ email, password })],
  [prepaidCodes.create, () => ({ code: generateCode(), balance: 10 })],
  [devices.create, () => deviceBody],
  [devices.update, () => ({ ...deviceBody, status: 'active' })],
  [prepaidCodes.setDisabled, () => ({ disabled: false })],
  [me.changePassword, () => ({ current_password: password, new_password: 'a late password' })],
  [secondFactor.addAuthenticator, () => ({ current_password: password })],
] as const

test('refuses calls of a stranger in progress while the owner takes the account over', async () => {
  for (const [endpoint, bodyOf] of late) {
    const stranger = await register()
    const { device, code } = await leaveBehind(stranger)
    const { id } = endpoint === devices.update ? device : code
    const answer = await server.database.transaction().execute(async (taking) => {
      await lockAccount(taking, stranger.id)
      const call = server.app
        .inject({
          method: endpoint.method,
          url: `/api${endpoint.path.replace(':id', id)}`,
          headers: { authorization: `Bearer ${stranger.token}` },
          payload: bodyOf(stranger.email),
        })
        .then((response) => response.json().code)
      await expect.poll(() => waitingForLocks(server)).toBe(1)
      await sql`update sessions set ended_at = now() where user_id = ${stranger.id}`.execute(taking)
      await sql`update users set password_hash = 'another' where id = ${stranger.id}`.execute(
        taking,
      )
      return { call }
    })
    const expected = endpoint === auth.login ? 'wrong_credentials' : 'session_expired'
    expect(await answer.call, endpoint.path).toBe(expected)
  }
})
