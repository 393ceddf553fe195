import { limits } from '@coinless/contract/limits.ts'
import { adminUsers } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeAdmin, makeUser } from '../../../test/support/make.ts'

const server = testApp()

// id: many-users-1
test('returns all users without pages, and says how to page when they are too many', async () => {
  const admin = await makeAdmin(server)
  for (let count = 0; count < 12; count++) await makeUser(server)
  const { data, pagination } = await server.call(adminUsers.list, { as: admin })
  expect(data.length).toBeGreaterThan(12)
  expect(data.length).toBe(pagination.total)
  const first = await server.call(adminUsers.list, { as: admin, query: { page: 1 } })
  expect(first.data).toHaveLength(10)
  await sql`insert into users (email, full_name, user_type, password_hash)
    select 'many' || n || '@example.com', 'Many', 'tenant', 'none'
    from generate_series(1, ${limits.wholeListMax}::integer) as n`.execute(server.database)
  const found = await server.call(adminUsers.list, { as: admin, query: { search: 'many' } })
  expect(found.data).toHaveLength(limits.wholeListMax)
  for (const query of [{}, { search: 'example' }]) {
    const { status, body } = await server.refused(adminUsers.list, { as: admin, query })
    expect([status, body.code]).toEqual([400, 'list_too_long'])
    expect(body.error).toBe(
      'This list has more than 1000 rows. Request a part of it, such as ?page=1&limit=100.',
    )
  }
})
