import { controllers } from '@coinless/contract/controllers.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import { describe, expect, test, vi } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { makeMachine, passTime } from '../../../test/support/machine.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  termsOf,
} from '../../../test/support/make.ts'
import { moneyOf, untouched } from '../../../test/support/money.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { checkDueCycles } from './check-due.ts'

const server = testApp()
const { makeRoom, payAt, refusedAt, cycleOf, expectState, later, expectAddsUp } = laundry(server)

describe('a payment at a device without a link', () => {
  test('creates a cycle that runs and ends by the clock, also for several payments', async () => {
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord)
    const code = await makeCode(server, landlord)
    const ids = [await payAt(landlord, device, code.code), await payAt(landlord, device, code.code)]
    for (const id of ids) {
      expect(await cycleOf(id)).toMatchObject({
        state: 'running',
        is_measured: false,
        open_link_id: null,
        device_id: device.id,
        money: 'taken',
      })
      await passTime(server, id, device.duration_minutes * 60 - 5)
    }
    await checkDueCycles(server.parts)
    for (const id of ids) await expectState(id, 'running')
    for (const id of ids) await passTime(server, id, 5)
    await checkDueCycles(server.parts)
    for (const id of ids) await expectState(id, 'finished', 'time_over')
  })
})

describe('a payment at a machine', () => {
  test('starts it once for the time paid, and its cycle runs after the machine accepts', async () => {
    const { device, machine, pay } = await makeRoom()
    const id = await pay()
    expect(machine.starts).toMatchObject([{ channel: 1, seconds: device.duration_minutes * 60 }])
    await expectState(id, 'starting')
    await machine.answer('accepted')
    await expectState(id, 'running')
    await later(id, device.duration_minutes * 60 + 6)
    expect(machine.starts).toHaveLength(1)
    await expectAddsUp()
  })

  test('sends coin pulses for its price', async () => {
    const { machine, pay } = await makeRoom({ switching: 'pulses' })
    await pay()
    expect(machine.starts).toMatchObject([{ pulses: { count: 10, pulse_ms: 50, gap_ms: 100 } }])
  })

  test.each(['busy', 'door', 'expired', 'fault'] as const)(
    'logs the answer %s once for the owner of the controller, as a test start does',
    async (result) => {
      const { landlord, device, machine, pay } = await makeRoom()
      await expectState(await pay(), 'starting')
      await machine.answer(result)
      await machine.answer(result, true)
      await server.call(deviceLinks.test, { as: landlord, params: { id: device.id } })
      await expect.poll(() => machine.starts.length).toBe(2)
      await machine.answer(result)
      const params = { id: machine.controllerId }
      const { events } = await server.call(controllers.get, { as: landlord, params })
      const { label, device_number, duration_minutes } = device
      const of = { kind: 'refused', answer: result, channel: 1, device_label: label, device_number }
      expect(events).toMatchObject([
        { ...of, minutes: null, detail: '' },
        { ...of, minutes: duration_minutes, detail: '' },
      ])
    },
  )

  test('starts nothing more when it is repeated', async () => {
    const { tenant, device, code, machine } = await makeRoom()
    const payload = { ...termsOf(device), prepaid_code: code.code }
    const send = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/payments/prepaid',
        headers: { authorization: `Bearer ${tenant.token}`, 'idempotency-key': 'once' },
        payload,
      })
    const [first, second] = [await send(), await send()]
    expect(second.json()).toEqual(first.json())
    await expect.poll(() => machine.starts).toHaveLength(1)
    expect((await moneyOf(server, code.id))?.count).toBe(1)
  })

  test.each([
    ['device_in_use', { running: true }],
    ['device_fault', { fault: true }],
    ['device_silent', null],
  ])('is refused as %s before anything is charged', async (refusal, state) => {
    const { tenant, device, code, machine } = await makeRoom()
    machine.state = state
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
      advanceTimeDelta: 500,
    })
    try {
      expect(await refusedAt(tenant, device, code.code)).toBe(refusal)
    } finally {
      vi.useRealTimers()
    }
    expect([machine.starts, await moneyOf(server, code.id)]).toEqual([[], untouched])
  })

  test('is refused, without asking, at a machine that is out of order', async () => {
    const { tenant, device, code, machine } = await makeRoom()
    await server.asOwner(
      `update device_links set out_of_order_at = now() where id = '${machine.linkId}'`,
    )
    expect(await refusedAt(tenant, device, code.code)).toBe('device_out_of_order')
    expect([machine.told, await moneyOf(server, code.id)]).toEqual([[], untouched])
  })

  test('is refused if its link is removed at the same moment', async () => {
    const { tenant, device, code, machine } = await makeRoom()
    const { paying } = await server.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('device_links').where('device_id', '=', device.id).execute()
      const paying = refusedAt(tenant, device, code.code)
      await expect.poll(() => waitingForLocks(server)).toBe(1)
      return { paying }
    })
    expect(await paying).toBe('device_in_use')
    expect(machine.starts).toEqual([])
    expect((await moneyOf(server, code.id))?.balance).toBe('10.00')
  })

  test('wins the machine for one of a hundred concurrent calls, and the others pay nothing', async () => {
    const { landlord, device, machine } = await makeRoom()
    const codes = await Promise.all(Array.from({ length: 100 }, () => makeCode(server, landlord)))
    const answers = await Promise.all(
      codes.map(async ({ code }) => {
        const { statusCode, body } = await server.app.inject({
          method: 'POST',
          url: '/api/payments/prepaid',
          headers: { authorization: `Bearer ${(await makeUser(server)).token}` },
          payload: { ...termsOf(device), prepaid_code: code },
        })
        return statusCode === 201 ? 'paid' : JSON.parse(body).code
      }),
    )
    expect(answers.toSorted()).toEqual([...Array(99).fill('device_in_use'), 'paid'])
    const money = await Promise.all(codes.map(({ id }) => moneyOf(server, id)))
    expect(money.filter((one) => one?.count)).toHaveLength(1)
    await expect.poll(() => machine.starts).toHaveLength(1)
    await expectAddsUp()
  })
})

