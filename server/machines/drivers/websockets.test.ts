import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import { expect, test, vi } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeController, makeLandlord } from '../../../test/support/make.ts'
import { connect as connectDatabase } from '../../platform/database/connection.ts'
import { callTimeouts } from '../../platform/database/pool.ts'
import { Box } from '../simulated/box.ts'

const server = testApp()

test('refuses a controller that connects while the server stops, without delaying the stop', async () => {
  const app = await server.replica()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const controller = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(app.server, 'connection')
  const asking = once(app.server, 'upgrade')
  // The connection is no longer idle, so the server waits for the rest.
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

test('records the end of each controller connection before the database closes, without errors', async () => {
  const database = connectDatabase(server.url, callTimeouts)
  const app = await server.replica({ database })
  const failed = vi.spyOn(app.log, 'error')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const landlord = await makeLandlord(server)
  const made = await Promise.all(Array.from({ length: 20 }, () => makeController(server, landlord)))
  const ids = made.map(({ id }) => id)
  const boxes = made.map(
    ({ credential }) => new Box({ server: `http://127.0.0.1:${port}`, credential, channels: 4 }),
  )
  for (const box of boxes) box.connect()
  const count = async (kind: 'connected' | 'disconnected') => {
    const found = server.database.selectFrom('controller_events').select('id')
    return (await found.where('controller_id', 'in', ids).where('kind', '=', kind).execute()).length
  }
  await expect.poll(() => count('connected')).toBe(ids.length)
  await app.close()
  await database.destroy()
  for (const box of boxes) box.disconnect()
  expect(await count('disconnected')).toBe(ids.length)
  expect(failed).not.toHaveBeenCalled()
})
