import { auth } from '@coinless/contract/auth.ts'
import { passkeys } from '@coinless/contract/passkeys.ts'
import { type OwnerProof, secondFactor } from '@coinless/contract/second-factor.ts'
import { adminUsers } from '@coinless/contract/users.ts'
import { type TOTP, URI } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { makeAdmin, makeUser, password, type TestUser } from '../test/make.ts'
import { softwarePasskey } from '../test/software-passkey.ts'

const origin = 'https://coinless.example.com'
const server = testApp({ publicUrl: origin, requireAdmin2fa: true })
const confirmation = { current_password: password }

/** Begins with a passkey, and finishes it. */
async function beginPasskey(as: TestUser, body: OwnerProof = confirmation) {
  const device = softwarePasskey(origin)
  const { challenge } = await server.call(passkeys.creationOptions, { as, body })
  const sent = { as, body: { name: 'Phone', credential: device.create(challenge) } }
  return { device, sent, finish: () => server.call(passkeys.add, sent) }
}

async function addPasskey(as: TestUser) {
  const { device, finish } = await beginPasskey(as)
  return { device, ...(await finish()) }
}

async function beginApp(as: TestUser, body: OwnerProof = confirmation) {
  const { uri } = await server.call(secondFactor.addAuthenticator, { as, body })
  const app = URI.parse(uri) as TOTP
  const code = (stepsLater = 0) => app.generate({ timestamp: Date.now() + stepsLater * 30_000 })
  const sent = { as, body: { second_factor: code() } }
  return { code, sent, finish: () => server.call(secondFactor.confirmAuthenticator, sent) }
}

async function proofBy(as: TestUser, device: ReturnType<typeof softwarePasskey>) {
  const { challenge } = await server.call(passkeys.proofOptions, { as })
  return { ...confirmation, passkey: device.get(challenge) }
}

/** Whoever knows the password alone. */
async function thiefOf({ email, id }: TestUser): Promise<TestUser> {
  const { session } = await server.call(auth.login, { body: { email, password } })
  return { id, email, sessionId: '', full_name: '', token: session.access_token }
}

const changes = [
  ['adding a passkey', passkeys.creationOptions],
  ['adding an authenticator', secondFactor.addAuthenticator],
  ['removing the authenticator', secondFactor.removeAuthenticator],
  ['making recovery codes', secondFactor.makeRecoveryCodes],
  ['removing a passkey', passkeys.remove],
] as const

