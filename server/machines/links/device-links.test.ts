import { deviceLinks } from '@coinless/contract/device-links.ts'
import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { beginCycle, makeLinked } from '../../../test/support/links.ts'
import {
  deviceBody,
  makeAcceptedDevice,
  makeController,
  makeDevice,
  makeLandlord,
  type TestUser,
} from '../../../test/support/make.ts'
import type { ServerMessage } from '../../platform/messaging/controller-connections.ts'

const server = testApp()

const of = (as: TestUser, { id }: { id: string }) => ({ as, params: { id } })
const relay = (controller: { id: string }, channel = 1) => ({
  controller_id: controller.id,
  channel,
  switching: 'relay' as const,
})
const pulses = { switching: 'pulses', pulse_ms: 50, gap_ms: 100 } as const
const refusedLink = async (as: TestUser, device: { id: string }, body: object) =>
  (await server.refused(deviceLinks.create, { ...of(as, device), body: body as never })).body

describe('a device', () => {
  test('is linked to one channel, which no other device can use', async () => {
    const owner = await makeLandlord(server)
    const { device, controller, link } = await makeLinked(server, owner)
    expect(link).toMatchObject({
      device_id: device.id,
      controller_id: controller.id,
      controller_name: controller.name,
      channel: 1,
      evidence: 'answer',
      pulse_ms: null,
      gives_back_unused: false,
      connected_since: null,
    })
    expect(await server.call(deviceLinks.get, of(owner, device))).toEqual(link)
    const other = await makeDevice(server, owner)
    expect(await refusedLink(owner, other, relay(controller))).toMatchObject({
      code: 'channel_taken',
    })
    expect(await refusedLink(owner, device, relay(controller, 2))).toMatchObject({
      code: 'link_exists',
    })
    expect(await server.call(deviceLinks.choices, of(owner, other))).toEqual({
      data: [{ id: controller.id, name: controller.name, driver: 'coinless', taken_channels: [1] }],
    })
  })

  test('is linked only to controllers of its owner, also by its landlord', async () => {
    const [owner, landlord] = [
      await makeLandlord(server),
      await makeLandlord(server, { email_verified: true }),
    ]
    const device = await makeAcceptedDevice(server, owner, landlord)
    const foreign = await makeController(server, landlord)
    expect(await refusedLink(landlord, device, relay(foreign))).toMatchObject({
      code: 'controller_not_found',
    })
    const own = await makeController(server, owner)
    const body = relay(own)
    expect(await server.call(deviceLinks.create, { ...of(landlord, device), body })).toMatchObject({
      controller_id: own.id,
    })
  })

  test('accepts a link only with settings that its driver supports and its wiring needs', async () => {
    const owner = await makeLandlord(server)
    const device = await makeDevice(server, owner)
    const shelly = await makeController(server, owner)
    await server.database
      .updateTable('controllers')
      .set({ driver: 'shelly' })
      .where('id', '=', shelly.id)
      .execute()
    for (const facts of [pulses, { evidence: 'busy' }]) {
      expect(await refusedLink(owner, device, { ...relay(shelly), ...facts })).toMatchObject({
        code: 'driver_cannot',
      })
    }
    for (const [field, facts] of [
      ['pulse_ms', { switching: 'pulses', gap_ms: 100 }],
      ['gap_ms', { switching: 'pulses', pulse_ms: 50 }],
      ['watts_mark', { evidence: 'power' }],
      ['channel', { channel: 65 }],
      ['pulse_ms', { ...pulses, pulse_ms: limits.pulseMsMin - 1 }],
      ['gap_ms', { ...pulses, gap_ms: limits.pulseMsMax + 1 }],
    ] as const) {
      const { details } = await refusedLink(owner, device, { ...relay(shelly), ...facts })
      expect(details?.map((each) => each.field)).toEqual([field])
    }
  })

  test('keeps link settings that a change omits and ignores those that its wiring lacks', async () => {
    const owner = await makeLandlord(server)
    const { device } = await makeLinked(server, owner, pulses)
    const change = (body: object) => server.call(deviceLinks.change, { ...of(owner, device), body })
    expect(await change({ gap_ms: 200, watts_mark: 5 })).toMatchObject({
      pulse_ms: 50,
      gap_ms: 200,
      watts_mark: null,
    })
    expect(await change({ gives_back_unused: true })).toMatchObject({ gap_ms: 200 })
    const stale = { ...of(owner, device), query: { version: 'old' }, body: {} }
    const { body } = await server.refused(deviceLinks.change, stale)
    expect(body.code).toBe('changed_meanwhile')
  })

  test('can have power as evidence, to a tenth of a watt', async () => {
    const owner = await makeLandlord(server)
    const { device, link } = await makeLinked(server, owner, {
      ...pulses,
      evidence: 'power',
      watts_mark: 10.26,
    })
    expect(link).toMatchObject({ evidence: 'power', watts_mark: 10.3 })
    const body = { watts_mark: 1234.5 }
    const changed = await server.call(deviceLinks.change, { ...of(owner, device), body })
    expect(changed).toMatchObject({ watts_mark: 1234.5, pulse_ms: 50 })
  })

  test('keeps its link while a cycle is open', async () => {
    const owner = await makeLandlord(server)
    const { device } = await makeLinked(server, owner)
    const cycle = await beginCycle(server, owner, device)
    const sent = of(owner, device)
    for (const [call, body] of [
      [deviceLinks.change, { gives_back_unused: true }],
      [deviceLinks.remove, undefined],
      [deviceLinks.test, undefined],
      [devices.delete, undefined],
    ] as const) {
      const refused = await server.refused(call, { ...sent, ...(body && { body }) } as never)
      expect(refused.body.code).toBe('cycle_open')
    }
    await cycle.end()
    await server.call(deviceLinks.remove, sent)
    expect(await server.call(deviceLinks.get, sent)).toBeNull()
  })

  test('is in order again after its owner has checked it', async () => {
    const owner = await makeLandlord(server)
    const { device } = await makeLinked(server, owner)
    await server.database
      .updateTable('device_links')
      .set({ not_started: 2, out_of_order_at: new Date() })
      .where('device_id', '=', device.id)
      .execute()
    const sent = of(owner, device)
    const looked = await server.call(deviceLinks.lookedAt, sent)
    expect(looked).toMatchObject({ not_started: 0, out_of_order_at: null })
    expect(await server.call(deviceLinks.get, sent)).toEqual(looked)
  })

  test('frees its channel when it is deleted', async () => {
    const owner = await makeLandlord(server)
    const { device, controller } = await makeLinked(server, owner)
    await server.call(devices.delete, of(owner, device))
    const next = await makeDevice(server, owner)
    const body = relay(controller)
    await server.call(deviceLinks.create, { ...of(owner, next), body })
  })
})

