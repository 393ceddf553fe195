import { auth } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import { passkeys } from '@coinless/contract/passkeys.ts'
import { adminUsers, me } from '@coinless/contract/users.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeAdmin, makeUser, password, type TestUser } from '../../../test/support/make.ts'
import { softwarePasskey } from '../../../test/support/software-passkey.ts'

const origin = 'https://coinless.example.com'
const server = testApp({ publicUrl: origin, requireAdmin2fa: true })
const confirmation = { current_password: password }

type Device = ReturnType<typeof softwarePasskey>

/** Proves the owner by passkey. */
async function proofBy(as: TestUser, device: Device) {
  const { challenge } = await server.call(passkeys.proofOptions, { as })
  return { ...confirmation, passkey: device.get(challenge) }
}

async function addPasskey(user: TestUser, from = origin, known?: Device) {
  const device = softwarePasskey(from)
  const { challenge } = await server.call(passkeys.creationOptions, {
    as: user,
    body: known ? await proofBy(user, known) : confirmation,
  })
  const body = { name: 'Phone', credential: device.create(challenge) }
  return { device, challenge, body, sent: { as: user, body } }
}

async function makeWithPasskey(user: TestUser) {
  const { device, sent } = await addPasskey(user)
  const passkey = await server.call(passkeys.add, sent)
  return { device, passkey }
}

async function newChallenge(): Promise<string> {
  return (await server.call(passkeys.signInOptions)).challenge
}

async function refused(credential: { id: string }) {
  const { status, body } = await server.refused(passkeys.signIn, { body: { credential } })
  expect([status, body.code]).toEqual([422, 'passkey_not_accepted'])
}

test('signs in with a passkey and no password, which counts as a second factor', async () => {
  const admin = await makeAdmin(server)
  const { device, passkey } = await makeWithPasskey(admin)
  expect(passkey).toMatchObject({ name: 'Phone', last_used_at: null })
  const { session, user } = await server.call(passkeys.signIn, {
    body: { credential: device.get(await newChallenge()) },
  })
  expect(user).toMatchObject({ id: admin.id, roles: ['admin'] })
  await server.call(adminUsers.list, { as: { token: session.access_token } })
  const { data } = await server.call(passkeys.list, { as: admin })
  expect(data[0]).toMatchObject({ id: passkey.id, last_used_at: expect.any(String) })
})

test('withdraws admin rights when an admin removes the last passkey', async () => {
  const admin = await makeAdmin(server)
  const { device, passkey } = await makeWithPasskey(admin)
  await server.call(adminUsers.list, { as: admin })
  const body = await proofBy(admin, device)
  await server.call(passkeys.remove, { as: admin, params: { id: passkey.id }, body })
  const refusal = await server.refused(adminUsers.list, { as: admin })
  expect(refusal.body.code).toBe('second_factor_required')
})

test('signs in with the password only, but without admin rights', async () => {
  const admin = await makeAdmin(server)
  await makeWithPasskey(admin)
  const { session } = await server.call(auth.login, { body: { email: admin.email, password } })
  const as = { token: session.access_token }
  await server.call(me.get, { as })
  const { body } = await server.refused(adminUsers.list, { as })
  expect(body.code).toBe('second_factor_required')
})

test('accepts a signature once, and only for a valid challenge of the server', async () => {
  const { device } = await makeWithPasskey(await makeUser(server))
  const credential = device.get(await newChallenge())
  await server.call(passkeys.signIn, { body: { credential } })
  await refused(credential)
  await refused(device.get('a challenge of its own'))
  const late = await newChallenge()
  await server.database
    .updateTable('passkey_challenges')
    .set({ expires_at: new Date() })
    .where('challenge', '=', late)
    .execute()
  await refused(device.get(late))
})

