import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import { expect, test } from 'vitest'
import { testApp } from '../test/app.ts'

const server = testApp()

test('a controller that connects while the server stops is refused, and does not keep it from stopping', async () => {
  const app = await server.replica()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const controller = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(app.server, 'connection')
  const asking = once(app.server, 'upgrade')
  // Not idle any more: the server waits for the rest.
  controller.write(`GET ${protocol.path} HTTP/1.1\r\nHost: coinless\r\n`)
  const stopped = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  controller.write('Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n')
  controller.write('Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n')
  await asking
  expect(await text(controller)).toMatch(/^HTTP\/1.1 503 /)
  await stopped
  controller.destroy()
})
