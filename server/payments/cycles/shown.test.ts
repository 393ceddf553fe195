import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cycles } from '@coinless/contract/cycles.ts'
import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { me } from '@coinless/contract/users.ts'
import { type Insertable, sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makePastPayment } from '../../../test/support/history.ts'
import { openLivePage } from '../../../test/support/live-page.ts'
import { makeDevice, makeLandlord, makeUser, type TestUser } from '../../../test/support/make.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { noteOfController } from '../../machines/controllers/events.ts'
import { connect as connectTo } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'

const server = testApp()
const minute = 60_000
const ago = (ms: number) => new Date(Date.now() - ms)
const running = { state: 'running', run_since: ago(minute), ends_at: ago(-10 * minute) } as const
const ended = (state: 'finished' | 'not_started', at: Date) =>
  ({ state, reason: 'time_over', ended_at: at, next_check_at: null, open_link_id: null }) as const

const unlinked = { linkId: null, controllerId: '' }

/** Makes a device on a controller last heard `heardMs` ago (null: never), or without a link. */
async function make(
  heardMs?: number | null,
  link: Partial<Insertable<Tables['device_links']>> = {},
) {
  const { database } = server
  const owner = await makeLandlord(server)
  const payer = await makeUser(server)
  const device = await makeDevice(server, owner)
  const { linkId, controllerId } = heardMs === undefined ? unlinked : await connect()
  return { owner, payer, device, controllerId, pay, state: () => stateOf(payer, device.id) }

  async function connect() {
    const { id: controller_id } = await database
      .insertInto('controllers')
      .values({
        owner_id: owner.id,
        name: 'Laundry room',
        driver: 'simulated',
        credential_hash: Buffer.from(randomUUID()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (typeof heardMs === 'number') {
      await database
        .insertInto('controller_presence')
        .values({
          controller_id,
          heard_at: ago(heardMs),
          connected_at: ago(heardMs),
          boot_id: null,
        })
        .execute()
    }
    const made = await database
      .insertInto('device_links')
      .values({ device_id: device.id, controller_id, channel: 1, switching: 'relay', ...link })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { linkId: made.id, controllerId: controller_id }
  }

  async function pay(facts: Partial<Insertable<Tables['cycles']>> = running) {
    const { id } = await makePastPayment(server, payer, device, { at: ago(minute) })
    await database
      .insertInto('cycles')
      .values({
        id,
        transaction_id: id,
        device_id: device.id,
        open_link_id: linkId,
        state: 'starting',
        is_measured: linkId !== null,
        money: 'taken',
        next_check_at: new Date(),
        ...facts,
      })
      .execute()
    return id
  }
}

async function stateOf(as: TestUser, id: string) {
  const { data } = await server.call(cycles.deviceStates, { as, query: { ids: id } })
  return data[0]
}

test('shows a device without a link as free, and as running by the clock once paid', async () => {
  const { state, pay } = await make()
  expect(await state()).toMatchObject({ state: 'free', is_measured: false, silent_since: null })
  await pay()
  expect(await state()).toMatchObject({ state: 'running', is_measured: false })
  const { remaining_seconds } = (await state()) ?? {}
  expect(remaining_seconds).toBeGreaterThan(9 * 60)
  expect(remaining_seconds).toBeLessThanOrEqual(10 * 60)
})

test('shows a cycle that runs by the clock as done when its time is over, before any check', async () => {
  const { state, pay } = await make()
  await pay({ ...running, ends_at: ago(1000) })
  expect(await state()).toMatchObject({ state: 'done', ends_at: null, remaining_seconds: null })
})

test('shows a device as done for a while, then as free, or as free if it did not start', async () => {
  const lately = await make(0)
  await lately.pay(ended('finished', ago(minute)))
  expect(await lately.state()).toMatchObject({ state: 'done' })
  const before = await make(0)
  await before.pay(ended('finished', ago((limits.doneMinutes + 1) * minute)))
  expect(await before.state()).toMatchObject({ state: 'free', is_measured: true })
  const failed = await make(0)
  await failed.pay(ended('not_started', ago(minute)))
  expect(await failed.state()).toMatchObject({ state: 'free' })
})

test('never shows a device as free if its controller is silent or was never heard', async () => {
  const silent = await make((limits.presenceSeconds + 1) * 1000)
  expect(await silent.state()).toMatchObject({ state: 'no_answer', is_measured: false })
  await silent.pay(ended('finished', ago(minute)))
  const { state, since, silent_since } = (await silent.state()) ?? {}
  expect([state, since]).toEqual(['no_answer', silent_since])
  const never = await make(null)
  expect(await never.state()).toMatchObject({ state: 'no_answer', since: expect.any(String) })
})

test('still shows a run at a silent controller, as an estimate', async () => {
  const { state, pay, payer } = await make((limits.presenceSeconds + 1) * 1000)
  const id = await pay()
  const estimated = { is_measured: false, silent_since: expect.any(String) }
  expect(await state()).toMatchObject({ state: 'running', ...estimated })
  const cycle = await server.call(cycles.get, { as: payer, params: { id } })
  expect(cycle).toMatchObject({ state: 'running', ...estimated })
})

test('shows a device as starting until it runs, and as out of order until it is checked', async () => {
  const { state, pay } = await make(0)
  await pay({})
  expect(await state()).toMatchObject({ state: 'starting', is_measured: true })
  const broken = await make(0, { out_of_order_at: ago(minute) })
  expect(await broken.state()).toMatchObject({ state: 'out_of_order', since: expect.any(String) })
})

test('shows the state, but not the payer, to users who see the device, and neither to others', async () => {
  const { device, pay, payer, owner } = await make()
  const id = await pay()
  const stranger = await makeUser(server)
  const state = await stateOf(stranger, device.id)
  expect(state).toMatchObject({ state: 'running' })
  expect(JSON.stringify(state)).not.toMatch(new RegExp(`${payer.id}|${id}`))
  const { body } = await server.refused(cycles.get, { as: stranger, params: { id } })
  expect(body.code).toBe('cycle_not_found')
  await server.call(devices.delete, { as: owner, params: { id: device.id } })
  expect(await stateOf(payer, device.id)).toBeUndefined()
  expect(await server.call(cycles.get, { as: payer, params: { id } })).toMatchObject({ id })
})

test('lists only the caller’s own cycles that are open or ended recently', async () => {
  const { pay, payer, owner } = await make()
  const id = await pay()
  const lately = await pay({ ...ended('finished', ago(minute)) })
  await pay({ ...ended('finished', ago((limits.doneMinutes + 1) * minute)) })
  const { data } = await server.call(cycles.open, { as: payer })
  expect(data.map((cycle) => cycle.id)).toEqual([id, lately])
  expect((await server.call(cycles.open, { as: owner })).data).toEqual([])
})

/** Follows a live page, event by event. */
async function follow(...of: Parameters<typeof openLivePage>) {
  const { response, stream } = await openLivePage(...of)
  const next = async () =>
    JSON.parse(String((await once(stream, 'data'))[0]).replace(/^data: /, ''))
  return { response, stream, next }
}

test('streams changes within the caller’s rights, and nothing about other devices', async () => {
  const [one, other] = [await make(0), await make(0)]
  const id = await one.pay({})
  const page = await follow(server.app, one.payer, { devices: one.device.id, cycles: id })
  expect(page.response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  })
  const { devices: states, cycles: shown } = await page.next()
  expect([states[0].state, shown[0].state]).toEqual(['starting', 'starting'])
  const told = page.next()
  server.parts.changes.publish({ deviceId: other.device.id })
  await server.database.updateTable('cycles').set(running).where('id', '=', id).execute()
  server.parts.changes.publish({ deviceId: one.device.id })
  expect(await told).toMatchObject({ devices: [{ state: 'running' }], cycles: [{ amount: 2.5 }] })
  page.stream.destroy()
})

test('streams at once that a controller is disconnected, and that it is back', async () => {
  const { device, payer, controllerId } = await make(0)
  const page = await follow(server.app, payer, { devices: device.id })
  expect(await page.next()).toMatchObject({ devices: [{ state: 'free', silent_since: null }] })
  const gone = page.next()
  await noteOfController(server.parts, { controllerId, kind: 'disconnected' })
  expect(await gone).toMatchObject({
    devices: [{ state: 'no_answer', silent_since: expect.any(String) }],
  })
  const back = page.next()
  await noteOfController(server.parts, { controllerId, kind: 'connected' })
  expect(await back).toMatchObject({ devices: [{ state: 'free', silent_since: null }] })
  page.stream.destroy()
})

test('streams a change at another server before the next heartbeat', async () => {
  const { device, payer, pay } = await make(0)
  const { app, changes } = await server.anotherServer()
  const page = await follow(app, payer, { devices: device.id })
  expect(await page.next()).toMatchObject({ devices: [{ state: 'free' }] })
  const told = page.next()
  await pay()
  const at = performance.now()
  server.parts.changes.publish({ deviceId: device.id })
  expect(await told).toMatchObject({ devices: [{ state: 'running' }] })
  expect(performance.now() - at).toBeLessThan(limits.eventBeatSeconds * 500)
  expect(changes).toBeDefined()
  const end = once(page.stream, 'end')
  page.stream.resume()
  await app.close()
  await end
})

test('streams nothing more after the session has ended', async () => {
  const { device, payer, pay } = await make(0)
  const page = await follow(server.app, payer, { devices: device.id })
  await page.next()
  await server.call(me.endSession, { as: payer, params: { id: payer.sessionId } })
  await pay()
  const rest: unknown[] = []
  page.stream.on('data', (part) => rest.push(part))
  server.parts.changes.publish({ deviceId: device.id })
  await once(page.stream, 'end')
  expect(rest).toEqual([])
})

test('limits the streams of an account, and frees the place of a closed one', async () => {
  const { device, payer } = await make()
  const { app } = await server.anotherServer()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const open = async () => {
    const leave = new AbortController()
    const answer = await fetch(`${address}/api/cycle-events?devices=${device.id}`, {
      headers: { authorization: `Bearer ${payer.token}` },
      signal: leave.signal,
    })
    return { status: answer.status, leave: () => leave.abort() }
  }
  const pages = await Promise.all(Array.from({ length: limits.eventsOfAccount }, open))
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200))
  expect((await open()).status).toBe(503)
  pages[0]?.leave()
  await expect.poll(async () => (await open()).status).toBe(200)
  await app.close()
})

test('leaves nothing behind if pages close before their streams begin', async () => {
  const { device, payer } = await make()
  // A separate pool, so that waiting streams leave connections to this test.
  const database = connectTo(server.url)
  const { app } = await server.anotherServer({ database })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const open = (signal?: AbortSignal) =>
    fetch(`${address}/api/cycle-events?devices=${device.id}`, {
      headers: { authorization: `Bearer ${payer.token}` },
      ...(signal && { signal }),
    })
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
  const leave = new AbortController()
  const left = await server.database.transaction().execute(async (transaction) => {
    await sql`lock table sessions in access exclusive mode`.execute(transaction)
    const pages = Array.from({ length: limits.eventsOfAccount }, () => open(leave.signal))
    const ends = Promise.allSettled(pages)
    await expect.poll(() => waitingForLocks(server)).toBeGreaterThan(0)
    await expect.poll(connections).toBe(limits.eventsOfAccount)
    leave.abort()
    await expect.poll(connections).toBe(0)
    return ends
  })
  expect(left.map(({ status }) => status)).toEqual(left.map(() => 'rejected'))
  const page = await open()
  expect(page.status).toBe(200)
  await page.body?.cancel()
  await app.close()
  await database.destroy()
})
