import { auth } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import { adminUsers, me } from '@coinless/contract/users.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeAdmin, makeUser, password, unknownId } from '../../../test/support/make.ts'
import { sessionLookup } from '../../sessions/account/sessions.ts'

const server = testApp()

async function signIn(email: string, userAgent = 'a browser', secret = password) {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/auth-login',
    headers: { 'user-agent': userAgent },
    payload: { email, password: secret },
  })
  const { session } = response.json()
  return { token: session?.access_token, refresh_token: session?.refresh_token }
}

describe('the list of own sessions', () => {
  test('shows the browser, the start, the last use and which session is current', async () => {
    const user = await makeUser(server)
    const phone = await signIn(user.email, 'Phone/1.0')
    const { data, pagination } = await server.call(me.sessions, { as: phone })
    expect(pagination.total).toBe(2)
    expect(data.map(({ user_agent, is_current }) => [user_agent, is_current])).toEqual([
      ['Phone/1.0', true],
      ['', false],
    ])
    const [before] = data
    await server.call(auth.refresh, { body: { refresh_token: phone.refresh_token } })
    const [after] = (await server.call(me.sessions, { as: phone })).data
    expect(after?.last_seen_at.localeCompare(before?.last_seen_at ?? '')).toBe(1)
    expect(after?.created_at).toBe(before?.created_at)
  })

  test('contains no session of others, no ended session and no secret', async () => {
    const user = await makeUser(server)
    const other = await signIn((await makeUser(server)).email)
    const ended = await signIn(user.email)
    await server.call(auth.logout, { as: ended })
    const { data } = await server.call(me.sessions, { as: user })
    expect(data.map(({ id }) => id)).toEqual([user.sessionId])
    expect((await server.call(me.sessions, { as: other })).pagination.total).toBe(2)
    expect(Object.keys(data[0] ?? {}).sort()).toEqual(
      ['created_at', 'id', 'is_current', 'last_seen_at', 'user_agent'].sort(),
    )
  })

  test('limits the length of the user agent', async () => {
    const user = await makeUser(server)
    const session = await signIn(user.email, 'x'.repeat(5000))
    const [current] = (await server.call(me.sessions, { as: session })).data
    expect(current?.user_agent).toHaveLength(limits.userAgentMax)
  })
})

describe('ending sessions', () => {
  // id: sessions-1
  test('ends one immediately, including its refresh token', async () => {
    const user = await makeUser(server)
    const stolen = await signIn(user.email)
    const { data } = await server.call(me.sessions, { as: stolen })
    const id = data.find(({ is_current }) => is_current)?.id ?? ''
    await server.call(me.endSession, { as: user, params: { id } })
    expect((await server.refused(me.get, { as: stolen })).status).toBe(401)
    const { refresh_token } = stolen
    expect((await server.refused(auth.refresh, { body: { refresh_token } })).status).toBe(401)
    await server.call(me.get, { as: user })
    const again = await server.refused(me.endSession, { as: user, params: { id } })
    expect([again.status, again.body.code]).toEqual([404, 'session_not_found'])
  })

  test('answers for a session of another user as for an unknown one', async () => {
    const user = await makeUser(server)
    const other = await makeUser(server)
    for (const id of [other.sessionId, unknownId]) {
      const { body } = await server.refused(me.endSession, { as: user, params: { id } })
      expect(body.code).toBe('session_not_found')
    }
    await server.call(me.get, { as: other })
  })

  test('ends all but the current one', async () => {
    const user = await makeUser(server)
    const others = [await signIn(user.email), await signIn(user.email)]
    const neighbour = await makeUser(server)
    await server.call(me.endOtherSessions, { as: user })
    for (const other of others) {
      expect((await server.refused(me.get, { as: other })).status).toBe(401)
    }
    await server.call(me.get, { as: user })
    await server.call(me.get, { as: neighbour })
  })
})

test('ends a session or a role on every server immediately', async () => {
  const replica = await server.replica()
  const admin = await makeAdmin(server)
  const [leaving, changing, demoted] = [
    await makeUser(server),
    await makeUser(server),
    await makeAdmin(server),
  ]
  const other = await signIn(changing.email)
  await server.call(auth.logout, { as: leaving })
  const body = { current_password: password, new_password: 'another good password' }
  await server.call(me.changePassword, { as: changing, body })
  const params = { id: demoted.id, role: 'admin' }
  await server.call(adminUsers.removeRole, { as: admin, params })
  async function statusAt(path: string, { token }: { token: string }) {
    const headers = { authorization: `Bearer ${token}` }
    return (await replica.inject({ url: `/api${path}`, headers })).statusCode
  }
  expect(await statusAt('/users-me', leaving)).toBe(401)
  expect(await statusAt('/users-me', other)).toBe(401)
  expect(await statusAt('/users-me', changing)).toBe(200)
  expect(await statusAt('/admin-users', demoted)).toBe(403)
  await replica.close()
})

test('lets an admin sign a user out everywhere', async () => {
  const admin = await makeAdmin(server)
  const user = await makeUser(server)
  const other = await signIn(user.email)
  const neighbour = await makeUser(server)
  await server.call(adminUsers.endSessions, { as: admin, params: { id: user.id } })
  for (const ended of [user, other]) {
    expect((await server.refused(me.get, { as: ended })).status).toBe(401)
  }
  await server.call(me.get, { as: neighbour })
  const unknown = await server.refused(adminUsers.endSessions, {
    as: admin,
    params: { id: unknownId },
  })
  expect(unknown.body.code).toBe('user_not_found')
})

describe('changing the password', () => {
  const new_password = 'another good password'

  test('accepts only the new one afterwards and ends all other sessions', async () => {
    const user = await makeUser(server)
    const other = await signIn(user.email)
    const body = { current_password: password, new_password }
    await server.call(me.changePassword, { as: user, body })
    await server.call(me.get, { as: user })
    expect((await server.refused(me.get, { as: other })).status).toBe(401)
    expect((await signIn(user.email)).token).toBeUndefined()
    expect((await signIn(user.email, '', new_password)).token).toEqual(expect.any(String))
  })

  test('requires the current one, and a new one of 8 to 128 characters', async () => {
    const user = await makeUser(server)
    const refused = async (current_password: string, next: string) => {
      const body = { current_password, new_password: next }
      return (await server.refused(me.changePassword, { as: user, body })).body
    }
    expect((await refused('not this', new_password)).code).toBe('wrong_password')
    expect((await refused(password, '1234567')).error).toBe(
      'Password must be at least 8 characters.',
    )
    expect((await refused(password, 'x'.repeat(129))).code).toBe('invalid_input')
    expect((await signIn(user.email)).token).toEqual(expect.any(String))
  })
})

test('reads the sessions of concurrent calls in one statement, and again each time', async () => {
  let statements = 0
  const counting = server.database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements++
      return result
    },
  })
  const callerOfSession = sessionLookup(counting)
  const users = await Promise.all([makeUser(server), makeUser(server), makeUser(server)])
  const [first, second, third] = users
  const people = () => Promise.all(users.map((user) => callerOfSession(user.sessionId, user.id)))
  expect((await people()).map((person) => person?.email)).toEqual(users.map(({ email }) => email))
  expect(statements).toBe(1)
  await server.call(auth.logout, { as: second })
  expect((await people()).map((person) => person?.id)).toEqual([first?.id, undefined, third?.id])
  expect(statements).toBe(2)
})
