import { Agent, type ClientRequest, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { closeGracefully } from './graceful-close.ts'

const server = testApp()
const clients = 20

test('answers every call that reaches it under load while it stops', async () => {
  const app = await server.replica()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const accepted = new Set<number>()
  app.server.on('connection', ({ remotePort }) => accepted.add(remotePort ?? 0))
  const seen = { answered: 0, unanswered: 0 }
  const agent = new Agent({ keepAlive: true })
  const isAccepted = ({ socket }: ClientRequest) => accepted.has(socket?.localPort ?? 0)
  let isOpen = true
  const ask = () =>
    new Promise<void>((resolve) => {
      const request = get({ port, host: '127.0.0.1', path: '/api/ready', agent }, (answer) => {
        seen.answered += 1
        answer.resume().once('end', resolve)
      })
      request.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') isOpen = false
        else if (isAccepted(request)) seen.unanswered += 1
        resolve()
      })
    })
  const load = Array.from({ length: clients }, async () => {
    while (isOpen) {
      await ask()
      await delay(Math.random() * 20)
    }
  })
  await expect.poll(() => seen.answered).toBeGreaterThan(10 * clients)
  await closeGracefully(app, 0)
  await app.close()
  await Promise.all(load)
  agent.destroy()
  expect(seen.unanswered).toBe(0)
})
