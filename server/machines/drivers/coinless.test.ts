import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { closeCodes, protocol } from '@coinless/contract/controller-protocol.ts'
import { health } from '@coinless/contract/health.ts'
import { limits, requestsPerMinute } from '@coinless/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { idleState } from '../../../test/servers/idle-state.ts'
import { testApp } from '../../../test/support/app.ts'
import { makeLandlord } from '../../../test/support/make.ts'
import { makeCredential } from '../controllers/credential.ts'

const server = testApp({ rateLimits: true })
let listening: FastifyInstance
beforeAll(async () => {
  listening = server.app
  await listening.listen({ port: 0, host: '127.0.0.1' })
})
const open: WebSocket[] = []
afterAll(() => {
  for (const socket of open) socket.terminate()
})

async function makeController() {
  const owner = await makeLandlord(server)
  const { credential, credential_hash } = makeCredential()
  server.secrets.plant({ token: credential })
  const { id } = await server.database
    .insertInto('controllers')
    .values({ owner_id: owner.id, name: 'Box', driver: 'coinless', credential_hash })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, credential }
}

function dial(credential: string | undefined, app = listening) {
  const { port } = app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}${protocol.path}`, {
    headers: credential ? { authorization: `Bearer ${credential}` } : {},
  })
  open.push(socket)
  const heard: Record<string, unknown>[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)])
  const say = (message: unknown) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  return { socket, heard, closed, say, opened: once(socket, 'open') }
}

const hello = { type: 'hello', versions: [1], boot_id: 'b1', channels: [1, 2] }
const state = { ...idleState, question: null }

async function connect(credential: string, app = listening) {
  const box = dial(credential, app)
  await box.opened
  box.say(hello)
  await expect.poll(() => box.heard[0]).toMatchObject({ type: 'welcome', version: 1 })
  return box
}

const ended = (code: keyof typeof closeCodes) => [code, closeCodes[code]]

function attempts() {
  return server.database
    .selectFrom('failed_attempts')
    .select(({ fn }) => fn.sum<string>('failures').as('failures'))
    .where('throttle_key', 'like', 'controller%')
    .executeTakeFirstOrThrow()
    .then(({ failures }) => Number(failures))
}

function presence(id: string) {
  return server.database
    .selectFrom('controller_presence')
    .selectAll()
    .where('controller_id', '=', id)
    .execute()
}

async function events(controllerId: string) {
  const rows = await server.database
    .selectFrom('controller_events')
    .select('kind')
    .where('controller_id', '=', controllerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

describe('a controller', () => {
  test('is welcomed, gets the time, answers questions and is shown as present', async () => {
    const { id, credential } = await makeController()
    const box = await connect(credential)
    box.say({ type: 'ping', id: '17' })
    await expect.poll(() => box.heard[1]).toMatchObject({ type: 'pong', id: '17' })
    expect(Math.abs(Number(box.heard[1]?.time) - Date.now())).toBeLessThan(10_000)
    const answer = server.parts.connections.ask(id, 1, null)
    await expect.poll(() => box.heard[2]).toMatchObject({ type: 'ask', channel: 1 })
    box.say({ ...state, question: box.heard[2]?.id, boot_id: 'b2' })
    expect(await answer).toMatchObject({ boot_id: 'b2', running: false })
    await expect.poll(() => presence(id)).toMatchObject([{ boot_id: 'b1' }])
    box.socket.close()
    await expect.poll(() => presence(id)).toMatchObject([{ boot_id: 'b2' }])
  })

  test.each([-3600, 3600])(
    'gets the database’s time from a server whose clock is %i s off',
    async (seconds) => {
      const { credential } = await makeController()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
      const box = dial(credential)
      try {
        await box.opened
        box.say(hello)
        await expect.poll(() => box.heard.length).toBe(1)
        box.say({ type: 'ping', id: '1' })
        await expect.poll(() => box.heard.length).toBe(2)
      } finally {
        vi.useRealTimers()
      }
      for (const { time } of box.heard) {
        expect(Math.abs(Number(time) - Date.now())).toBeLessThan(60_000)
      }
    },
  )

  test('must reconnect to learn the time when the database’s clock was set', async () => {
    const { credential } = await makeController()
    const box = await connect(credential)
    const { now } = performance
    const counter = vi.spyOn(performance, 'now')
    try {
      counter.mockImplementation(() => now.call(performance) + 3_600_000)
      expect(await server.parts.clock.measure()).toBeCloseTo(-3600, -2)
      expect(await box.closed).toEqual(ended(4410))
    } finally {
      counter.mockRestore()
      await server.parts.clock.measure()
    }
    const again = await connect(credential)
    expect(Math.abs(Number(again.heard[0]?.time) - Date.now())).toBeLessThan(60_000)
  })

  test('with a wrong, missing or deleted credential is closed and counted, and leaves no row', async () => {
    const { id, credential } = await makeController()
    await server.database
      .updateTable('controllers')
      .set({ deleted_at: new Date() })
      .where('id', '=', id)
      .execute()
    for (const wrong of [credential, undefined, 'guessed']) {
      const before = await attempts()
      const box = dial(wrong)
      expect(await box.closed).toEqual(ended(4401))
      expect(await attempts()).toBeGreaterThan(before)
    }
    expect(await presence(id)).toEqual([])
  })

  test('is closed within a minute when its credential was revoked without a notice', async () => {
    const { id, credential } = await makeController()
    const box = await connect(credential)
    await expect.poll(() => presence(id)).toMatchObject([{ boot_id: 'b1' }])
    await server.database
      .updateTable('controllers')
      .set({ credential_hash: null })
      .where('id', '=', id)
      .execute()
    const now = performance.now.bind(performance)
    const later = vi
      .spyOn(performance, 'now')
      .mockImplementation(() => now() + limits.presenceWriteSeconds * 1000)
    try {
      box.say({ type: 'ping', id: '1' })
      expect(await box.closed).toEqual(ended(4401))
    } finally {
      later.mockRestore()
    }
  })

  test('with the right credential connects despite many wrong attempts from its network', async () => {
    const before = await attempts()
    await Promise.all(Array.from({ length: 30 }, () => dial('guessed').closed))
    // Counted per network and for all networks. Some pass while the network is throttled.
    expect((await attempts()) - before).toBeLessThan(30 * 2)
    await connect((await makeController()).credential)
  })

  test('connects when users in its network have used up their calls', async () => {
    const house = await server.replica()
    await house.listen({ port: 0, host: '127.0.0.1' })
    const call = () => house.inject({ url: `/api${health.live.path}` })
    for (let calls = 0; calls <= requestsPerMinute.everything; calls += 1) await call()
    expect((await call()).statusCode).toBe(429)
    await connect((await makeController()).credential, house)
    await house.close()
  })

  test.each([
    ['no JSON', 4400, ['{']],
    ['an unknown message', 4400, [hello, { type: 'start' }]],
    ['a message that is not as described', 4400, [hello, { ...state, channel: 0 }]],
    ['a message before hello', 4400, [state]],
    ['hello twice', 4400, [hello, hello]],
    ['a channel that it does not have', 4403, [hello, { ...state, channel: 3 }]],
    ['no version that the server knows', 4406, [{ ...hello, versions: [2] }]],
    ['too many messages', 4429, [hello, ...Array(20).fill({ type: 'ping', id: '1' })]],
  ] as const)('that sends %s is closed with %i', async (_, code, messages) => {
    const { credential } = await makeController()
    const box = dial(credential)
    await box.opened
    for (const message of messages) box.say(message)
    expect(await box.closed).toEqual(ended(code))
  })

  test('that sends a message above the size limit is closed with 1009', async () => {
    const box = await connect((await makeController()).credential)
    box.say(JSON.stringify({ type: 'ping', id: 'x'.repeat(protocol.messageBytes) }))
    expect((await box.closed)[0]).toBe(1009)
  })

  test('that connects again replaces its older connection', async () => {
    const { id, credential } = await makeController()
    const older = await connect(credential)
    const newer = await connect(credential)
    expect(await older.closed).toEqual(ended(4409))
    server.parts.connections.send(id, {
      type: 'off',
      id: randomUUID(),
      channel: 1,
      start: randomUUID(),
    })
    await expect.poll(() => newer.heard[1]).toMatchObject({ type: 'off' })
  })

  test('has events recorded for its connections and for a channel that it does not have', async () => {
    const { id, credential } = await makeController()
    const box = await connect(credential)
    await expect.poll(() => events(id)).toEqual(['connected'])
    box.say({ ...state, channel: 3 })
    await expect.poll(() => events(id)).toEqual(['connected', 'wrong_channel', 'disconnected'])
    const older = await connect(credential)
    await connect(credential)
    await older.closed
    await expect
      .poll(async () => (await events(id)).slice(3).toSorted())
      .toEqual(['connected', 'connected', 'replaced'])
  })

  test('has a fault recorded once until it ends and occurs again', async () => {
    const { id, credential } = await makeController()
    const box = await connect(credential)
    for (const fault of [true, true, false, true]) box.say({ ...state, fault })
    box.say({ ...state, channel: 2, fault: true })
    const faults = server.database
      .selectFrom('controller_events')
      .select('detail')
      .where('controller_id', '=', id)
      .where('kind', '=', 'fault')
      .orderBy('created_at')
    const said = async () => (await faults.execute()).map(({ detail }) => detail)
    await expect.poll(said).toEqual(['channel 1', 'channel 1', 'channel 2'])
  })

  test('is disconnected when its credential is revoked', async () => {
    const { id, credential } = await makeController()
    const box = await connect(credential)
    server.parts.connections.end(id, 4401)
    expect(await box.closed).toEqual(ended(4401))
  })
})

test('disconnects controllers from a stopping server, also when another one does not answer', async () => {
  const { credential } = await makeController()
  const other = await server.replica()
  await other.listen({ port: 0, host: '127.0.0.1' })
  const box = await connect(credential, other)
  const silent = await connect((await makeController()).credential, other)
  silent.socket.pause()
  await other.close()
  expect(await box.closed).toEqual(ended(1001))
})

test('rejects a WebSocket upgrade on any other path', async () => {
  const { port } = listening.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/devices`)
  const [error] = await once(socket, 'error')
  expect(error.message).toMatch(/Unexpected server response: \d+|socket hang up/)
})
