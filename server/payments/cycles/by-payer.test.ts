import { cycles } from '@coinless/contract/cycles.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { passTime } from '../../../test/support/machine.ts'
import { makeAdmin, makeUser, type TestUser } from '../../../test/support/make.ts'
import { moneyOf } from '../../../test/support/money.ts'

const server = testApp()
const { makeRoom, cycleOf, expectState, later, expectAddsUp } = laundry(server)
const shown = (as: TestUser, id: string) => server.call(cycles.get, { as, params: { id } })
const stop = (as: TestUser, id: string) => server.call(cycles.stop, { as, params: { id } })
const startAnew = (as: TestUser, id: string) =>
  server.call(cycles.startAnew, { as, params: { id } })

async function refused(
  target: typeof cycles.stop | typeof cycles.startAnew,
  as: TestUser,
  id: string,
) {
  const { status, body } = await server.refused(target, { as, params: { id } })
  return [status, body.code]
}

function written(id: string) {
  return server.database
    .selectFrom('audit_events')
    .select(['action', 'actor_id'])
    .where('subject_id', '=', id)
    .execute()
}

describe('a stop by the payer', () => {
  test('is refused after the owner closed the account, and the clock ends the cycle', async () => {
    const { tenant, device, machine, pay } = await makeRoom({ gives_back_unused: true })
    const id = await pay()
    await machine.answer('accepted')
    await expectState(id, 'running')
    await server.asOwner(
      `update controllers set deleted_at = now(), credential_hash = null where id = '${machine.controllerId}'`,
    )
    expect(await shown(tenant, id)).toMatchObject({ may_stop: false, stop_gives_back: null })
    expect(await refused(cycles.stop, tenant, id)).toEqual([422, 'cannot_be_stopped'])
    await later(id, device.duration_minutes * 60 + 6)
    await expectState(id, 'finished', 'time_over')
    expect(await cycleOf(id)).toMatchObject({ is_measured: false, given_back: '0.00' })
  })

  test('refunds the minutes shown before, once the machine is known to be off', async () => {
    const { tenant, code, machine, pay } = await makeRoom({ gives_back_unused: true })
    const id = await pay()
    expect(await shown(tenant, id)).toMatchObject({ may_stop: false, stop_gives_back: null })
    await machine.answer('accepted')
    // 20 of 30 minutes for 2.50, the last one begun; rounding favors the customer.
    await passTime(server, id, 20 * 60 - 50)
    expect(await shown(tenant, id)).toMatchObject({ may_stop: true, stop_gives_back: 0.84 })
    machine.state = null
    expect(await stop(tenant, id)).toMatchObject({
      state: 'running',
      is_stopping: true,
      may_stop: false,
      stop_gives_back: null,
    })
    expect((await moneyOf(server, code.id))?.balance).toBe('7.50')
    const start = machine.starts[0]?.id ?? ''
    const counted = { switched: true, ran_seconds: 20 * 60 - 25, watts: null, busy: null }
    machine.state = { entry: { start, result: 'accepted', ...counted } }
    await later(id, 5)
    await expectState(id, 'finished', 'stopped')
    expect(await shown(tenant, id)).toMatchObject({
      state: 'finished',
      given_back: 0.84,
      is_back_pending: false,
      is_stopping: false,
    })
    expect((await moneyOf(server, code.id))?.balance).toBe('8.34')
    await expectAddsUp()
  })

  test('refunds nothing unless the owner chose so, and says so before', async () => {
    const { tenant, code, machine, pay } = await makeRoom()
    const id = await pay()
    await machine.answer('accepted')
    await passTime(server, id, 60)
    expect(await shown(tenant, id)).toMatchObject({ may_stop: true, stop_gives_back: 0 })
    await stop(tenant, id)
    await expectState(id, 'finished', 'stopped')
    expect((await moneyOf(server, code.id))?.balance).toBe('7.50')
  })

  test('takes effect once for concurrent calls, with one audit event', async () => {
    const { tenant, machine, pay } = await makeRoom({ gives_back_unused: true })
    const id = await pay()
    await machine.answer('accepted')
    await passTime(server, id, 60)
    await Promise.all([stop(tenant, id), stop(tenant, id), stop(tenant, id)])
    await expectState(id, 'finished', 'stopped')
    expect(await stop(tenant, id)).toMatchObject({ state: 'finished', reason: 'stopped' })
    expect(await written(id)).toEqual([{ action: 'cycle_stopped', actor_id: tenant.id }])
    await expectAddsUp()
  })

  test('is refused for the owner, an admin and a stranger', async () => {
    const { tenant, landlord, machine, pay } = await makeRoom()
    const id = await pay()
    await machine.answer('accepted')
    const others = [landlord, await makeAdmin(server)]
    for (const other of others) {
      expect(await shown(other, id)).toMatchObject({ is_yours: false, may_stop: false })
      expect(await refused(cycles.stop, other, id)).toEqual([403, 'not_yours'])
      expect(await refused(cycles.startAnew, other, id)).toEqual([403, 'not_yours'])
    }
    expect(await refused(cycles.stop, await makeUser(server), id)).toEqual([404, 'cycle_not_found'])
    expect((await cycleOf(id)).is_stopping).toBe(false)
    expect(await shown(tenant, id)).toMatchObject({ is_yours: true })
  })
})