describe('where there is a passkey', () => {
  test.each(changes)('%s takes more than the password', async (_change, endpoint) => {
    const user = await makeUser(server)
    const { id } = await addPasskey(user)
    const sent = { as: user, params: endpoint === passkeys.remove ? { id } : {} }
    const proofs: [OwnerProof, string][] = [
      [confirmation, 'factor_needed'],
      [{ ...confirmation, second_factor: '000000' }, 'wrong_second_factor'],
      [{ ...confirmation, passkey: { id: 'none' } }, 'passkey_not_accepted'],
      [{ current_password: 'wrong' }, 'wrong_password'],
    ]
    for (const [body, code] of proofs) {
      const refusal = await server.refused(endpoint, { ...sent, body } as never)
      expect([refusal.status, refusal.body.code]).toEqual([422, code])
    }
  })

  test('an admin’s password alone adds no factor and gives no rights of an admin', async () => {
    const admin = await makeAdmin(server)
    await addPasskey(admin)
    const thief = await thiefOf(admin)
    for (const endpoint of [secondFactor.addAuthenticator, passkeys.creationOptions]) {
      const { body } = await server.refused(endpoint, { as: thief, body: confirmation })
      expect(body.code).toBe('factor_needed')
    }
    const { body } = await server.refused(adminUsers.list, { as: thief })
    expect(body.code).toBe('second_factor_required')
  })

  test('its answer proves that the owner is there, once and for this account only', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)]
    const { device } = await addPasskey(user)
    const stranger = await addPasskey(other)
    const { challenge } = await server.call(passkeys.proofOptions, { as: user })
    const foreign = { ...confirmation, passkey: stranger.device.get(challenge) }
    const sent = (body: OwnerProof) => ({ as: user, body })
    const refusal = await server.refused(secondFactor.makeRecoveryCodes, sent(foreign))
    expect(refusal.body.code).toBe('passkey_not_accepted')
    const proof = await proofBy(user, device)
    await server.call(secondFactor.makeRecoveryCodes, sent(proof))
    const again = await server.refused(secondFactor.makeRecoveryCodes, sent(proof))
    expect(again.body.code).toBe('passkey_not_accepted')
    const { challenge: atSignIn } = await server.call(passkeys.signInOptions)
    const signing = { ...confirmation, passkey: device.get(atSignIn) }
    const mixed = await server.refused(secondFactor.makeRecoveryCodes, sent(signing))
    expect(mixed.body.code).toBe('passkey_not_accepted')
  })

  test('a recovery code that came with the first one stands in for it once, when it is lost', async () => {
    const user = await makeUser(server)
    const { id, recovery_codes } = await addPasskey(user)
    const body = { ...confirmation, second_factor: recovery_codes[0] ?? '' }
    await (await beginPasskey(user, body)).finish()
    const sent = { as: user, params: { id } }
    const again = await server.refused(passkeys.remove, { ...sent, body })
    expect(again.body.code).toBe('wrong_second_factor')
    const next = { ...confirmation, second_factor: recovery_codes[1] ?? '' }
    await server.call(passkeys.remove, { ...sent, body: next })
    const state = await server.call(secondFactor.get, { as: user })
    expect(state).toMatchObject({ passkey: true, recovery_codes_left: recovery_codes.length - 2 })
  })
})

describe('where there is an authenticator', () => {
  test('a code of it adds a passkey, and the password alone does not', async () => {
    const user = await makeUser(server)
    const app = await beginApp(user)
    await app.finish()
    const sent = { as: user, body: confirmation }
    const refusal = await server.refused(passkeys.creationOptions, sent)
    expect(refusal.body.code).toBe('factor_needed')
    const begun = await beginPasskey(user, { ...confirmation, second_factor: app.code(1) })
    expect((await begun.finish()).recovery_codes).toEqual([])
  })

  test('recovery codes go with the last factor, not before', async () => {
    const user = await makeUser(server)
    const app = await beginApp(user)
    await app.finish()
    const { finish, device } = await beginPasskey(user, {
      ...confirmation,
      second_factor: app.code(1),
    })
    const { id } = await finish()
    const left = async () =>
      (await server.call(secondFactor.get, { as: user })).recovery_codes_left > 0
    const proof = async () => ({ as: user, body: await proofBy(user, device) })
    await server.call(secondFactor.removeAuthenticator, await proof())
    expect(await left()).toBe(true)
    await server.call(passkeys.remove, { ...(await proof()), params: { id } })
    expect(await left()).toBe(false)
  })
})

test('what was begun with the password alone ends when the first factor is there', async () => {
  const user = await makeUser(server)
  const thief = await thiefOf(user)
  const [passkey, app] = [await beginPasskey(thief), await beginApp(thief)]
  await addPasskey(user)
  const late = await server.refused(passkeys.add, passkey.sent)
  expect(late.body.code).toBe('passkey_not_accepted')
  const refusal = await server.refused(secondFactor.confirmAuthenticator, app.sent)
  expect(refusal.body.code).toBe('wrong_second_factor')
})

test('nobody makes recovery codes or removes an authenticator where there is no factor', async () => {
  const user = await makeUser(server)
  for (const endpoint of [secondFactor.makeRecoveryCodes, secondFactor.removeAuthenticator]) {
    const { body } = await server.refused(endpoint, { as: user, body: confirmation })
    expect(body.code).toBe('factor_needed')
  }
})