test('finds no link to change, remove, test or check for a device without one', async () => {
  const owner = await makeLandlord(server)
  const sent = of(owner, await makeDevice(server, owner))
  for (const call of [deviceLinks.remove, deviceLinks.test, deviceLinks.lookedAt]) {
    expect((await server.refused(call, sent)).body.code).toBe('link_not_found')
  }
  const changed = await server.refused(deviceLinks.change, { ...sent, body: {} })
  expect(changed.body.code).toBe('link_not_found')
})

describe('a price that coins cannot make', () => {
  test('is rejected on linking, with the nearest possible prices', async () => {
    const owner = await makeLandlord(server)
    const device = await makeDevice(server, owner, { price: 2.6 })
    const controller = await makeController(server, owner)
    expect(await refusedLink(owner, device, { ...relay(controller), ...pulses })).toMatchObject({
      code: 'price_not_in_coins',
      error: 'Coins of this type cannot make this price. The nearest possible: $2.50 or $2.75.',
    })
  })

  test('is rejected on saving, unless a relay switches the device', async () => {
    const owner = await makeLandlord(server)
    const save = (device: { id: string }, facts: object) => ({
      ...of(owner, device),
      body: { ...deviceBody, landlord_email: owner.email, ...facts },
    })
    const { device } = await makeLinked(server, owner, pulses)
    for (const facts of [{ price: 2.6 }, { price: 0 }, { price: 2.5, coin_type: 'dollar' }]) {
      const { body } = await server.refused(devices.update, save(device, facts))
      expect(body.code).toBe('price_not_in_coins')
    }
    await server.call(devices.update, save(device, { price: 2, coin_type: 'dollar' }))
    const byRelay = await makeLinked(server, owner)
    await server.call(devices.update, save(byRelay.device, { price: 2.6 }))
  })
})

