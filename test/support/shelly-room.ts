import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { shellyPath } from '@coinless/contract/controller-protocol.ts'
import { controllers } from '@coinless/contract/controllers.ts'
import { deviceLinks, type LinkBody } from '@coinless/contract/device-links.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import { WebSocket } from 'ws'
import type { TestApp } from './app.ts'
import { laundry } from './laundry.ts'
import { makeCode, makeController, makeDevice, makeLandlord, makeUser } from './make.ts'
import { ShellyDevice } from './shelly-device.ts'

export const addressOf = (app: FastifyInstance) =>
  `127.0.0.1:${(app.server.address() as AddressInfo).port}`

/** Shellys that connect to a listening server. */
export function shellyRoom(server: TestApp) {
  const { payAt, refusedAt } = laundry(server)
  const open: WebSocket[] = []
  beforeAll(() => server.app.listen({ port: 0, host: '127.0.0.1' }))
  afterAll(() => {
    for (const socket of open) socket.terminate()
  })

  function dial(credential: string, app = server.app) {
    const socket = new WebSocket(`ws://${addressOf(app)}${shellyPath}${credential}`)
    open.push(socket)
    socket.on('error', () => {})
    return { socket, closed: once(socket, 'close').then(([code]) => code as number) }
  }

  /** Its socket, over which it sends its messages at once. */
  function plug(shelly: ShellyDevice, credential: string, app = server.app) {
    const line = dial(credential, app)
    const say = (frame: object) => line.socket.send(JSON.stringify(frame))
    line.socket.on('message', (data) => {
      const answer = shelly.hear(JSON.parse(String(data)))
      if (answer) say(answer)
    })
    return { ...line, say }
  }

  async function makeShelly(facts: Partial<LinkBody> = {}) {
    const landlord = await makeLandlord(server)
    const tenant = await makeUser(server)
    const device = await makeDevice(server, landlord)
    const { code } = await makeCode(server, landlord)
    const { id, credential } = await makeController(server, landlord, { driver: 'shelly' })
    const link = { controller_id: id, channel: 1, switching: 'relay' as const, ...facts }
    await server.call(deviceLinks.create, { as: landlord, params: { id: device.id }, body: link })
    const shelly = new ShellyDevice()
    const seconds = device.duration_minutes * 60
    const presence = () =>
      server.call(controllers.get, { as: landlord, params: { id } }).then((each) => ({
        isConnected: each.connected_since !== null,
        events: each.events.map(({ kind }) => kind).toReversed(),
      }))
    /** @returns its connection, once it accepts questions */
    const connect = async (app = server.app) => {
      const line = plug(shelly, credential, app)
      await expect.poll(presence).toMatchObject({ isConnected: true })
      return line
    }
    return {
      id,
      credential,
      landlord,
      tenant,
      device,
      shelly,
      seconds,
      presence,
      connect,
      pay: () => payAt(tenant, device, code),
      refused: () => refusedAt(tenant, device, code),
      test: () => server.call(deviceLinks.test, { as: landlord, params: { id: device.id } }),
      answerTo: (test: string) =>
        server
          .call(deviceLinks.testStart, { as: landlord, params: { id: device.id, test } })
          .then(({ answer }) => answer),
    }
  }

  return { dial, plug, makeShelly }
}

/** Unsolicited status of its first switch. */
export const notice = (facts: object) => ({
  src: 'shellyplus1pm-a8032ab12345',
  dst: 'ws',
  method: 'NotifyStatus',
  params: { ts: Date.now() / 1000, 'switch:0': { id: 0, ...facts } },
})
