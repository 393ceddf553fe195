import { cycles } from '@coinless/contract/cycles.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { passTime } from '../../../test/support/machine.ts'
import { makeCode, makeDevice, makeLandlord, termsOf } from '../../../test/support/make.ts'
import { moneyOf } from '../../../test/support/money.ts'
import { checkSetBackCycles } from './check-due.ts'

const server = testApp()
const { makeRoom, payAt, cycleOf, expectState, later, expectAddsUp } = laundry(server)

/** Moves all times of a cycle into the future, as setting the clock back does. */
const setBack = (id: string, seconds = 3600) => passTime(server, id, -seconds)

async function setBackAndLook(id: string) {
  await setBack(id)
  expect(await checkSetBackCycles(server.parts)).toEqual([])
}

/** Runs a cycle of 30 minutes for 2.50 for some minutes, as its controller has just reported. */
async function runningFor(minutes: number) {
  const room = await makeRoom()
  const { machine } = room
  const id = await room.pay()
  await machine.answer('accepted')
  await expectState(id, 'running')
  const run = { running: true, start: machine.starts[0]?.id ?? null }
  await passTime(server, id, minutes * 60)
  await machine.say({ ...run, remaining_seconds: (30 - minutes) * 60 })
  const balance = async () => (await moneyOf(server, room.code.id))?.balance
  return { ...room, id, run, balance }
}

describe('after the database clock is set back', () => {
  test('detects after a minute that a machine was switched off, and refunds what did not run', async () => {
    const { id, machine, balance } = await runningFor(20)
    await setBackAndLook(id)
    machine.state = { running: false }
    await later(id, 65)
    await expectState(id, 'interrupted', 'switched_off')
    expect(await balance()).toBe('8.34')
    await expectAddsUp()
  })

  test('charges in full for a machine that runs to its end, which is then free', async () => {
    const { id, machine, balance } = await runningFor(1)
    await setBackAndLook(id)
    await later(id, 29 * 60 + 6, () => machine.switchOff())
    await expectState(id, 'finished', 'time_over')
    expect(await balance()).toBe('7.50')
  })

  test('counts the earlier run of a machine that reports before the next check', async () => {
    const { id, run, machine, balance } = await runningFor(10)
    await setBack(id, 300)
    await machine.say({ ...run, remaining_seconds: 20 * 60 })
    await later(id, 20 * 60 + 6, () => machine.switchOff())
    await expectState(id, 'finished', 'time_over')
    expect(await balance()).toBe('7.50')
  })

  test('refunds in full within a minute of the check if the machine did not start', async () => {
    const { pay, machine, code } = await makeRoom()
    const id = await pay()
    await setBackAndLook(id)
    machine.state = { running: false }
    await later(id, 11)
    await expectState(id, 'not_started', 'did_not_run')
    expect((await moneyOf(server, code.id))?.balance).toBe('10.00')
  })

  test('asks a given-up machine until it is off', async () => {
    const { pay, machine } = await makeRoom()
    const id = await pay()
    machine.state = null
    await later(id, 11)
    for (let asks = 0; asks < 6; asks++) await later(id, 6)
    await expectState(id, 'not_started', 'silent')
    await setBackAndLook(id)
    const start = machine.starts[0]?.id ?? ''
    const facts = { switched: false, ran_seconds: 0, watts: null, busy: null }
    machine.state = { running: false, entry: { start, result: 'expired', ...facts } }
    await later(id, 6)
    await expect.poll(async () => (await cycleOf(id)).next_check_at).toBe(null)
  })

  test('ends the cycle of a device without a link when its time is over', async () => {
    const landlord = await makeLandlord(server)
    const code = await makeCode(server, landlord)
    const id = await payAt(landlord, await makeDevice(server, landlord), code.code)
    await setBackAndLook(id)
    await later(id, 30 * 60)
    await expectState(id, 'finished', 'time_over')
  })

  test('shows what a machine does now if it also ran before', async () => {
    const { id, device, machine, tenant, pay } = await runningFor(30)
    await later(id, 6, () => machine.switchOff())
    await expectState(id, 'finished', 'time_over')
    await setBack(id)
    await pay()
    const shown = await server.call(cycles.deviceStates, {
      as: tenant,
      query: { ids: device.id },
    })
    expect(shown.data).toMatchObject([{ state: 'starting' }])
  })

  test('changes nothing in the past', async () => {
    const { id } = await runningFor(10)
    const before = await cycleOf(id)
    await setBack(id, 0)
    expect(await checkSetBackCycles(server.parts)).toEqual([])
    expect(await cycleOf(id)).toEqual(before)
  })
})

describe('a machine linked before the clock was set back', () => {
  async function linkedAhead() {
    const room = await makeRoom()
    await server.asOwner(
      `update device_links set created_at = now() + interval '1 hour' where id = '${room.machine.linkId}'`,
    )
    return room
  }

  test('runs when it has started', async () => {
    const { machine, pay } = await linkedAhead()
    const id = await pay()
    await machine.answer('accepted')
    await expectState(id, 'running')
  })

  test('accepts a card payment', async () => {
    const { tenant, device, machine } = await linkedAhead()
    const body = {
      ...termsOf(device),
      customer_name: 'Tess Tenant',
      customer_email: tenant.email,
      payment_method_id: sandboxPaymentMethods.approved,
    }
    const { payment } = await server.call(payments.card, { as: tenant, body })
    await machine.answer('accepted')
    await expectState(payment.id, 'running')
  })

  test('refunds in full when it did not start', async () => {
    const { machine, pay, code } = await linkedAhead()
    const id = await pay()
    machine.state = null
    await later(id, 10)
    for (let question = 2; question <= 7; question++) await later(id, 5)
    await expectState(id, 'not_started', 'silent')
    expect((await moneyOf(server, code.id))?.balance).toBe('10.00')
  })
})
