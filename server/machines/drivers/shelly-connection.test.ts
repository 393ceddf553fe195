import { protocol, shellyPath } from '@coinless/contract/controller-protocol.ts'
import { controllers } from '@coinless/contract/controllers.ts'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeController, makeLandlord } from '../../../test/support/make.ts'
import { addressOf, notice, shellyRoom } from '../../../test/support/shelly-room.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'

const server = testApp({ rateLimits: true })
const { dial, plug, makeShelly } = shellyRoom(server)

describe('a Shelly', () => {
  // id: shelly-connection-1
  test('is admitted by the credential in its URL, which no log contains, and is shown as present', async () => {
    const { credential, connect, presence } = await makeShelly()
    const line = await connect()
    for (const path of [shellyPath, '/api/controllers/shelli/', '//api/', '/api/x?y=']) {
      await fetch(`http://${addressOf(server.app)}${path}${credential}`)
      await fetch(`http://${addressOf(server.app)}${path}${credential}'`, { method: 'POST' })
    }
    line.socket.close()
    await expect
      .poll(presence)
      .toEqual({ isConnected: false, events: ['connected', 'disconnected'] })
    expect(server.secrets.log()).toContain('"path":"/api/controllers/shelly/…"')
    server.secrets.expectNotLogged()
  })

  test('has its credential in no log, in any encoding', async () => {
    const { credential } = await makeShelly()
    const encode = (text: string) =>
      text.replace(/./g, (one) => `%${Buffer.from(one).toString('hex')}`)
    const forms = [
      encode(credential),
      credential.slice(0, 20) + encode(credential.slice(20, 21)) + credential.slice(21),
    ]
    for (const form of forms) {
      for (const path of [shellyPath, '/api/controllers/shelli/']) {
        await fetch(`http://${addressOf(server.app)}${path}${form}`)
      }
    }
    for (const form of forms) expect(server.secrets.log()).not.toContain(form)
  })

  test('is rejected with a wrong credential or one of another kind of controller', async () => {
    const { credential } = await makeController(server, await makeLandlord(server))
    expect(await dial(credential).closed).toBe(4401)
    expect(await dial('x'.repeat(43)).closed).toBe(4401)
  })

  test.each([
    ['no JSON', 4400, '{'],
    ['no frame of its API', 4400, '{"id":1,"error":"x"}'],
    ['too much', 1009, `"${'x'.repeat(protocol.messageBytes)}"`],
  ])('that sends %s is closed with %i', async (_, code, text) => {
    const { connect } = await makeShelly()
    const line = await connect()
    line.socket.send(text)
    expect(await line.closed).toBe(code)
  })

  test('that floods is closed and has the flood recorded for its owner', async () => {
    const { connect, presence } = await makeShelly()
    const line = await connect()
    for (let said = 0; said <= protocol.messagesPerSecond; said++) line.say(notice({ apower: 1 }))
    expect(await line.closed).toBe(4429)
    await expect
      .poll(presence)
      .toEqual({ isConnected: false, events: ['connected', 'flood', 'disconnected'] })
  })

  test('is disconnected at once when its credential is replaced', async () => {
    const { connect, landlord, id } = await makeShelly()
    const line = await connect()
    await server.call(controllers.replaceCredential, { as: landlord, params: { id } })
    expect(await line.closed).toBe(4401)
  })

  test('that disconnects before it is admitted does not replace an older connection', async () => {
    const { connect, credential, shelly, id } = await makeShelly()
    const older = await connect()
    const ends: number[] = []
    void older.closed.then((code) => ends.push(code))
    const { clients } = server.app.websocketServer
    const known = new Set(clients)
    const newest = () => [...clients].find((client) => !known.has(client))
    await server.database.transaction().execute(async (transaction) => {
      await sql`lock table device_links in access exclusive mode`.execute(transaction)
      const newer = plug(shelly, credential)
      await expect.poll(newest).toBeDefined()
      await expect.poll(() => waitingForLocks(server)).toBeGreaterThan(0)
      newer.socket.terminate()
      await expect.poll(newest).toBeUndefined()
    })
    await expect.poll(() => waitingForLocks(server)).toBe(0)
    expect(await server.parts.connections.ask(id, 1, null)).toMatchObject({ running: false })
    expect(ends).toEqual([])
  })

  test('that connects again replaces its older connection', async () => {
    const { connect, credential, shelly } = await makeShelly()
    const older = await connect()
    plug(shelly, credential)
    expect(await older.closed).toBe(4409)
  })

  test('keeps its boot id when it reconnects to a server with another clock', async () => {
    const { connect, id, presence } = await makeShelly()
    const bootOfVisit = async () => {
      const line = await connect()
      line.socket.terminate()
      await expect.poll(presence).toMatchObject({ isConnected: false })
      return server.database
        .selectFrom('controller_presence')
        .select('boot_id')
        .where('controller_id', '=', id)
        .executeTakeFirstOrThrow()
    }
    const boot = await bootOfVisit()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 })
    try {
      expect(await bootOfVisit()).toEqual(boot)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is disconnected from a stopping server so that it connects to another', async () => {
    const { connect } = await makeShelly()
    const other = await server.replica()
    await other.listen({ port: 0, host: '127.0.0.1' })
    const line = await connect(other)
    await other.close()
    expect(await line.closed).toBe(1001)
  })
})
