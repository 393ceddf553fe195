import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { closeCodes, protocol } from '@coinless/contract/controller-protocol.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { idleState } from '../../../test/servers/idle-state.ts'
import { testApp } from '../../../test/support/app.ts'
import { makeController, makeLandlord } from '../../../test/support/make.ts'

const server = testApp({ rateLimits: true })
beforeAll(async () => void (await server.app.listen({ port: 0, host: '127.0.0.1' })))
const portOf = () => (server.app.server.address() as AddressInfo).port
/** Enough even when a second ends in between. */
const tooMany = 2 * protocol.messagesPerSecond
const flooded = [4429, closeCodes[4429]]

/** A controller that is connected and answers questions. */
async function makeBox() {
  const { id, credential } = await makeController(server, await makeLandlord(server))
  const headers = { authorization: `Bearer ${credential}` }
  const socket = new WebSocket(`ws://127.0.0.1:${portOf()}${protocol.path}`, { headers })
  onTestFinished(() => socket.terminate())
  const heard: Record<string, unknown>[] = []
  const say = (message: object) => socket.send(JSON.stringify(message))
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    heard.push(message)
    if (message.type === 'ask') say({ ...idleState, question: message.id })
  })
  const closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)])
  await once(socket, 'open')
  say({ type: 'hello', versions: [1], boot_id: 'b1', channels: [1] })
  await expect.poll(() => heard[0]).toMatchObject({ type: 'welcome' })
  return { id, socket, heard, say, closed }
}

describe('a controller', () => {
  test('is not closed for many answers to questions, but for repeating one answer', async () => {
    const { id, heard, say, closed } = await makeBox()
    const asked = Array.from({ length: 50 }, () =>
      server.parts.connections.ask(id, 1, randomUUID()),
    )
    await Promise.all(asked)
    const question = heard.at(-1)?.id
    say({ type: 'ping', id: '17' })
    await expect.poll(() => heard.at(-1)).toMatchObject({ type: 'pong', id: '17' })
    for (let said = 0; said <= tooMany; said++) say({ ...idleState, question })
    expect(await closed).toEqual(flooded)
  })

  test.each(['ping', 'pong'] as const)(
    'that sends too many WebSocket %ss is closed',
    async (kind) => {
      const { socket, closed } = await makeBox()
      for (let said = 0; said <= tooMany; said++) socket[kind]()
      expect(await closed).toEqual(flooded)
    },
  )
})

test('cuts off a client that keeps sending after its connection was ended', async () => {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  const asked = request({ port: portOf(), path: protocol.path, headers }).end()
  const [, socket] = (await once(asked, 'upgrade')) as [unknown, Socket]
  // The client never answers the close, for which a server would wait half a minute.
  socket.on('error', () => {}).resume()
  const pings = Buffer.concat(Array(1000).fill(Buffer.from([0x89, 0x80, 0, 0, 0, 0])))
  let batches = 0
  while (!socket.destroyed && batches < 1000) {
    batches += 1
    await new Promise((done) => socket.write(pings, done))
    await setImmediate()
  }
  expect(batches).toBeLessThan(1000)
})
