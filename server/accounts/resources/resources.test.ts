import { resources } from '@coinless/contract/resources.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeAdmin, makeUser, type TestUser, unknownId } from '../../../test/support/make.ts'

const server = testApp()

function create(as: TestUser, document: object) {
  return server.call(resources.create, { as, body: JSON.stringify(document) })
}

// id: resources-resources-1
test('stores any JSON object as written, including the order of its keys', async () => {
  const owner = await makeUser(server)
  const document = {
    zone: 'B',
    aisle: 3,
    open: true,
    tags: ['x', null, 1.25],
    deep: { b: 1, a: 2 },
  }
  const created = await create(owner, document)
  const read = await server.call(resources.get, { as: owner, params: { id: created.id } })
  expect(read).toEqual({ id: created.id, ...document })
  expect(Object.keys(read)).toEqual(['id', ...Object.keys(document)])
  expect(Object.keys(read.deep as object)).toEqual(['b', 'a'])
  expect(await create(owner, {})).toEqual({ id: expect.any(String) })
})

// id: resources-resources-4
test('replaces the whole record on an update, with or without its id', async () => {
  const owner = await makeUser(server)
  const { id } = await create(owner, { name: 'Ana', age: 7 })
  const params = { id }
  for (const body of ['{"name": "Bea"}', JSON.stringify({ id, name: 'Bea' })]) {
    const updated = await server.call(resources.update, { as: owner, params, body })
    expect(updated).toEqual({ id, name: 'Bea' })
    expect(await server.call(resources.get, { as: owner, params })).toEqual({ id, name: 'Bea' })
  }
})

test('refuses an id that the server did not give', async () => {
  const owner = await makeUser(server)
  const { id } = await create(owner, { name: 'Ana' })
  const created = await server.refused(resources.create, { as: owner, body: '{"id": "mine"}' })
  expect(created.body.error).toBe('The server sets the id of a resource. Leave out the field id.')
  const updated = await server.refused(resources.update, {
    as: owner,
    params: { id },
    body: JSON.stringify({ id: unknownId, name: 'Bea' }),
  })
  expect([updated.status, updated.body.code]).toEqual([400, 'id_is_fixed'])
  expect(await server.call(resources.get, { as: owner, params: { id } })).toMatchObject({
    name: 'Ana',
  })
})

// id: resources-resources-6
describe('input that cannot be stored as written is refused and changes nothing', () => {
  test.each([
    ['a repeated key', '{"a": 1, "a": 2}', 'The key "a" appears twice'],
    ['keys out of the order that they are read in', '{"b": 1, "1": 1}', 'move to the front'],
    ['minus zero', '{"a": -0}', 'would lose precision'],
    ['a large number', '{"a": 9007199254740993}', 'would lose precision'],
    ['a list', '[]', 'must be a JSON object'],
    ['a broken text', '{"a": ', 'Invalid JSON format (line 1, column 7).'],
    ['nothing', '', 'Invalid JSON format'],
  ])('%s', async (_name, body, reason) => {
    const owner = await makeUser(server)
    const { id } = await create(owner, { name: 'Ana' })
    const params = { id }
    for (const refused of [
      await server.refused(resources.create, { as: owner, body }),
      await server.refused(resources.update, { as: owner, params, body }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input'])
      expect(refused.body.error).toContain(reason)
    }
    const { data } = await server.call(resources.list, { as: owner })
    expect(data).toEqual([{ id, name: 'Ana' }])
  })

  test('bytes that are not text', async () => {
    const owner = await makeUser(server)
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: '/api/api-resources-create',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
      payload: Buffer.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')]),
    })
    expect([statusCode, JSON.parse(body).code]).toEqual([400, 'malformed_json'])
  })
})

describe('the list', () => {
  // id: resources-resources-2
  test('is searched by any part of the compact record, ignoring case, with literal % and _', async () => {
    const owner = await makeUser(server)
    const ana = await create(owner, { name: 'Ana', note: '50% off_now' })
    const bea = await create(owner, { name: 'Bea', nested: { city: 'Zürich' } })
    async function found(search: string) {
      const { data } = await server.call(resources.list, { as: owner, query: { search } })
      return data.map(({ id }) => id)
    }
    expect(await found('ana')).toEqual([ana.id])
    expect(await found('"city":"ZÜRICH"')).toEqual([bea.id])
    expect(await found(bea.id.slice(0, 13))).toEqual([bea.id])
    expect(await found(`{"id":"${ana.id}","name"`)).toEqual([ana.id])
    expect(await found('0% off_')).toEqual([ana.id])
    expect(await found('off%now')).toEqual([])
    expect(await found('name')).toEqual([bea.id, ana.id])
  })

  // id: resources-resources-3
  test('has pages of 10, newest first, and filters by disabled', async () => {
    const owner = await makeUser(server)
    for (let number = 1; number <= 11; number++) {
      const odd = ['true', 1, null, [true]][number]
      await create(owner, { number, disabled: number > 9 || odd })
    }
    const first = await server.call(resources.list, { as: owner })
    expect(first.data.map(({ number }) => number)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    expect(first.pagination).toEqual({ page: 1, limit: 10, total: 11, totalPages: 2 })
    const last = await server.call(resources.list, { as: owner, query: { page: 2 } })
    expect(last.data.map(({ number }) => number)).toEqual([1])
    for (const [disabled, total] of [
      [false, 9],
      [true, 2],
    ] as const) {
      const { pagination } = await server.call(resources.list, { as: owner, query: { disabled } })
      expect(pagination.total).toBe(total)
    }
  })
})

test('hides a resource from all but its owner and admins', async () => {
  const owner = await makeUser(server)
  const { id } = await create(owner, { secret: 'mine' })
  const params = { id }
  const other = await makeUser(server)
  for (const refused of [
    await server.refused(resources.get, { as: other, params }),
    await server.refused(resources.update, { as: other, params, body: '{}' }),
    await server.refused(resources.delete, { as: other, params }),
    await server.refused(resources.get, { as: owner, params: { id: unknownId } }),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([404, 'resource_not_found'])
  }
  const { data, pagination } = await server.call(resources.list, { as: other })
  expect([data, pagination.total]).toEqual([[], 0])
  const admin = await makeAdmin(server)
  expect(await server.call(resources.get, { as: admin, params })).toMatchObject({ id })
})

// id: resources-resources-5
test('answers 404 for a deleted resource', async () => {
  const owner = await makeUser(server)
  const { id } = await create(owner, { name: 'Ana' })
  await server.call(resources.delete, { as: owner, params: { id } })
  const { status } = await server.refused(resources.delete, { as: owner, params: { id } })
  expect(status).toBe(404)
})