test('accepts a challenge for a new passkey for one account only, and not to sign in', async () => {
  const [ana, bea] = [await makeUser(server), await makeUser(server)]
  const { device } = await makeWithPasskey(ana)
  const { challenge, body } = await addPasskey(ana, origin, device)
  await refused(device.get(challenge))
  const another = await addPasskey(ana, origin, device)
  const stolen = await server.refused(passkeys.add, { as: bea, body: another.body })
  expect(stolen.body.code).toBe('passkey_not_accepted')
  await server.call(passkeys.add, { as: ana, body })
})

// id: passkeys-1
test('refuses a signature for another site, by another key or without user verification', async () => {
  const user = await makeUser(server)
  const elsewhere = await addPasskey(user, 'https://coinless.example.org')
  const { body } = await server.refused(passkeys.add, elsewhere.sent)
  expect(body.code).toBe('passkey_not_accepted')

  const { device } = await makeWithPasskey(user)
  const forged = softwarePasskey(origin).get(await newChallenge())
  await refused({ ...forged, ...{ id: device.get('').id } })
  await refused(forged)
  await refused(device.get(await newChallenge(), { isHolderVerified: false }))
})

test('adds no known passkey again, to any account', async () => {
  const [ana, bea] = [await makeUser(server), await makeUser(server)]
  const { device } = await makeWithPasskey(ana)
  const { challenge } = await server.call(passkeys.creationOptions, {
    as: bea,
    body: confirmation,
  })
  const body = { name: 'Phone', credential: device.create(challenge) }
  const refusal = await server.refused(passkeys.add, { as: bea, body })
  expect([refusal.status, refusal.body.code]).toEqual([422, 'passkey_not_accepted'])
})

test('refuses sign-in with a removed passkey, and removal by another user', async () => {
  const [ana, bea] = [await makeUser(server), await makeUser(server)]
  const { device, passkey } = await makeWithPasskey(ana)
  const params = { id: passkey.id }
  const foreign = await server.refused(passkeys.remove, { as: bea, params, body: confirmation })
  expect([foreign.status, foreign.body.code]).toEqual([404, 'passkey_not_found'])
  await server.call(passkeys.remove, { as: ana, params, body: await proofBy(ana, device) })
  await refused(device.get(await newChallenge()))
  expect((await server.call(passkeys.list, { as: ana })).data).toEqual([])
})

test('requires the password for a new passkey, and limits their number', async () => {
  const user = await makeUser(server)
  const { body } = await server.refused(passkeys.creationOptions, {
    as: user,
    body: { current_password: 'wrong' },
  })
  expect(body.code).toBe('wrong_password')
  const { device } = await makeWithPasskey(user)
  await server.database
    .insertInto('passkeys')
    .values(
      Array.from({ length: limits.passkeysMax - 1 }, (_, index) => ({
        user_id: user.id,
        name: 'Phone',
        credential_id: `${user.id}-${index}`,
        public_key: Buffer.of(),
        counter: 0,
      })),
    )
    .execute()
  const full = await server.refused(passkeys.creationOptions, {
    as: user,
    body: await proofBy(user, device),
  })
  expect([full.status, full.body.code]).toEqual([409, 'too_many_passkeys'])
})

test('records added, removed and refused passkeys', async () => {
  const user = await makeUser(server)
  await refused({ id: 'none' })
  const [failed] = await server.database
    .selectFrom('audit_events')
    .select('action')
    .orderBy('created_at', 'desc')
    .limit(1)
    .execute()
  expect(failed?.action).toBe('sign_in_failed')
  const { device, passkey } = await makeWithPasskey(user)
  const body = await proofBy(user, device)
  await server.call(passkeys.remove, { as: user, params: { id: passkey.id }, body })
  const events = await server.database
    .selectFrom('audit_events')
    .select(['action', 'subject'])
    .where('subject_id', '=', passkey.id)
    .orderBy('created_at')
    .execute()
  expect(events).toEqual([
    { action: 'passkey_added', subject: 'Phone' },
    { action: 'passkey_removed', subject: 'Phone' },
  ])
})
