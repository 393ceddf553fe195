import { controllers } from '@coinless/contract/controllers.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { beginCycle, makeLinked } from '../../../test/support/links.ts'
import {
  makeController,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
} from '../../../test/support/make.ts'
import { deleteExpiredRows } from '../../jobs/retention.ts'
import { hashOfCredential } from './credential.ts'
import { noteOfController } from './events.ts'

const server = testApp()

const show = (as: TestUser, id: string) => server.call(controllers.get, { as, params: { id } })

/** Finds the controller of a credential, as a driver does. */
const holderOf = (credential: string) =>
  server.database
    .selectFrom('controllers')
    .select('id')
    .where('credential_hash', '=', hashOfCredential(credential))
    .executeTakeFirst()

/** Connects a controller and collects the codes with which its connection ends. */
function connect(id: string) {
  const ended: number[] = []
  server.parts.connections.connect(id, { send: () => {}, end: (code) => void ended.push(code) })
  return ended
}

const actionsOn = async (id: string) =>
  (
    await server.database
      .selectFrom('audit_events')
      .select('action')
      .where('subject_id', '=', id)
      .orderBy('created_at')
      .execute()
  ).map(({ action }) => action)

test('shows the credential of a controller once and stores only its hash', async () => {
  const owner = await makeUser(server)
  const { credential, ...controller } = await makeController(server, owner)
  expect(await holderOf(credential)).toEqual({ id: controller.id })
  const more = { is_reachable: true, channels: [], events: [] }
  expect(await show(owner, controller.id)).toEqual({ ...controller, ...more })
  const row = await server.database
    .selectFrom('controllers')
    .selectAll()
    .where('id', '=', controller.id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify({ ...row, text: row.credential_hash?.toString() })).not.toContain(
    credential,
  )
})

test('offers and accepts no MQTT controller without a broker, and shows an existing one as unreachable', async () => {
  const owner = await makeUser(server)
  const drivers = await server.call(controllers.drivers, { as: owner })
  expect(drivers.data).toEqual(['coinless', 'shelly', 'simulated'])
  const { body } = await server.refused(controllers.create, {
    as: owner,
    body: { name: 'Basement', driver: 'mqtt' },
  })
  expect(body.code).toBe('no_broker')
  const { id } = await makeController(server, owner)
  await server.database
    .updateTable('controllers')
    .set({ driver: 'mqtt' })
    .where('id', '=', id)
    .execute()
  expect(await show(owner, id)).toMatchObject({ is_reachable: false })
})

test('closes the connection at once when a credential is replaced or revoked', async () => {
  const owner = await makeUser(server)
  const first = await makeController(server, owner)
  const sent = { as: owner, params: { id: first.id } }
  const ended = connect(first.id)
  const second = await server.call(controllers.replaceCredential, sent)
  await expect.poll(() => ended).toEqual([4401])
  expect(await holderOf(first.credential)).toBeUndefined()
  expect(await holderOf(second.credential)).toEqual({ id: first.id })
  const endedAgain = connect(first.id)
  await server.call(controllers.endCredential, sent)
  await expect.poll(() => endedAgain).toEqual([4401])
  expect(await holderOf(second.credential)).toBeUndefined()
  expect(await show(owner, first.id)).toMatchObject({ has_credential: false })
  expect(await server.call(controllers.replaceCredential, sent)).toMatchObject({
    has_credential: true,
  })
  expect(await actionsOn(first.id)).toEqual([
    'controller_created',
    'credential_replaced',
    'credential_ended',
    'credential_replaced',
  ])
})

