import { auth } from '@coinless/contract/auth.ts'
import { passkeys } from '@coinless/contract/passkeys.ts'
import { type OwnerProof, secondFactor } from '@coinless/contract/second-factor.ts'
import { adminUsers } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { type TOTP, URI } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeAdmin, makeUser, password, type TestUser } from '../../../test/support/make.ts'
import { softwarePasskey } from '../../../test/support/software-passkey.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { lockAccount } from '../../http/request/account-lock.ts'

const origin = 'https://coinless.example.com'
const server = testApp({ publicUrl: origin, requireAdmin2fa: true })
const confirmation = { current_password: password }

/** Begins to add a passkey. `finish` completes it. */
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

/** Signs in with the password only, as a thief would. */
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

describe('an account with a passkey', () => {
  test.each(changes)('%s requires more than the password', async (_change, endpoint) => {
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

  test('allows an admin no new factor and no admin rights with the password only', async () => {
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

  // id: proof-2
  test('accepts a proof by its passkey once, and for this account only', async () => {
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

  test('accepts each recovery code of the first passkey once in its place', async () => {
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

describe('an account with an authenticator', () => {
  test('adds a passkey with a code of it, but not with the password only', async () => {
    const user = await makeUser(server)
    const app = await beginApp(user)
    await app.finish()
    const sent = { as: user, body: confirmation }
    const refusal = await server.refused(passkeys.creationOptions, sent)
    expect(refusal.body.code).toBe('factor_needed')
    const begun = await beginPasskey(user, { ...confirmation, second_factor: app.code(1) })
    expect((await begun.finish()).recovery_codes).toEqual([])
  })

  test('loses its recovery codes with the last factor, not before', async () => {
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

/** Begins to add a passkey and an app. The result expects that neither can be finished. */
async function beginBoth(as: TestUser, prove: () => Promise<OwnerProof>) {
  const [passkey, app] = [await beginPasskey(as, await prove()), await beginApp(as, await prove())]
  return async () => {
    const late = await server.refused(passkeys.add, passkey.sent)
    expect(late.body.code).toBe('passkey_not_accepted')
    const refusal = await server.refused(secondFactor.confirmAuthenticator, app.sent)
    expect(refusal.body.code).toBe('wrong_second_factor')
  }
}

test('cancels additions begun with the password only when the first factor is added', async () => {
  const user = await makeUser(server)
  const expectEnded = await beginBoth(await thiefOf(user), async () => confirmation)
  await addPasskey(user)
  await expectEnded()
})

test('cancels additions begun with a stolen factor when its owner replaces it', async () => {
  const user = await makeUser(server)
  const thief = await thiefOf(user)
  const { recovery_codes: found, device } = await addPasskey(user)
  const withCode = async () => ({ ...confirmation, second_factor: found.pop() ?? '' })
  const lost = await (await beginPasskey(user, await withCode())).finish()
  const begin = () => beginBoth(thief, withCode)
  const endedByRemoval = await begin()
  const sent = { as: user, params: { id: lost.id }, body: await proofBy(user, device) }
  await server.call(passkeys.remove, sent)
  await endedByRemoval()
  const endedByCodes = await begin()
  const body = await proofBy(user, device)
  await server.call(secondFactor.makeRecoveryCodes, { as: user, body })
  await endedByCodes()
})

test('accepts a challenge only for the purpose it was issued for', async () => {
  const as = await makeUser(server)
  const { device } = await addPasskey(as)
  const challenges = {
    signIn: () => server.call(passkeys.signInOptions),
    proof: () => server.call(passkeys.proofOptions, { as }),
    creation: async () =>
      server.call(passkeys.creationOptions, { as, body: await proofBy(as, device) }),
  }
  const uses = {
    signIn: (challenge: string) =>
      server.refused(passkeys.signIn, { body: { credential: device.get(challenge) } }),
    proof: (challenge: string) =>
      server.refused(secondFactor.makeRecoveryCodes, {
        as,
        body: { ...confirmation, passkey: device.get(challenge) },
      }),
    creation: (challenge: string) =>
      server.refused(passkeys.add, {
        as,
        body: { name: 'Phone', credential: softwarePasskey(origin).create(challenge) },
      }),
  }
  for (const [given, ask] of Object.entries(challenges)) {
    for (const [used, use] of Object.entries(uses)) {
      if (given === used) continue
      const { body } = await use((await ask()).challenge)
      expect(body.code, `${given} used for ${used}`).toBe('passkey_not_accepted')
    }
  }
})

test('adds no passkey with an access token only, whatever its challenge', async () => {
  const admin = await makeAdmin(server)
  const thief = await thiefOf(admin)
  for (const endpoint of [passkeys.proofOptions, passkeys.signInOptions]) {
    const { challenge } = await server.call(endpoint, { as: thief })
    const body = { name: 'Phone', credential: softwarePasskey(origin).create(challenge) }
    const refusal = await server.refused(passkeys.add, { as: thief, body })
    expect(refusal.body.code).toBe('passkey_not_accepted')
  }
  const { body } = await server.refused(adminUsers.list, { as: thief })
  expect(body.code).toBe('second_factor_required')
})

/** Returns the refusal of a call in progress while the owner changes a factor or the password. */
async function answerDuring(
  user: TestUser,
  endpoint: (typeof changes)[number][1],
  { id, body }: { id: string; body: OwnerProof },
  change: (transaction: typeof server.database) => Promise<unknown>,
) {
  const thief = await thiefOf(user)
  const { code } = await server.database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, user.id)
    const call = server.app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(':id', id)}`,
      headers: { authorization: `Bearer ${thief.token}` },
      payload: body,
    })
    const code = call.then((response) => response.json().code)
    await expect.poll(() => waitingForLocks(server)).toBe(1)
    await change(transaction)
    return { code }
  })
  return code
}

describe('a proof that was valid when the call arrived', () => {
  test.each(changes)(
    'is checked again by %s once the first factor is added',
    async (_, endpoint) => {
      const user = await makeUser(server)
      const sent = { id: crypto.randomUUID(), body: confirmation }
      const code = await answerDuring(user, endpoint, sent, async (transaction) => {
        await sql`insert into passkeys (id, user_id, name, credential_id, public_key, counter)
        values (${sent.id}, ${user.id}, 'Phone', ${sent.id}, '', 0)`.execute(transaction)
        await sql`insert into authenticators (user_id, sealed_secret, confirmed_at)
        values (${user.id}, '', now())`.execute(transaction)
      })
      expect(code).toBe('factor_needed')
    },
  )

  // id: proof-1
  test.each(changes)(
    'is checked again by %s once a factor or the password has changed',
    async (_, endpoint) => {
      for (const [table, key] of [
        ['passkeys', 'user_id'],
        ['users', 'id'],
      ] as const) {
        const user = await makeUser(server)
        const { id, device } = await addPasskey(user)
        const sent = { id, body: await proofBy(user, device) }
        const change =
          table === 'users' ? { password_hash: 'another' } : { id: crypto.randomUUID() }
        const code = await answerDuring(user, endpoint, sent, (transaction) =>
          transaction.updateTable(table).set(change).where(key, '=', user.id).execute(),
        )
        expect(code, table).toBe('factor_needed')
      }
    },
  )
})

test('refuses to make recovery codes or remove an authenticator without a factor', async () => {
  const user = await makeUser(server)
  for (const endpoint of [secondFactor.makeRecoveryCodes, secondFactor.removeAuthenticator]) {
    const { body } = await server.refused(endpoint, { as: user, body: confirmation })
    expect(body.code).toBe('factor_needed')
  }
})
