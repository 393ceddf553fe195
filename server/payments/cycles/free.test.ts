import { randomUUID } from 'node:crypto'
import { audit } from '@coinless/contract/audit.ts'
import { cycles } from '@coinless/contract/cycles.ts'
import { reports } from '@coinless/contract/reports.ts'
import { revenue } from '@coinless/contract/revenue.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { afterEach, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { makeAdmin, makeLandlord, type TestUser } from '../../../test/support/make.ts'
import { makeStaff } from '../../../test/support/staff.ts'

const server = testApp()
const { makeRoom, refusedAt, cycleOf, expectState, later, expectAddsUp } = laundry(server)

afterEach(expectAddsUp)

/** A machine whose tenant has reported it without a payment. */
async function reportedRoom(wiring: Parameters<typeof makeRoom>[0] = {}) {
  const room = await makeRoom(wiring)
  const { landlord, tenant, device, machine } = room
  const body = { device_id: device.id, kind: 'damaged' } as const
  await server.call(reports.create, { as: tenant, body })
  const { data } = await server.call(reports.listCases, { as: landlord })
  const params = { id: data[0]?.id ?? '' }
  // Tests move cycles into the past.
  await server.asOwner(`update report_cases set reported_at = reported_at - interval '1 day'`)
  const see = (as: TestUser = landlord) => server.call(reports.getCase, { as, params })
  async function asked() {
    const { last_start_id, free_minutes } = await see()
    return { seen_start_id: last_start_id, duration_minutes: free_minutes }
  }
  const start = async (as: TestUser = landlord) =>
    server.call(cycles.startFree, { as, params, body: await asked() })
  const refusal = async (as: TestUser = landlord, facts = {}) =>
    (
      await server.refused(cycles.startFree, {
        as,
        params,
        body: { ...(await asked()), ...facts },
      })
    ).body.code
  /** Runs as the machine's controller reports. */
  async function run() {
    const { id } = await start()
    await machine.answer('accepted')
    machine.state = { running: true, start: machine.starts.at(-1)?.id ?? null }
    await expectState(id, 'running')
    return id
  }
  /** No answer to it is under way, which would be newer than the time that a test passes. */
  async function stop(cycle: string) {
    const stopped = await server.call(cycles.stopFree, {
      as: landlord,
      params: { ...params, cycle },
    })
    await machine.quiet()
    return stopped
  }
  return { ...room, params, see, asked, start, refusal, run, stop }
}

const moneyOf = async (as: TestUser) => ({
  revenue: (
    await server.call(revenue.get, { as, query: { time_zone: 'UTC', period: 'this_year' } })
  ).total,
  payments: (await server.call(transactions.list, { as, query: {} })).pagination.total,
})

test('runs for the minutes of the device, costs nothing, and leaves a trace', async () => {
  const { landlord, device, machine, run, see } = await reportedRoom()
  const before = await moneyOf(landlord)
  const id = await run()
  expect(machine.starts).toMatchObject([{ seconds: device.duration_minutes * 60 }])
  expect(await see()).toMatchObject({
    free_cycle: { id, state: 'running', duration_minutes: device.duration_minutes },
  })
  machine.switchOff()
  await later(id, device.duration_minutes * 60 + 30)
  await machine.quiet()
  await expectState(id, 'finished', 'time_over')
  expect(await moneyOf(landlord)).toEqual(before)
  const entries = server.database.selectFrom('ledger_entries').select('id')
  expect(await entries.where('credit_account', 'like', `%${device.id}`).execute()).toEqual([])
  const { data } = await server.call(audit.list, {
    as: await makeAdmin(server),
    query: { action: 'free_cycle_started' },
  })
  expect(data).toContainEqual(
    expect.objectContaining({
      action: 'free_cycle_started',
      details: { duration_minutes: String(device.duration_minutes) },
    }),
  )
})

test('runs for the minutes of the reported payment', async () => {
  const { landlord, tenant, device, machine, pay } = await makeRoom()
  const payment_id = await pay()
  await machine.answer('door')
  await expectState(payment_id, 'not_started', 'door')
  await server.call(reports.create, {
    as: tenant,
    body: { device_id: device.id, kind: 'did_not_start', payment_id },
  })
  await server.asOwner(`update devices set duration_minutes = 99 where id = '${device.id}'`)
  const { data } = await server.call(reports.listCases, { as: landlord })
  const params = { id: data[0]?.id ?? '' }
  const found = await server.call(reports.getCase, { as: landlord, params })
  expect(found.free_minutes).toBe(device.duration_minutes)
})

test('sends the coins of the price', async () => {
  const { machine, start } = await reportedRoom({ switching: 'pulses' })
  await start()
  expect(machine.starts).toMatchObject([{ pulses: { count: 10 } }])
})

test('offers no new start when the machine takes none of the coins', async () => {
  const { machine, start } = await reportedRoom({ switching: 'pulses', evidence: 'power' })
  const { id } = await start()
  await machine.answer('accepted')
  const none = { switched: false, ran_seconds: null, watts: null, busy: null }
  const last = machine.starts[0]?.id ?? ''
  machine.state = { watts: 0, entry: { start: last, result: 'accepted', ...none } }
  await later(id, 60)
  await expectState(id, 'not_started', 'did_not_run')
})

test('shows the open cycle, also beside one that ended in the future', async () => {
  const { run, stop, see, machine } = await reportedRoom()
  const first = await run()
  await stop(first)
  machine.switchOff()
  await later(first, 30)
  await machine.quiet()
  await expectState(first, 'finished', 'stopped')
  machine.state = {}
  const second = await run()
  await server.asOwner(
    `update cycles set created_at = now() + interval '1 hour' where id = '${first}'`,
  )
  expect((await see()).free_cycle).toMatchObject({ id: second })
})

