import type { AddressInfo } from 'node:net'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import {
  makeCode,
  makeController,
  makeDevice,
  makeLandlord,
  makeUser,
} from '../../../test/support/make.ts'
import { moneyOf } from '../../../test/support/money.ts'
import { Box, type Wire } from './box.ts'

const sixHours = 6 * 3600

const server = testApp()
const { payAt, expectState, later, expectAddsUp } = laundry(server)
let address = ''
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})

/** A machine whose controller connects over a wire of the test. */
async function makeRoom(wire?: Wire, counter?: () => number) {
  const landlord = await makeLandlord(server)
  const tenant = await makeUser(server)
  const device = await makeDevice(server, landlord)
  const code = await makeCode(server, landlord)
  const { id: controller_id, credential } = await makeController(server, landlord)
  const body = { controller_id, channel: 1, switching: 'relay' } as const
  await server.call(deviceLinks.create, { as: landlord, params: { id: device.id }, body })
  const box = new Box({
    server: address,
    credential,
    channels: 1,
    ...(wire && { wire }),
    ...(counter && { counter }),
  })
  onTestFinished(() => box.disconnect())
  const connect = async () => {
    const before = await connections(controller_id)
    box.connect()
    await expect.poll(() => connections(controller_id)).toBe(before + 1)
  }
  return { box, connect, code, pay: () => payAt(tenant, device, code.code) }
}

async function connections(controllerId: string): Promise<number> {
  const rows = await server.database
    .selectFrom('controller_events')
    .select('id')
    .where('controller_id', '=', controllerId)
    .where('kind', '=', 'connected')
    .execute()
  return rows.length
}

test('starts nothing late and sends nothing again after six hours offline', async () => {
  let away = 0
  let messages = 0
  const held: (() => void)[] = []
  // The question before the payment and its answer are delivered. The start is held.
  const wire: Wire = (deliver) => (++messages === 3 ? held.push(deliver) : deliver())
  const { box, connect, code, pay } = await makeRoom(wire, () => performance.now() + away)
  await connect()
  messages = 0
  const id = await pay()
  await expect.poll(() => held).toHaveLength(1)
  box.fault = 'silent'
  await later(id, sixHours)
  for (let asks = 0; asks < 6; asks++) await later(id, 5)
  await expectState(id, 'not_started', 'silent')
  expect((await moneyOf(server, code.id))?.balance).toBe('10.00')

  away = sixHours * 1000
  box.fault = undefined
  for (const deliver of held) deliver()
  box.disconnect()
  await connect()
  const [channel] = box.channels
  const next = await pay()
  await expectState(next, 'running')
  expect(channel?.switchedOn).toHaveLength(1)
  await expectState(id, 'not_started', 'silent')
  await expectAddsUp()
})

test('refunds the minutes that did not run when a controller reports a power cut', async () => {
  const { box, connect, code, pay } = await makeRoom()
  await connect()
  const id = await pay()
  await expectState(id, 'running')
  await later(id, 20 * 60)
  box.pass(20 * 60)
  box.losePower()
  await connect()
  await expectState(id, 'interrupted', 'power_cut')
  // 20 of 30 minutes of $2.50 ran. The refund is rounded up to a cent.
  expect((await moneyOf(server, code.id))?.balance).toBe('8.34')
})