test('refuses to stop a cycle that is starting, has ended or cannot be switched off', async () => {
  const relay = await makeRoom()
  const id = await relay.pay()
  expect(await refused(cycles.stop, relay.tenant, id)).toEqual([422, 'cycle_starting'])
  await relay.machine.answer('door')
  await expectState(id, 'not_started', 'door')
  expect(await refused(cycles.stop, relay.tenant, id)).toEqual([422, 'cycle_ended'])
  expect(await refused(cycles.startAnew, relay.tenant, id)).toEqual([422, 'cycle_ended'])
  const pulses = await makeRoom({ switching: 'pulses' })
  const other = await pulses.pay()
  await pulses.machine.answer('accepted')
  expect(await shown(pulses.tenant, other)).toMatchObject({ state: 'running', may_stop: false })
  expect(await refused(cycles.stop, pulses.tenant, other)).toEqual([422, 'cannot_be_stopped'])
  expect(await refused(cycles.startAnew, pulses.tenant, other)).toEqual([422, 'no_new_start'])
})

describe('a machine that took none of its coins', () => {
  async function makeOffered() {
    const room = await makeRoom({ switching: 'pulses', evidence: 'power' })
    const id = await room.pay()
    await room.machine.answer('accepted')
    const start = room.machine.starts[0]?.id ?? ''
    const none = { switched: false, ran_seconds: null, watts: null, busy: null }
    room.machine.state = { watts: 0, entry: { start, result: 'accepted', ...none } }
    await later(id, 60)
    await expect.poll(async () => (await cycleOf(id)).is_restart_offered).toBe(true)
    return { ...room, id }
  }

  test('restarts once free of charge, however often the payer asks', async () => {
    const { tenant, landlord, code, machine, id } = await makeOffered()
    expect(await shown(landlord, id)).toMatchObject({ may_start_anew: false, may_stop: false })
    expect(await shown(tenant, id)).toMatchObject({
      state: 'starting',
      may_start_anew: true,
      start_anew_until: expect.any(String),
      may_stop: true,
      stop_gives_back: 2.5,
    })
    const all = [startAnew(tenant, id), startAnew(tenant, id), startAnew(tenant, id)]
    for (const answer of await Promise.all(all)) {
      expect(answer).toMatchObject({ state: 'starting', may_start_anew: false, may_stop: false })
    }
    await expect.poll(() => machine.starts).toHaveLength(2)
    await machine.answer('accepted')
    await expectState(id, 'running')
    expect(await startAnew(tenant, id)).toMatchObject({ state: 'running' })
    await expect.poll(() => machine.starts).toHaveLength(2)
    expect((await moneyOf(server, code.id))?.balance).toBe('7.50')
    expect(await written(id)).toEqual([{ action: 'cycle_started_anew', actor_id: tenant.id }])
  })

  test('refunds everything to a payer who declines a restart', async () => {
    const { tenant, code, machine, id } = await makeOffered()
    expect(await stop(tenant, id)).toMatchObject({
      state: 'not_started',
      reason: 'declined',
      given_back: 2.5,
    })
    expect(await stop(tenant, id)).toMatchObject({ reason: 'declined' })
    expect(await refused(cycles.startAnew, tenant, id)).toEqual([422, 'cycle_ended'])
    await expect.poll(() => machine.starts).toHaveLength(1)
    expect((await moneyOf(server, code.id))?.balance).toBe('10.00')
    await expectAddsUp()
  })
})
