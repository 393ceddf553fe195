import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { adminUsers, me } from '@coinless/contract/users.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { statusOf, testApp } from '../../../test/support/app.ts'
import {
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  unknownId,
} from '../../../test/support/make.ts'

const server = testApp()
let admin: TestUser

beforeEach(async () => {
  await server.database.updateTable('users').set({ roles: [] }).execute()
  admin = await makeAdmin(server)
})

function assign(user: TestUser, role: string) {
  return server.call(adminUsers.assignRole, { as: admin, params: { id: user.id }, body: { role } })
}

async function setVerified({ id }: TestUser, email_verified: boolean) {
  await server.database.updateTable('users').set({ email_verified }).where('id', '=', id).execute()
}

// id: roles-3
test('allows admin calls to admins only', async () => {
  const user = await makeLandlord(server)
  const params = { id: user.id }
  for (const refused of [
    await server.refused(adminUsers.list, { as: user }),
    await server.refused(adminUsers.assignRole, { as: user, params, body: { role: 'admin' } }),
    await server.refused(adminUsers.removeRole, { as: user, params: { ...params, role: 'x' } }),
    await server.refused(prepaidCodes.listAll, { as: user }),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([403, 'admin_only'])
  }
  expect((await server.call(me.get, { as: user })).roles).toEqual([])
})

// id: roles-1
test('lists all users, newest first, and searches them by email and full name', async () => {
  const ana = await makeUser(server, { full_name: 'Ana 100% Núñez' })
  const bea = await makeUser(server, { full_name: 'Bea' })
  const { data, pagination } = await server.call(adminUsers.list, { as: admin })
  expect(data.slice(0, 2).map(({ id }) => id)).toEqual([bea.id, ana.id])
  expect(data[0]).not.toHaveProperty('password_hash')
  expect(pagination).toMatchObject({ page: 1, total: data.length, totalPages: 1 })
  async function found(search: string) {
    const answer = await server.call(adminUsers.list, { as: admin, query: { search } })
    return answer.data.map(({ id }) => id)
  }
  expect(await found('NÚÑEZ')).toEqual([ana.id])
  expect(await found('100%')).toEqual([ana.id])
  expect(await found(bea.email.slice(2).toUpperCase())).toEqual([bea.id])
  expect(await found('100_')).toEqual([])
})

describe('a role', () => {
  // id: roles-4
  test('is trimmed, and stored once when assigned repeatedly', async () => {
    const user = await makeUser(server)
    await Promise.all([assign(user, 'moderator'), assign(user, ' moderator '), assign(user, 'x')])
    const { roles } = await assign(user, 'moderator')
    expect([...roles].sort()).toEqual(['moderator', 'x'])
  })

  // id: roles-8
  test.each([
    'a/b',
    '%2e',
    'é'.repeat(limits.roleMax),
    '...',
    '?role=x#y',
    '漢'.repeat(limits.roleMax),
  ])('can be removed once it is assigned: %s', async (role) => {
    const user = await makeUser(server)
    expect((await assign(user, role)).roles).toEqual([role])
    await server.call(adminUsers.removeRole, { as: admin, params: { id: user.id, role } })
    expect((await server.call(me.get, { as: user })).roles).toEqual([])
  })

  test.each(['.', '..'])(
    'is refused as dots only, because no URL could name it for removal: %s',
    async (role) => {
      const { id } = await makeUser(server)
      const sent = { as: admin, params: { id }, body: { role } }
      const { body } = await server.refused(adminUsers.assignRole, sent)
      expect(body.error).toBe('Role must not be only dots.')
    },
  )

  test('is refused above the limit, even when roles are assigned concurrently', async () => {
    const user = await makeUser(server)
    const words = Array.from({ length: limits.rolesMax - 1 }, (_, index) => `role ${index}`)
    for (const word of words) await assign(user, word)
    const params = { id: user.id }
    const statuses = await Promise.all(
      ['x', 'y', 'z'].map((role) =>
        statusOf(server.app, adminUsers.assignRole, admin, { params, body: { role } }),
      ),
    )
    expect(statuses.sort()).toEqual([200, 409, 409])
    const { body } = await server.refused(adminUsers.assignRole, {
      as: admin,
      params,
      body: { role: 'one more' },
    })
    expect(body.code).toBe('too_many_roles')
    expect((await assign(user, 'role 0')).roles).toHaveLength(limits.rolesMax)
  })

  // id: roles-9
  test('takes effect immediately, and so does its removal', async () => {
    const user = await makeUser(server, { email_verified: true })
    await assign(user, 'admin')
    await server.call(adminUsers.list, { as: user })
    const params = { id: user.id, role: 'admin' }
    await server.call(adminUsers.removeRole, { as: admin, params })
    await server.refused(adminUsers.list, { as: user })
  })

  // id: roles-6
  test.each(['Admin', 'ADMIN', 'аdmin', 'admin2', 'super admin'])(
    '%s gives no admin rights: only the exact word admin does',
    async (role) => {
      const user = await makeUser(server)
      expect((await assign(user, role)).roles).toEqual([role])
      await server.refused(adminUsers.list, { as: user })
    },
  )

  test.each([
    ['empty', '   ', 'Role must not be empty.'],
    ['longer than 64 characters', 'x'.repeat(65), 'Role must have at most 64 characters.'],
    ['of control characters', 'a\u0007b', 'Role must not contain control characters.'],
  ])('is refused when it is %s', async (_name, role, sentence) => {
    const user = await makeUser(server)
    const { status, body } = await server.refused(adminUsers.assignRole, {
      as: admin,
      params: { id: user.id },
      body: { role },
    })
    expect([status, body.error]).toEqual([400, sentence])
    expect((await server.call(me.get, { as: user })).roles).toEqual([])
  })

  // id: roles-2
  test('may have 64 characters of any kind', async () => {
    const role = `a/b ?#%${'ñ'.repeat(57)}`
    const user = await makeUser(server)
    expect((await assign(user, role)).roles).toEqual([role])
    await server.call(adminUsers.removeRole, { as: admin, params: { id: user.id, role } })
    expect((await server.call(me.get, { as: user })).roles).toEqual([])
  })

  test('cannot be assigned to or removed from an unknown user', async () => {
    const params = { id: unknownId }
    const given = await server.refused(adminUsers.assignRole, {
      as: admin,
      params,
      body: { role: 'x' },
    })
    const taken = await server.refused(adminUsers.removeRole, {
      as: admin,
      params: { ...params, role: 'x' },
    })
    expect([given.body.code, taken.body.code]).toEqual(['user_not_found', 'user_not_found'])
  })
})

// id: roles-10
test('keeps the last admin, even when two admins remove each other concurrently', async () => {
  const alone = await server.refused(adminUsers.removeRole, {
    as: admin,
    params: { id: admin.id, role: 'admin' },
  })
  expect([alone.status, alone.body.code]).toEqual([409, 'last_admin'])
  const other = await makeAdmin(server)
  const remove = (as: TestUser, whom: TestUser) =>
    server.app.inject({
      method: 'DELETE',
      url: `/api/admin-users/${whom.id}/roles/admin`,
      headers: { authorization: `Bearer ${as.token}` },
    })
  const answers = await Promise.all([remove(admin, other), remove(other, admin)])
  expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
  const admins = await server.database.selectFrom('users').select('roles').execute()
  expect(admins.filter(({ roles }) => roles.includes('admin'))).toHaveLength(1)
})

describe('the admin role of an unverified address', () => {
  // id: roles-7
  test('has no effect until the address is verified', async () => {
    const user = await makeUser(server)
    expect((await assign(user, 'admin')).roles).toEqual(['admin'])
    const { body } = await server.refused(adminUsers.list, { as: user })
    expect(body.code).toBe('admin_only')
    const { id } = await makeDevice(server, user)
    const seen = { as: await makeUser(server), params: { id } }
    await server.refused(devices.get, seen)
    await setVerified(user, true)
    await server.call(adminUsers.list, { as: user })
    // The device was made before the address was verified.
    await server.refused(devices.get, seen)
  })

  test('does not count for the last admin, and is removed like any other role', async () => {
    const user = await makeUser(server, { roles: ['admin'] })
    const remove = (id: string) => ({ as: admin, params: { id, role: 'admin' } })
    const alone = await server.refused(adminUsers.removeRole, remove(admin.id))
    expect(alone.body.code).toBe('last_admin')
    await server.call(adminUsers.removeRole, remove(user.id))
  })

  test('shows and hides devices saved as admin together with its rights', async () => {
    const user = await makeAdmin(server)
    const { id } = await makeDevice(server, user)
    const seen = { as: await makeUser(server), params: { id } }
    await server.call(devices.get, seen)
    await setVerified(user, false)
    await server.refused(devices.get, seen)
    await setVerified(user, true)
    await server.call(devices.get, seen)
  })
})

// id: roles-5
test('shows admins the codes of all users or of one, and searches them', async () => {
  const ana = await makeLandlord(server)
  const bea = await makeLandlord(server)
  const mine = await makeCode(server, ana, { code: 'ANA-CODE-1' })
  const other = await makeCode(server, bea, { code: 'BEA-CODE-1' })
  async function found(query: { search?: string; user_id?: string }) {
    const { data } = await server.call(prepaidCodes.listAll, { as: admin, query })
    return data.map(({ id }) => id)
  }
  expect(await found({})).toEqual([other.id, mine.id])
  expect(await found({ user_id: ana.id })).toEqual([mine.id])
  for (const length of [8, 9, 20, 35]) {
    expect(await found({ user_id: ` ${ana.id.slice(0, length).toUpperCase()}` })).toEqual([mine.id])
  }
  expect(await found({ user_id: ana.id.slice(0, 8), search: mine.code })).toEqual([mine.id])
  expect(await found({ user_id: ana.id.slice(0, 8), search: 'NOTHING' })).toEqual([])
  expect(await found({ search: 'bea-code' })).toEqual([other.id])
  expect(await found({ user_id: unknownId })).toEqual([])
  await server.call(prepaidCodes.delete, { as: ana, params: { id: mine.id } })
  expect(await found({})).toEqual([other.id])
})