test('finds a controller by name and rejects a rename based on a stale version', async () => {
  const owner = await makeUser(server)
  const { id } = await makeController(server, owner, { name: 'Basement' })
  await makeController(server, owner, { name: 'Attic' })
  const found = await server.call(controllers.list, { as: owner, query: { search: 'base' } })
  expect(found.data.map((each) => each.id)).toEqual([id])
  const sent = { as: owner, params: { id }, body: { name: 'Cellar' } }
  const answer = await server.app.inject({
    url: `/api/controllers/${id}`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  const query = { version: String(answer.headers['x-version']) }
  expect(await server.call(controllers.rename, { ...sent, query })).toMatchObject(sent.body)
  const stale = await server.refused(controllers.rename, { ...sent, query })
  expect(stale.body.code).toBe('changed_meanwhile')
})

test('deletes a controller with its links and connection, but not while a cycle is open', async () => {
  const owner = await makeLandlord(server)
  const { device, controller } = await makeLinked(server, owner)
  const sent = { as: owner, params: { id: controller.id } }
  const cycle = await beginCycle(server, owner, device)
  expect((await server.refused(controllers.delete, sent)).body.code).toBe('cycle_open')
  await cycle.end()
  const ended = connect(controller.id)
  await server.call(controllers.delete, sent)
  await expect.poll(() => ended).toEqual([4401])
  expect(await holderOf(controller.credential)).toBeUndefined()
  expect((await server.refused(controllers.get, sent)).status).toBe(404)
  const link = await server.call(deviceLinks.get, { as: owner, params: { id: device.id } })
  expect(link).toBeNull()
})

test('keeps the newest events of a controller and limits how many it records per minute', async () => {
  const owner = await makeUser(server)
  const { id } = await makeController(server, owner)
  for (let time = 0; time < limits.controllerEventsAMinute + 5; time++) {
    await noteOfController(server.parts, { controllerId: id, kind: 'fault', detail: `${time}` })
  }
  const events = async () => (await show(owner, id)).events
  expect(await events()).toHaveLength(limits.controllerEventsAMinute)
  await sql`insert into controller_events (controller_id, kind, created_at)
    select ${id}, 'fault', now() - make_interval(hours => n) from generate_series(1, 100) as n
  `.execute(server.database)
  await sql`update controller_events set created_at = created_at - interval '1 hour'`.execute(
    server.database,
  )
  await noteOfController(server.parts, {
    controllerId: id,
    kind: 'refused',
    detail: 'x'.repeat(1000),
  })
  const { rows } = await sql<{ count: number }>`select count(*) from controller_events
    where controller_id = ${id}`.execute(server.database)
  expect(rows[0]?.count).toBe(limits.controllerEvents)
  expect((await events())[0]).toMatchObject({
    kind: 'refused',
    detail: 'x'.repeat(limits.controllerEventMax),
  })
})

test('shows a controller as connected until it disconnects or is silent for too long', async () => {
  const owner = await makeUser(server)
  const { id } = await makeController(server, owner)
  const note = (kind: 'connected' | 'replaced' | 'disconnected') =>
    noteOfController(server.parts, { controllerId: id, kind })
  expect(await show(owner, id)).toMatchObject({ connected_since: null, heard_at: null })
  await note('connected')
  await note('replaced')
  expect(await show(owner, id)).toMatchObject({ connected_since: expect.any(String) })
  await note('disconnected')
  expect(await show(owner, id)).toMatchObject({
    connected_since: null,
    heard_at: expect.any(String),
  })
  await note('connected')
  await sql`update controller_presence set heard_at = heard_at
    - make_interval(secs => ${limits.presenceSeconds})`.execute(server.database)
  expect(await show(owner, id)).toMatchObject({ connected_since: null })
})

test('keeps a newer connection when an older one ends late', async () => {
  const owner = await makeUser(server)
  const { id } = await makeController(server, owner)
  const first = await noteOfController(server.parts, { controllerId: id, kind: 'connected' })
  await sql`update controller_presence set connected_at = connected_at + interval '1 second'
    where controller_id = ${id}`.execute(server.database)
  await noteOfController(server.parts, { controllerId: id, kind: 'disconnected', since: first })
  expect(await show(owner, id)).toMatchObject({ connected_since: expect.any(String) })
})

test('disconnects a closed account’s controllers and keeps the link of an open cycle until it ends', async () => {
  const owner = await makeLandlord(server)
  const { device, controller } = await makeLinked(server, owner)
  const other = await makeLinked(server, owner)
  const cycle = await beginCycle(server, await makeUser(server), device)
  const ended = connect(controller.id)
  const sent = { as: owner, body: { current_password: password } }
  expect(await server.call(ownAccount.closing, { as: owner })).toMatchObject({ controllers: 2 })
  await server.call(ownAccount.close, sent)
  await expect.poll(() => ended).toEqual([4401])
  expect(await holderOf(controller.credential)).toBeUndefined()
  const linked = async () =>
    (
      await server.database
        .selectFrom('device_links')
        .select('device_id')
        .where('device_id', 'in', [device.id, other.device.id])
        .execute()
    ).map(({ device_id }) => device_id)
  expect(await linked()).toEqual([device.id])
  expect(await deleteExpiredRows(server.database)).toEqual([])
  expect(await linked()).toEqual([device.id])
  await cycle.end()
  await deleteExpiredRows(server.database)
  expect(await linked()).toEqual([])
})
