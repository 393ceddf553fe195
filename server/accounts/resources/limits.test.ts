import { limits } from '@coinless/contract/limits.ts'
import { resources } from '@coinless/contract/resources.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { statusOf, testApp } from '../../../test/support/app.ts'
import { makeAdmin, makeUser, type TestUser } from '../../../test/support/make.ts'

const server = testApp()
/** Unverified accounts may keep fewer. */
const verified = { email_verified: true }

/** Stores this many documents of that size. */
async function keep(owner: TestUser, count: number, bytes: number) {
  await sql`insert into resources (owner_id, document)
    select ${owner.id}, json_build_object('text', repeat('x', ${bytes}::integer))
    from generate_series(1, ${count}::integer)`.execute(server.database)
}

function createAtOnce(as: TestUser, bodies: string[]) {
  return Promise.all(bodies.map((body) => statusOf(server.app, resources.create, as, { body })))
}

async function countOf(as: TestUser) {
  const { pagination } = await server.call(resources.list, { as, query: { limit: 1 } })
  return pagination.total
}

test('limits the resources of an account, even when many are created concurrently', async () => {
  const owner = await makeUser(server, verified)
  await keep(owner, limits.resources - 3, 1)
  const statuses = await createAtOnce(
    owner,
    Array.from({ length: 12 }, () => '{}'),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(3)
  expect(await countOf(owner)).toBe(limits.resources)
  const { status, body } = await server.refused(resources.create, { as: owner, body: '{}' })
  expect([status, body.code, body.error]).toEqual([
    422,
    'too_many_resources',
    'An account has at most 1000 resources with 8 MB in total. Delete some first.',
  ])
})

test('limits the bytes of an account on creates and updates, including those by an admin', async () => {
  const owner = await makeUser(server, verified)
  const admin = await makeAdmin(server)
  const { id } = await server.call(resources.create, { as: owner, body: '{"small": true}' })
  const large = limits.documentBytes - 1024
  const fitting = Math.floor(limits.resourcesBytes / (large + '{"text" : ""}'.length))
  await keep(owner, fitting, large)
  const body = JSON.stringify({ text: 'x'.repeat(large) })
  const created = await server.refused(resources.create, { as: owner, body })
  expect(created.body.code).toBe('too_many_resources')
  for (const as of [owner, admin]) {
    const changed = await server.refused(resources.update, { as, params: { id }, body })
    expect(changed.body.code).toBe('too_many_resources')
  }
  expect(await server.call(resources.get, { as: owner, params: { id } })).toEqual({
    id,
    small: true,
  })
})

test('limits the bytes of a page, and says how to ask for fewer', async () => {
  const owner = await makeUser(server, verified)
  await keep(owner, 100, limits.documentBytes - 1024)
  const { status, body } = await server.refused(resources.list, {
    as: owner,
    query: { limit: 100 },
  })
  expect([status, body.code, body.error]).toEqual([
    422,
    'page_too_large',
    'These resources are too large for one page. Use a smaller limit.',
  ])
  const limit = Math.floor(limits.resourcesPageBytes / limits.documentBytes)
  const page = await server.call(resources.list, { as: owner, query: { limit } })
  expect(page.data).toHaveLength(limit)
})

test('fits a hundred small resources on a page', async () => {
  const owner = await makeUser(server, verified)
  await keep(owner, 100, 10)
  const page = await server.call(resources.list, { as: owner, query: { limit: 100 } })
  expect(page.data).toHaveLength(100)
})
