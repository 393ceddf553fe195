import { auth } from '@coinless/contract/auth.ts'
import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { secondFactor } from '@coinless/contract/second-factor.ts'
import { adminUsers, me } from '@coinless/contract/users.ts'
import { type TOTP, URI } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { failUntilWait } from '../../../test/support/fail-until-wait.ts'
import type { TestUser } from '../../../test/support/make.ts'
import { makeAdmin, makeLandlord, makeUser, password } from '../../../test/support/make.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { lockAccount } from '../../http/request/account-lock.ts'
import { open, seal } from '../../platform/secrets/sealed.ts'

const server = testApp({ rateLimits: true })
const strict = testApp({ requireAdmin2fa: true })

const confirmation = { current_password: password }

async function addApp(user: TestUser, at = server) {
  const asked = { as: user, body: confirmation }
  const { uri, secret } = await at.call(secondFactor.addAuthenticator, asked)
  const app = URI.parse(uri) as TOTP
  expect(app.secret.base32).toBe(secret)
  return {
    uri,
    code: (stepsLater = 0) => app.generate({ timestamp: Date.now() + stepsLater * 30_000 }),
  }
}

async function makeProtected(user: TestUser, at = server) {
  const app = await addApp(user, at)
  const body = { second_factor: app.code() }
  const { recovery_codes } = await at.call(secondFactor.confirmAuthenticator, { as: user, body })
  return { ...app, recovery_codes }
}

function signIn(email: string, second_factor?: string) {
  const body = { email, password, ...(second_factor && { second_factor }) }
  return server.call(auth.login, { body })
}

async function refusedSignIn(email: string, second_factor?: string) {
  const body = { email, password, ...(second_factor && { second_factor }) }
  const refused = await server.refused(auth.login, { body })
  return [refused.status, refused.body.code]
}

async function actionsOf(user: TestUser): Promise<string[]> {
  const rows = await server.database
    .selectFrom('audit_events')
    .select('action')
    .where('subject_id', '=', user.id)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ action }) => action)
}