test('runs once for concurrent calls, with one key or several', async () => {
  const { landlord, machine, params, asked } = await reportedRoom()
  const body = await asked()
  const key = randomUUID()
  const send = (idempotencyKey: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api/report-cases/${params.id}/free-cycles`,
      headers: { authorization: `Bearer ${landlord.token}`, 'idempotency-key': idempotencyKey },
      payload: body,
    })
  const answers = await Promise.all([send(key), send(key), send(randomUUID())])
  const made = answers.filter(({ statusCode }) => statusCode === 201)
  expect(new Set(made.map((each) => each.json().id)).size).toBe(1)
  expect(machine.starts).toHaveLength(1)
  const again = await send(key)
  const first = answers[0]
  expect([again.statusCode, again.json().id]).toEqual([first?.statusCode, first?.json().id])
  expect((await send(randomUUID())).json().code).toBe('started_meanwhile')
  expect(machine.starts).toHaveLength(1)
})

test('is refused while the machine runs, takes no payment, or does not answer', async () => {
  const { landlord, device, code, tenant, machine, pay, refusal, run, stop } = await reportedRoom()
  expect(await refusal(landlord, { duration_minutes: 1 })).toBe('changed_meanwhile')
  machine.state = { running: true }
  expect(await refusal()).toBe('device_in_use')
  machine.state = { fault: true }
  expect(await refusal()).toBe('device_fault')
  machine.state = {}
  await machine.say()
  const setDevice = (status: string) =>
    server.asOwner(`update devices set status = '${status}' where id = '${device.id}'`)
  await setDevice('inactive')
  expect(await refusal()).toBe('device_not_active')
  await setDevice('active')
  const setLink = (at: string) =>
    server.asOwner(`update device_links set out_of_order_at = ${at} where id = '${machine.linkId}'`)
  await setLink('now()')
  expect(await refusal()).toBe('device_out_of_order')
  await setLink('null')
  expect(machine.starts).toEqual([])
  const id = await run()
  expect(await refusal()).toBe('cycle_open')
  expect(await refusedAt(tenant, device, code.code)).toBe('device_in_use')
  await stop(id)
  machine.switchOff()
  await later(id, 30)
  await machine.quiet()
  await expectState(id, 'finished', 'stopped')
  await pay()
  expect(await refusal()).toBe('cycle_open')
})

test('is refused for a device without a controller', async () => {
  const { machine, refusal } = await reportedRoom()
  await server.asOwner(`delete from device_links where id = '${machine.linkId}'`)
  expect(await refusal()).toBe('link_not_found')
})

test('is stopped by the operator, once', async () => {
  const { landlord, machine, params, run, stop, see } = await reportedRoom()
  const id = await run()
  const other = { as: landlord, params: { ...params, cycle: randomUUID() } }
  expect((await server.refused(cycles.stopFree, other)).body.code).toBe('cycle_not_found')
  expect(await stop(id)).toMatchObject({ id, state: 'running' })
  expect(machine.told.map(({ type }) => type)).toContain('off')
  machine.switchOff()
  await later(id, 30)
  await machine.quiet()
  await expectState(id, 'finished', 'stopped')
  expect(await stop(id)).toMatchObject({ id, state: 'finished', reason: 'stopped' })
  expect((await see(landlord)).free_cycle).toMatchObject({ state: 'finished', ends_at: null })
  expect((await cycleOf(id)).operator_id).toBe(landlord.id)
})

test('belongs to the operators with the right to controllers', async () => {
  const { landlord, tenant, params, asked, machine } = await reportedRoom()
  const body = await asked()
  const code = async (as: TestUser) => {
    const start = await server.refused(cycles.startFree, { as, params, body })
    const stop = await server.refused(cycles.stopFree, {
      as,
      params: { ...params, cycle: randomUUID() },
    })
    return [start.body.code, stop.body.code]
  }
  for (const as of [tenant, await makeLandlord(server)])
    expect(await code(as)).toEqual(['case_not_found', 'case_not_found'])
  const bookkeeper = await makeStaff(server, landlord, 'bookkeeper')
  expect(await code(bookkeeper)).toEqual(['right_missing', 'right_missing'])
  const elsewhere = await makeStaff(server, landlord, 'technician', undefined, ['Elsewhere'])
  expect(await code(elsewhere)).toEqual(['case_not_found', 'case_not_found'])
  expect(machine.starts).toEqual([])
  const technician = await makeStaff(server, landlord, 'technician')
  const { id } = await server.call(cycles.startFree, { as: technician, params, body })
  expect((await cycleOf(id)).operator_id).toBe(landlord.id)
  expect(machine.starts).toHaveLength(1)
})

test('ends as a paid cycle does when the machine refuses it or loses power, without money', async () => {
  const { landlord, machine, start, run } = await reportedRoom()
  const before = await moneyOf(landlord)
  const { id } = await start()
  await machine.answer('door')
  await expectState(id, 'not_started', 'door')
  machine.state = {}
  const second = await run()
  machine.state = {
    running: false,
    boot_id: 'b2',
    entry: {
      start: machine.starts.at(-1)?.id ?? '',
      result: 'accepted',
      switched: true,
      ran_seconds: 60,
      watts: null,
      busy: null,
    },
  }
  await later(second, 120)
  await machine.quiet()
  await expectState(second, 'interrupted', 'power_cut')
  expect(await moneyOf(landlord)).toEqual(before)
  const losses = server.database.selectFrom('losses').select('id').where('cycle_id', '=', second)
  expect(await losses.execute()).toEqual([])
})
