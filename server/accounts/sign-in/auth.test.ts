import { auth } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeUser } from '../../../test/support/make.ts'

const server = testApp()

const registration = {
  full_name: 'Ana Tenant',
  email: 'ana@example.com',
  password: 'long enough',
  user_type: 'tenant',
} as const

function register(email: string) {
  return server.call(auth.register, { body: { ...registration, email } })
}

describe('registration', () => {
  // id: auth-1
  test('opens an account without roles and signs in', async () => {
    const { session, user } = await server.call(auth.register, { body: registration })
    expect(user).toMatchObject({
      email: 'ana@example.com',
      email_verified: false,
      full_name: 'Ana Tenant',
      roles: [],
      user_type: 'tenant',
    })
    const self = await server.call(me.get, { as: { token: session.access_token } })
    expect(self).toEqual(user)
  })

  test('treats every spelling of a domain with umlauts as one account', async () => {
    const { user } = await register('ana@MÜNCHEN.example')
    expect(user.email).toBe('ana@xn--mnchen-3ya.example')
    const other = await server.refused(auth.register, {
      body: { ...registration, email: 'ana@xn--mnchen-3ya.example' },
    })
    expect(other.body.code).toBe('email_taken')
    const { password } = registration
    const body = { email: 'ana@mu\u0308nchen.example', password }
    expect((await server.call(auth.login, { body })).user.id).toBe(user.id)
  })

  test('refuses an address that has an account, in upper or lower case', async () => {
    await register('taken@example.com')
    const { status, body } = await server.refused(auth.register, {
      body: { ...registration, email: 'Taken@Example.COM' },
    })
    expect(status).toBe(409)
    expect(body.code).toBe('email_taken')
  })

  test('requires a password of 8 to 128 characters', async () => {
    const short = await server.refused(auth.register, {
      body: { ...registration, password: 'a'.repeat(limits.passwordMin - 1) },
    })
    expect(short.status).toBe(400)
    expect(short.body.error).toBe('Password must be at least 8 characters.')
    expect(short.body.details).toEqual([
      { field: 'password', message: 'Password must be at least 8 characters' },
    ])
    const long = await server.refused(auth.register, {
      body: { ...registration, password: 'a'.repeat(limits.passwordMax + 1) },
    })
    expect(long.body.error).toBe('Password must have at most 128 characters.')
  })

  test('accepts no admin role', async () => {
    const { status, body } = await server.refused(auth.register, {
      body: { ...registration, roles: ['admin'] } as never,
    })
    expect(status).toBe(400)
    expect(body.error).toBe('Roles is not a known field.')
  })
})

describe('sign-in', () => {
  // id: auth-2
  test('returns a session and the user', async () => {
    const { user } = await register('login@example.com')
    const answer = await server.call(auth.login, {
      body: { email: ' Login@Example.com ', password: registration.password },
    })
    expect(answer.user).toEqual(user)
    await server.call(me.get, { as: { token: answer.session.access_token } })
  })

  // id: auth-9
  test('gives the same answer, not a 401, for a wrong password and an unknown address', async () => {
    await register('known@example.com')
    const answers = await Promise.all(
      ['known@example.com', 'unknown@example.com'].map((email) =>
        server.refused(auth.login, { body: { email, password: 'not the one' } }),
      ),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(422)
      expect(body).toMatchObject({
        code: 'wrong_credentials',
        error: 'Email or password is wrong.',
      })
    }
  })
})