describe('an authenticator app', () => {
  test('shows its account in the app, and is required only after a code is confirmed', async () => {
    const user = await makeUser(server)
    const { uri, code } = await addApp(user)
    expect(uri).toContain('otpauth://totp/Coinless:')
    expect(uri).toContain(encodeURIComponent(user.email))
    await signIn(user.email)
    const body = { second_factor: code() }
    await server.call(secondFactor.confirmAuthenticator, { as: user, body })
    expect(await refusedSignIn(user.email)).toEqual([422, 'second_factor_needed'])
    await signIn(user.email, code(1))
    expect((await actionsOf(user)).slice(0, 3)).toEqual([
      'signed_in',
      'session_ended',
      'authenticator_added',
    ])
  })

  test('is required only after the right password', async () => {
    const user = await makeUser(server)
    const { code } = await makeProtected(user)
    const body = { email: user.email, password: 'wrong', second_factor: code(1) }
    expect((await server.refused(auth.login, { body })).body.code).toBe('wrong_credentials')
    await signIn(user.email, code(1))
  })

  // id: second-factor-second-factor-5
  test('ends all other sessions when it is turned on', async () => {
    const user = await makeUser(server)
    const { session } = await signIn(user.email)
    await makeProtected(user)
    await server.refused(me.get, { as: { token: session.access_token } })
    await server.call(me.get, { as: user })
  })

  // id: second-factor-second-factor-2
  test('has codes that are valid once, even for concurrent calls', async () => {
    const user = await makeUser(server)
    const { code } = await makeProtected(user)
    const payload = { email: user.email, password, second_factor: code(1) }
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.app.inject({ method: 'POST', url: '/api/auth-login', payload })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422])
    expect(await refusedSignIn(user.email, payload.second_factor)).toEqual([
      422,
      'wrong_second_factor',
    ])
  })

  // id: second-factor-second-factor-3
  test('delays attempts after wrong codes, from any network', async () => {
    const user = await makeUser(server)
    const { code } = await makeProtected(user)
    await failUntilWait(server, async () => {
      expect(await refusedSignIn(user.email, '000000')).toEqual([422, 'wrong_second_factor'])
    })
    expect(await refusedSignIn(user.email, code(1))).toEqual([429, 'too_many_attempts'])
    expect((await actionsOf(user))[0]).toBe('sign_in_failed')
  })

  // id: second-factor-second-factor-4
  test('cannot be replaced or removed with a stolen session', async () => {
    const user = await makeUser(server)
    const { code } = await makeProtected(user)
    const wrong = { current_password: 'wrong', second_factor: code(1) }
    const again = await server.refused(secondFactor.addAuthenticator, {
      as: user,
      body: confirmation,
    })
    expect([again.status, again.body.code]).toEqual([422, 'factor_needed'])
    for (const endpoint of [secondFactor.removeAuthenticator, secondFactor.makeRecoveryCodes]) {
      const { body } = await server.refused(endpoint, { as: user, body: wrong })
      expect(body.code).toBe('wrong_password')
      const sent = { as: user, body: { ...confirmation, second_factor: '000000' } }
      expect((await server.refused(endpoint, sent)).body.code).toBe('wrong_second_factor')
    }
    expect(await refusedSignIn(user.email)).toEqual([422, 'second_factor_needed'])
  })

  test('cannot be confirmed again to get new recovery codes', async () => {
    const user = await makeUser(server)
    const { code } = await makeProtected(user)
    const { body } = await server.refused(secondFactor.confirmAuthenticator, {
      as: user,
      body: { second_factor: code(1) },
    })
    expect(body.code).toBe('second_factor_exists')
  })

  test('is not confirmed by a code of the app that it replaces', async () => {
    const user = await makeUser(server)
    const { code } = await addApp(user)
    const sent = { as: user, body: { second_factor: code() } }
    const { confirmed } = await server.database.transaction().execute(async (transaction) => {
      await lockAccount(transaction, user.id)
      const confirmed = server.refused(secondFactor.confirmAuthenticator, sent)
      await expect.poll(() => waitingForLocks(server)).toBe(1)
      const another = { sealed_secret: Buffer.from('another'), last_step: 0 }
      await transaction
        .updateTable('authenticators')
        .set(another)
        .where('user_id', '=', user.id)
        .execute()
      return { confirmed }
    })
    expect((await confirmed).body.code).toBe('wrong_second_factor')
  })

  test('is turned off with the password and a code', async () => {
    const user = await makeUser(server)
    const { code } = await makeProtected(user)
    await server.call(secondFactor.removeAuthenticator, {
      as: user,
      body: { ...confirmation, second_factor: code(1) },
    })
    expect(await server.call(secondFactor.get, { as: user })).toMatchObject({
      authenticator: false,
      recovery_codes_left: 0,
    })
    expect((await actionsOf(user))[0]).toBe('authenticator_removed')
    await signIn(user.email)
  })

  // id: second-factor-second-factor-6
  test('has a secret that the database alone does not reveal', async () => {
    const user = await makeUser(server)
    const { secret } = await server.call(secondFactor.addAuthenticator, {
      as: user,
      body: confirmation,
    })
    const { sealed_secret } = await server.database
      .selectFrom('authenticators')
      .select('sealed_secret')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(sealed_secret.toString('latin1')).not.toContain(secret)
    const sealed = seal('one secret', Buffer.from('hidden'), 'Ana')
    expect(open('one secret', sealed, 'Ana')?.toString()).toBe('hidden')
    expect(open('another secret', sealed, 'Ana')).toBeUndefined()
    expect(open('one secret', sealed, 'Bea')).toBeUndefined()
  })
})

