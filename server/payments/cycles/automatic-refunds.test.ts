import { refunds } from '@coinless/contract/refunds.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { passTime } from '../../../test/support/machine.ts'
import type { TestUser } from '../../../test/support/make.ts'
import { moneyOf } from '../../../test/support/money.ts'
import { checkDueCycles } from './check-due.ts'

const server = testApp()
const { makeRoom, refusedAt, cycleOf, expectState, later, expectAddsUp } = laundry(server)

describe('a machine that did not start', () => {
  test.each(['busy', 'door', 'expired', 'fault'] as const)(
    'refunds the code in full after the answer %s',
    async (result) => {
      const { code, machine, pay } = await makeRoom()
      const id = await pay()
      await machine.answer(result)
      await expectState(id, 'not_started', result)
      expect(await moneyOf(server, code.id))?.toMatchObject({ balance: '10.00', ledger: '10.00' })
      const refund = await server.database
        .selectFrom('refunds')
        .select(['amount', 'reason', 'actor_id', 'status'])
        .where('transaction_id', '=', id)
        .execute()
      expect(refund).toEqual([
        { amount: '2.50', reason: result, actor_id: null, status: 'completed' },
      ])
      await expectAddsUp()
    },
  )

  test('refunds in full when it reports so on request, and is never started again', async () => {
    const { code, machine, pay } = await makeRoom()
    const id = await pay()
    await later(id, 10)
    await expectState(id, 'not_started', 'did_not_run')
    expect(machine.starts).toHaveLength(1)
    expect((await moneyOf(server, code.id))?.balance).toBe('10.00')
  })

  test('refunds in full and is switched off after six unanswered questions', async () => {
    const { code, machine, pay } = await makeRoom()
    const id = await pay()
    machine.state = null
    await later(id, 10)
    for (let question = 2; question <= 6; question++) await later(id, 5)
    await expectState(id, 'starting')
    await later(id, 5)
    await expectState(id, 'not_started', 'silent')
    expect(machine.told.map(({ type }) => type)).toEqual([
      'ask',
      'start',
      'ask',
      'ask',
      'ask',
      'ask',
      'ask',
      'ask',
      'off',
      'ask',
    ])
    expect((await moneyOf(server, code.id))?.balance).toBe('10.00')
    // A later run counts as a loss.
    await machine.answer('accepted')
    const losses = server.database.selectFrom('losses').select(['amount', 'why'])
    expect(await losses.where('cycle_id', '=', id).execute()).toEqual([
      { amount: '2.50', why: 'ran_after_refund' },
    ])
    expect((await moneyOf(server, code.id))?.balance).toBe('10.00')
    await expectAddsUp()
  })

  test('is out of order after two failures in a row; a run between them resets the count', async () => {
    const { tenant, device, code, machine, pay } = await makeRoom()
    const fail = async () => {
      const id = await pay()
      await machine.answer('fault')
      await expectState(id, 'not_started', 'fault')
    }
    await fail()
    const ran = await pay()
    await machine.answer('accepted')
    await later(ran, device.duration_minutes * 60 + 6)
    await expectState(ran, 'finished', 'time_over')
    await fail()
    await fail()
    expect(await refusedAt(tenant, device, code.code)).toBe('device_out_of_order')
  })

  test('leaves the refund pending if the code was deleted', async () => {
    const { code, machine, pay } = await makeRoom()
    const id = await pay()
    await server.asOwner(`update prepaid_codes set deleted_at = now() where id = '${code.id}'`)
    await machine.answer('fault')
    await expectState(id, 'not_started', 'fault')
    const owed = server.database.selectFrom('refunds').select(['amount', 'status'])
    expect(await owed.where('transaction_id', '=', id).execute()).toEqual([
      { amount: '2.50', status: 'pending' },
    ])
  })
})

test.each([
  // 10 of 30 minutes for 2.50; rounding favors the customer.
  ['the minutes that did not run', 20, '8.34'],
  ['everything when it ran for less than the least', 14, '10.00'],
])('refunds after an interruption: %s', async (_what, minutes, left) => {
  const { code, machine, pay } = await makeRoom()
  const id = await pay()
  await machine.answer('accepted')
  await passTime(server, id, 25 * 60)
  machine.state = {
    boot_id: 'b2',
    entry: {
      start: machine.starts[0]?.id ?? '',
      result: 'accepted',
      switched: true,
      ran_seconds: minutes * 60,
      watts: null,
      busy: null,
    },
  }
  await checkDueCycles(server.parts)
  await expectState(id, 'interrupted', 'power_cut')
  expect((await moneyOf(server, code.id))?.balance).toBe(left)
  await expectAddsUp()
})

describe('a refund by a person', () => {
  const refund = (as: TestUser, id: string, amount: number) => ({
    as,
    params: { id },
    body: { amount, reason: 'Stuck' },
  })

  test('is refused during the start, and later reduces the automatic refund', async () => {
    const { landlord, code, machine, pay } = await makeRoom()
    const id = await pay()
    const { status, body } = await server.refused(refunds.create, refund(landlord, id, 1))
    expect([status, body.code]).toEqual([422, 'cycle_starting'])
    await machine.answer('accepted')
    await server.call(refunds.create, refund(landlord, id, 1))
    machine.state = { fault: true }
    await machine.say()
    await expect.poll(async () => (await cycleOf(id)).state).toBe('running')
    await later(id, 60)
    await expect.poll(async () => (await cycleOf(id)).state).toBe('interrupted')
    expect((await moneyOf(server, code.id))?.balance).toBe('10.00')
    await expectAddsUp()
  })

  test('in full switches the machine off', async () => {
    const { landlord, machine, pay } = await makeRoom()
    const id = await pay()
    await machine.answer('accepted')
    await server.call(refunds.create, refund(landlord, id, 2.5))
    await expectState(id, 'interrupted', 'refunded')
    expect(machine.told.some(({ type }) => type === 'off')).toBe(true)
    await expectAddsUp()
  })
})