describe('the session', () => {
  // id: auth-3
  test('is renewed by its refresh token, which a new one replaces', async () => {
    const { session } = await register('renew@example.com')
    const renewed = await server.call(auth.refresh, {
      body: { refresh_token: session.refresh_token },
    })
    expect(renewed.refresh_token).not.toBe(session.refresh_token)
    await server.call(me.get, { as: { token: renewed.access_token } })
    await server.call(auth.refresh, { body: { refresh_token: renewed.refresh_token } })
  })

  test('stays signed in in twenty tabs that renew concurrently', async () => {
    const { session } = await register('tabs@example.com')
    const renewals = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.call(auth.refresh, { body: { refresh_token: session.refresh_token } }),
      ),
    )
    for (const { access_token } of renewals)
      await server.call(me.get, { as: { token: access_token } })
  })

  test('has one chain of refresh tokens after concurrent and repeated renewals', async () => {
    const { session, user } = await register('chain@example.com')
    const renew = async (refresh_token: string) => {
      const renewed = await server.call(auth.refresh, { body: { refresh_token } })
      return renewed.refresh_token
    }
    const first = session.refresh_token
    const seconds = await Promise.all(Array.from({ length: 20 }, () => renew(first)))
    expect(new Set(seconds).size).toBe(1)
    const thirds = await Promise.all(seconds.map(renew))
    expect(new Set(thirds).size).toBe(1)
    expect(await renew(first)).toBe(thirds[0])
    const current = await server.database
      .selectFrom('refresh_tokens')
      .innerJoin('sessions', 'sessions.id', 'session_id')
      .select('token_hash')
      .where('user_id', '=', user.id)
      .where('replaced_at', 'is', null)
      .execute()
    expect(current).toHaveLength(1)
  })

  test('is not renewed by a token that the server did not derive', async () => {
    const { session } = await register('rotated@example.com')
    const { refresh_token } = session
    await server.call(auth.refresh, { body: { refresh_token } })
    const other = await server.replica({ config: { jwtSecret: 'another secret, long enough too' } })
    const answer = await other.inject({
      method: 'POST',
      url: '/api/auth-refresh',
      payload: { refresh_token },
    })
    await other.close()
    expect(answer.statusCode).toBe(401)
  })

  // id: auth-5
  test('ends when a refresh token is used long after it was replaced', async () => {
    const { session } = await register('stolen@example.com')
    const renewed = await server.call(auth.refresh, {
      body: { refresh_token: session.refresh_token },
    })
    await server.database
      .updateTable('refresh_tokens')
      .set({ replaced_at: new Date(Date.now() - (limits.renewalGraceSeconds + 1) * 1000) })
      .where('replaced_at', 'is not', null)
      .execute()
    for (const refresh_token of [session.refresh_token, renewed.refresh_token]) {
      const { status } = await server.refused(auth.refresh, { body: { refresh_token } })
      expect(status).toBe(401)
    }
    await server.refused(me.get, { as: { token: renewed.access_token } })
  })

  test('ends after 30 days', async () => {
    const { session, user } = await register('old@example.com')
    const { expires_at } = await server.database
      .selectFrom('sessions')
      .select('expires_at')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect((expires_at.getTime() - Date.now()) / 86_400_000).toBeCloseTo(limits.sessionDays, 1)
    await server.database
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('user_id', '=', user.id)
      .execute()
    await server.refused(me.get, { as: { token: session.access_token } })
    await server.refused(auth.refresh, { body: { refresh_token: session.refresh_token } })
  })

  // id: auth-6
  test('ends immediately on sign-out', async () => {
    const { session } = await register('logout@example.com')
    await server.call(auth.logout, { as: { token: session.access_token } })
    const { status, body } = await server.refused(me.get, { as: { token: session.access_token } })
    expect([status, body.code]).toEqual([401, 'session_expired'])
    expect(body.error).toBe('Session expired. Please login again.')
    await server.refused(auth.refresh, { body: { refresh_token: session.refresh_token } })
  })

  // id: auth-4
  test('can be signed out with an expired access token, and without one', async () => {
    const { session, user } = await register('late@example.com')
    const { sid } = server.app.jwt.verify<{ sid: string }>(session.access_token)
    const expired = server.app.jwt.sign({ sub: user.id, sid }, { expiresIn: '-1s' })
    await server.refused(me.get, { as: { token: expired } })
    await server.call(auth.logout, { as: { token: expired } })
    await server.refused(auth.refresh, { body: { refresh_token: session.refresh_token } })
    await server.call(auth.logout)
  })

  test('has access tokens that last 15 minutes', async () => {
    const { session } = await register('quarter@example.com')
    const { iat, exp } = server.app.jwt.verify<{ iat: number; exp: number }>(session.access_token)
    expect(exp - iat).toBe(15 * 60)
  })

  // id: auth-7
  test('rejects a token of another issuer, another key or no signature', async () => {
    const user = await makeUser(server)
    const { sid } = server.app.jwt.verify<{ sid: string }>(user.token)
    const foreign = server.app.jwt.sign({ sub: user.id, sid }, { iss: 'other' })
    const [head, body] = user.token.split('.')
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${body}.`
    const tampered = `${head}.${body}.${'A'.repeat(43)}`
    for (const token of [foreign, unsigned, tampered, 'nonsense']) {
      const { status } = await server.refused(me.get, { as: { token } })
      expect(status).toBe(401)
    }
  })

  test('identifies each of many concurrent callers, and refuses only an invalid session', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => makeUser(server)))
    const [left, ...others] = people
    await server.call(auth.logout, { as: left })
    const ofAnother = server.app.jwt.sign({ sub: left?.id ?? '', sid: others[0]?.sessionId ?? '' })
    const repeated = others.flatMap((person) => [person, person])
    const [refused, mixed, ...selves] = await Promise.all([
      server.refused(me.get, { as: left }),
      server.refused(me.get, { as: { token: ofAnother } }),
      ...repeated.map((person) => server.call(me.get, { as: person })),
    ])
    expect([refused.status, mixed.status]).toEqual([401, 401])
    expect(selves.map(({ id }) => id)).toEqual(repeated.map(({ id }) => id))
  })

  test('asks a call without a token to sign in', async () => {
    const { status, body } = await server.refused(me.get)
    expect(status).toBe(401)
    expect(body.code).toBe('signed_out')
  })
})

// id: auth-8
test('stores passwords and refresh tokens as hashes only', async () => {
  const { session } = await register('hashed@example.com')
  const { rows } = await sql<{ row: string }>`
    select users::text as row from users
    union all select refresh_tokens::text from refresh_tokens`.execute(server.database)
  const stored = rows.map(({ row }) => row).join('\n')
  expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(stored).not.toContain(registration.password)
  expect(stored).not.toContain(session.refresh_token)
})
