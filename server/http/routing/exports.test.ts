import { once } from 'node:events'
import { type AddressInfo, createConnection } from 'node:net'
import { auth } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { adminRole } from '@coinless/contract/permissions.ts'
import { adminUsers, me } from '@coinless/contract/users.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeAdmin, makeUser, password, type TestUser } from '../../../test/support/make.ts'

const server = testApp()
const path = `/api${ownAccount.export.path}`

/** Exports are limited per server. */
let one: FastifyInstance

beforeAll(async () => {
  one = await server.replica()
  await one.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(() => one.close())

function exportOf(
  { token }: TestUser,
  facts: { method?: 'HEAD'; remoteAddress?: string } = {},
  app = one,
) {
  const headers = { authorization: `Bearer ${token}` }
  return app.inject({ method: 'GET', url: path, headers, ...facts })
}

/** More than a connection buffers. Inserted in parts, so that none takes long on a busy machine. */
const documents = 200
async function keepDocuments({ id }: TestUser) {
  const atOnce = 20
  for (let kept = 0; kept < documents; kept += atOnce) {
    await sql`insert into resources (owner_id, document)
      select ${id}, json_build_object('text', repeat('x', 60000))
      from generate_series(1, ${atOnce}::integer)`.execute(server.database)
  }
}

/** Number of statements that wait for a lock. */
async function waiting() {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.database)
  return rows[0]?.count
}

test('reads few parts of all exports at once, and allows one export per account at a time', async () => {
  const owners = await Promise.all(Array.from({ length: 6 }, () => makeUser(server)))
  const other = await makeUser(server)
  const { asked } = await server.database.transaction().execute(async (transaction) => {
    await sql`lock table resources in access exclusive mode`.execute(transaction)
    const asked = [...owners, ...owners].map((owner) => exportOf(owner))
    await expect.poll(waiting).toBe(limits.exportPartsAtOnce)
    expect((await server.call(me.get, { as: other })).id).toBe(other.id)
    expect(await waiting()).toBe(limits.exportPartsAtOnce)
    return { asked }
  })
  const answers = await Promise.all(asked)
  const refused = answers.filter(({ statusCode }) => statusCode === 409)
  expect(refused.map((answer) => answer.json().code)).toEqual(owners.map(() => 'export_running'))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(owners.length)
  const again = await Promise.all(owners.map((owner) => exportOf(owner)))
  expect(again.map(({ statusCode }) => statusCode)).toEqual(owners.map(() => 200))
})

test('limits concurrent exports per network on one server, without an effect on others', async () => {
  const most = limits.exportsOfNetworkAtOnce
  const owners = await Promise.all(Array.from({ length: most + 1 }, () => makeUser(server)))
  const [elsewhere, atAnother] = [await makeUser(server), await makeUser(server)]
  const another = await server.replica()
  const { asked } = await server.database.transaction().execute(async (transaction) => {
    await sql`lock table resources in access exclusive mode`.execute(transaction)
    const asked = owners.map((owner) => exportOf(owner))
    const first = await Promise.race(asked)
    expect([first.statusCode, first.json().code]).toEqual([503, 'too_busy'])
    asked.push(exportOf(elsewhere, { remoteAddress: '203.0.113.9' }))
    asked.push(exportOf(atAnother, {}, another))
    return { asked }
  })
  const answers = await Promise.all(asked)
  await another.close()
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
    [503, 'too_busy'],
  ])
})

// id: exports-1
test('holds no database connection for a stalled export, and cuts it off', async () => {
  const owner = await makeUser(server)
  await keepDocuments(owner)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { port, address } = one.server.address() as AddressInfo
  const socket = createConnection(port, address)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${owner.token}\r\n\r\n`)
  await once(socket, 'readable')
  const another = await exportOf(owner)
  expect([another.statusCode, another.json().code]).toEqual([409, 'export_running'])
  const busy = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(
      server.database,
    )
    return rows[0]?.count
  }
  await expect.poll(busy).toBe(0)
  vi.advanceTimersByTime(limits.exportPartSeconds * 1000)
  vi.useRealTimers()
  let received = 0
  socket.on('data', (part) => {
    received += part.length
  })
  await once(socket, 'close')
  expect(received).toBeLessThan(documents * 60_000)
  expect((await exportOf(owner)).statusCode).toBe(200)
})

test('ends an export when its session ends or its admin role is removed', async () => {
  const { port, address } = one.server.address() as AddressInfo
  const [admin, gone, owner] = await Promise.all([
    makeAdmin(server),
    makeAdmin(server),
    makeUser(server),
  ])
  for (const each of [gone, owner]) await keepDocuments(each)
  const sockets = [gone, owner].map(({ token }) => {
    const socket = createConnection(port, address)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
    return socket
  })
  await Promise.all(sockets.map((socket) => once(socket, 'readable')))
  await server.call(adminUsers.endSessions, { as: admin, params: { id: owner.id } })
  await server.call(adminUsers.removeRole, { as: admin, params: { id: gone.id, role: adminRole } })
  for (const socket of sockets) {
    let received = 0
    socket.on('data', (part) => {
      received += part.length
    })
    await once(socket, 'close')
    expect(received).toBeLessThan(documents * 60_000)
  }
})

test('allows a new export after one was cut off', async () => {
  const [admin, owner] = await Promise.all([makeAdmin(server), makeUser(server)])
  const cutOff = await server.database.transaction().execute(async (transaction) => {
    await sql`lock table resources in access exclusive mode`.execute(transaction)
    const asked = exportOf(owner).catch((error: Error) => error.message)
    await expect.poll(waiting).toBe(1)
    await server.call(adminUsers.endSessions, { as: admin, params: { id: owner.id } })
    return { asked }
  })
  expect(await cutOff.asked).toBe('response destroyed before completion')
  const { email } = owner
  const { session } = await server.call(auth.login, { body: { email, password } })
  expect((await exportOf({ ...owner, token: session.access_token })).statusCode).toBe(200)
})

test('answers HEAD for an export without making its body', async () => {
  const owner = await makeUser(server)
  expect(await exportOf(owner, { method: 'HEAD' })).toMatchObject({ statusCode: 200, body: '' })
  expect((await exportOf(owner)).statusCode).toBe(200)
})