describe('a test start', () => {
  /** Connects a controller and collects the messages sent to it. */
  function connect({ id }: { id: string }) {
    const told: ServerMessage[] = []
    server.parts.connections.connect(id, {
      send: (message) => void told.push(message),
      end: () => {},
    })
    return told
  }

  test('switches a relay on for a moment and shows the first answer', async () => {
    const owner = await makeLandlord(server)
    const { device, controller } = await makeLinked(server, owner)
    const told = connect(controller)
    const { id, deadline } = await server.call(deviceLinks.test, of(owner, device))
    await expect
      .poll(() => told)
      .toEqual([
        {
          type: 'start',
          id,
          channel: 1,
          deadline: Date.parse(deadline),
          seconds: limits.testSeconds,
        },
      ])
    const params = { id: device.id, test: id }
    const answer = () => server.call(deviceLinks.testStart, { as: owner, params })
    expect(await answer()).toMatchObject({ answer: null })
    const said = { type: 'answer', id, channel: 1, duplicate: false, boot_id: 'b1' } as const
    const hear = (controllerId: string, result: 'accepted' | 'busy', channel = 1) =>
      server.parts.connections.receive(controllerId, { ...said, result, channel })
    const stranger = await makeController(server, owner)
    await hear(stranger.id, 'busy')
    await hear(controller.id, 'busy', 2)
    expect(await answer()).toMatchObject({ answer: null })
    await hear(controller.id, 'accepted')
    await hear(controller.id, 'busy')
    expect(await answer()).toMatchObject({ answer: 'accepted' })
  })

  test('sends as many pulses as the price has coins', async () => {
    const owner = await makeLandlord(server)
    const { device, controller } = await makeLinked(server, owner, pulses)
    const told = connect(controller)
    await server.call(deviceLinks.test, of(owner, device))
    await expect
      .poll(() => told)
      .toMatchObject([{ pulses: { count: 10, pulse_ms: 50, gap_ms: 100 } }])
  })

  test('is not found by the id of another device', async () => {
    const owner = await makeLandlord(server)
    const { device } = await makeLinked(server, owner)
    const other = await makeLinked(server, owner)
    const { id: test } = await server.call(deviceLinks.test, of(owner, device))
    const params = { id: other.device.id, test }
    const { body } = await server.refused(deviceLinks.testStart, { as: owner, params })
    expect(body.code).toBe('test_not_found')
  })
})

test('records every action on a link in the audit trail', async () => {
  const owner = await makeLandlord(server)
  const { device, controller } = await makeLinked(server, owner)
  const sent = of(owner, device)
  await server.call(deviceLinks.change, { ...sent, body: { gives_back_unused: true } })
  await server.call(deviceLinks.test, sent)
  await server.call(deviceLinks.remove, sent)
  const events = await server.database
    .selectFrom('audit_events')
    .select(['action', 'details'])
    .where('subject_id', '=', device.id)
    .orderBy('created_at')
    .execute()
  const at = { controller_id: controller.name, channel: '1' }
  expect(events.slice(1)).toEqual([
    { action: 'device_linked', details: { ...at, switching: 'relay', evidence: 'answer' } },
    { action: 'device_link_changed', details: { gives_back_unused: 'false → true' } },
    { action: 'device_tested', details: at },
    { action: 'device_unlinked', details: at },
  ])
})
