import { controllers } from '@coinless/contract/controllers.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { makeMetrics } from '../../server/http/observability/metrics.ts'
import type { Server } from '../../server/http/request/server.ts'
import { MqttControllers } from '../../server/machines/drivers/mqtt-controllers.ts'
import { startMosquitto } from '../servers/mosquitto.ts'
import type { TestApp } from './app.ts'
import { laundry } from './laundry.ts'
import { makeCode, makeController, makeDevice, makeLandlord, makeUser } from './make.ts'
import type { ShellyDevice } from './shelly-device.ts'
import { TasmotaDevice } from './tasmota-device.ts'

const password = 'password-of-the-server'

/** Boxes at a real broker, and servers that are connected to it. */
export function mqttRoom(server: TestApp, program: string) {
  const { payAt, refusedAt } = laundry(server)
  let broker: Awaited<ReturnType<typeof startMosquitto>>
  const clients: MqttClient[] = []
  const speakers: MqttControllers[] = []

  beforeAll(async () => {
    broker = await startMosquitto(program)
    await broker.letIn('coinless', password)
    server.secrets.plant({ password })
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) client.end(true)
    for (const speaker of speakers.splice(0)) await speaker.stop()
  })
  afterAll(() => broker.stop())

  /** The part of a server that connects to the broker, if no other server has. */
  async function speak(parts: Server = server.parts) {
    const url = `mqtt://coinless:${password}@127.0.0.1:${broker.port}`
    const speaker = new MqttControllers(parts, makeMetrics(), url)
    speakers.push(speaker)
    await speaker.takeOver()
    return speaker
  }

  async function join(username: string, credential: string, clean = true) {
    const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
      username,
      password: credential,
      clean,
      clientId: `box-${username}`,
      reconnectPeriod: 200,
      queueQoSZero: false,
    })
    clients.push(client)
    return client
  }

  async function makeBox<Box extends ShellyDevice | TasmotaDevice>(box: Box) {
    const landlord = await makeLandlord(server)
    const tenant = await makeUser(server)
    const device = await makeDevice(server, landlord)
    const { code } = await makeCode(server, landlord)
    const { id, credential } = await makeController(server, landlord, { driver: 'mqtt' })
    const link = { controller_id: id, channel: 1, switching: 'relay' as const }
    await server.call(deviceLinks.create, { as: landlord, params: { id: device.id }, body: link })
    await broker.letIn(id, credential)
    const presence = () =>
      server.call(controllers.get, { as: landlord, params: { id } }).then((each) => ({
        isConnected: each.connected_since !== null,
        events: each.events.map(({ kind }) => kind).toReversed(),
      }))
    const plugIn = async (clean = true) => plug(box, id, await join(id, credential, clean))
    return {
      id,
      box,
      landlord,
      credential,
      seconds: device.duration_minutes * 60,
      presence,
      plugIn,
      /** @returns its client, once the server knows it */
      connect: async (speaker: MqttControllers, clean = true) => {
        const client = await plugIn(clean)
        await speaker.takeOver()
        // Reports itself like a box that reconnects, because polls are 20 seconds apart.
        client.publish(`coinless/${id}/tele/LWT`, 'Online')
        await expect.poll(presence).toMatchObject({ isConnected: true })
        return client
      },
      pay: () => payAt(tenant, device, code),
      refused: () => refusedAt(tenant, device, code),
    }
  }

  return { speak, join, makeBox, broker: () => broker }
}

/** Publishes unsolicited messages of a box, each on a topic below its own. */
export function publishState(
  client: MqttClient,
  id: string,
  said: readonly [string, string][],
): void {
  for (const [topic, text] of said) client.publish(`coinless/${id}/${topic}`, text)
}

/** From now on, the client answers like the box. */
export async function plug(box: ShellyDevice | TasmotaDevice, id: string, client: MqttClient) {
  client.on('message', (topic, payload) => {
    const said =
      box instanceof TasmotaDevice
        ? box.hear(topic.split('/')[3] ?? '', String(payload))
        : answerOf(box, JSON.parse(String(payload)))
    publishState(client, id, said)
  })
  const topic = box instanceof TasmotaDevice ? `coinless/${id}/cmnd/+` : `coinless/${id}/rpc`
  const listen = () => client.subscribeAsync(topic, { qos: 1 })
  client.on('connect', listen)
  await listen()
  return client
}

/** Publishes to the reply topic in the question. */
function answerOf(
  shelly: ShellyDevice,
  frame: Parameters<ShellyDevice['hear']>[0],
): [topic: string, text: string][] {
  const answer = shelly.hear(frame)
  const name = String(frame.src).split('/').slice(2).join('/')
  return answer ? [[`${name}/rpc`, JSON.stringify(answer)]] : []
}