describe('a server that stops between the payment and its start', () => {
  test('lets another server ask the machine, and none start it', async () => {
    const { machine, tenant, device, code } = await makeRoom()
    const dying = await server.anotherServer()
    dying.connections.send = () => {}
    const { statusCode, body } = await dying.app.inject({
      method: 'POST',
      url: '/api/payments/prepaid',
      headers: { authorization: `Bearer ${tenant.token}` },
      payload: { ...termsOf(device), prepaid_code: code.code },
    })
    expect(statusCode).toBe(201)
    await dying.app.close()
    const id = JSON.parse(body).transaction.id
    await later(id, 10)
    await expectState(id, 'not_started', 'did_not_run')
    expect(machine.starts).toEqual([])
    expect((await moneyOf(server, code.id))?.balance).toBe('10.00')
  })
})

test('asks and starts a controller on another server', async () => {
  const other = await server.anotherServer()
  const { landlord, tenant, code } = await makeRoom()
  const device = await makeDevice(server, landlord)
  const machine = await makeMachine(server, landlord, device, {}, other.connections)
  const id = await payAt(tenant, device, code.code)
  await expect.poll(() => machine.starts).toHaveLength(1)
  await machine.answer('accepted')
  await expectState(id, 'running')
  await other.app.close()
})

test('ignores reports of a controller about a start or channel of another one', async () => {
  const { machine, pay } = await makeRoom()
  const { machine: stranger } = await makeRoom()
  const id = await pay()
  stranger.told.push(...machine.starts)
  await stranger.answer('door')
  await stranger.say({ fault: true, start: machine.starts[0]?.id ?? null })
  await expectState(id, 'starting')
})