describe('a recovery code', () => {
  // id: second-factor-second-factor-7
  test('signs in once without the app, however it is typed', async () => {
    const user = await makeUser(server)
    const { recovery_codes } = await makeProtected(user)
    expect(new Set(recovery_codes).size).toBe(limits.recoveryCodes)
    const [first = '', second = '', ...others] = recovery_codes
    await signIn(user.email, first.toLowerCase().replaceAll('-', ' '))
    expect(await refusedSignIn(user.email, first)).toEqual([422, 'wrong_second_factor'])
    await signIn(user.email, second)
    const state = await server.call(secondFactor.get, { as: user })
    expect(state.recovery_codes_left).toBe(limits.recoveryCodes - 2)
    for (const [index, written] of ['#.', '1. #,'].entries())
      await signIn(user.email, written.replace('#', others[index] ?? ''))
  })

  test('is replaced by new ones, which are shown once and stored as hashes only', async () => {
    const user = await makeUser(server)
    const { code, recovery_codes } = await makeProtected(user)
    const { recovery_codes: next } = await server.call(secondFactor.makeRecoveryCodes, {
      as: user,
      body: { ...confirmation, second_factor: code(1) },
    })
    expect(await refusedSignIn(user.email, recovery_codes[0])).toEqual([422, 'wrong_second_factor'])
    await signIn(user.email, next[0])
    const stored = await server.database.selectFrom('recovery_codes').selectAll().execute()
    const texts = stored.map(({ code_hash }) => code_hash.toString('latin1')).join()
    expect(next.filter((each) => texts.includes(each.replaceAll('-', '')))).toEqual([])
    expect(await actionsOf(user)).toContain('recovery_codes_made')
  })

  test('is not valid for another account', async () => {
    const [ana, bea] = [await makeUser(server), await makeUser(server)]
    const { recovery_codes } = await makeProtected(ana)
    await makeProtected(bea)
    expect(await refusedSignIn(bea.email, recovery_codes[0])).toEqual([422, 'wrong_second_factor'])
  })
})

describe('an installation where admins must have a second factor', () => {
  // id: second-factor-second-factor-1
  test('refuses admin rights without one, and says how to get them', async () => {
    const admin = await makeAdmin(strict)
    const owner = await makeLandlord(strict)
    const device = await strict.call(devices.create, {
      as: owner,
      body: {
        label: 'Hidden',
        device_number: 'H-1',
        device_type: 'washer',
        landlord_email: owner.email,
        location: 'Cellar',
        duration_minutes: 30,
        price: 1,
        status: 'inactive',
      },
    })
    const { status, body } = await strict.refused(adminUsers.list, { as: admin })
    expect([status, body.code]).toEqual([403, 'second_factor_required'])
    expect(body.error).toBe(
      'Admins need a second factor here. Add one in your profile, or sign in with yours.',
    )
    const params = { id: device.id }
    await strict.refused(devices.get, { as: admin, params })
    expect((await strict.call(me.get, { as: admin })).roles).toEqual(['admin'])
    expect(await strict.call(secondFactor.get, { as: admin })).toMatchObject({
      is_required: true,
      is_proven: false,
    })
    await makeProtected(admin, strict)
    await strict.call(adminUsers.list, { as: admin })
    await strict.call(devices.get, { as: admin, params })
    expect(await strict.call(secondFactor.get, { as: admin })).toMatchObject({ is_proven: true })
  })

  test('withdraws admin rights when an admin removes the last one', async () => {
    const admin = await makeAdmin(strict)
    const { code } = await makeProtected(admin, strict)
    await strict.call(adminUsers.list, { as: admin })
    await strict.call(secondFactor.removeAuthenticator, {
      as: admin,
      body: { ...confirmation, second_factor: code(1) },
    })
    const { body } = await strict.refused(adminUsers.list, { as: admin })
    expect(body.code).toBe('second_factor_required')
  })

  test('requires none of other users', async () => {
    const user = await makeUser(strict)
    const refused = await strict.refused(adminUsers.list, { as: user })
    expect(refused.body.code).toBe('admin_only')
    expect(await strict.call(secondFactor.get, { as: user })).toMatchObject({ is_required: false })
  })
})
