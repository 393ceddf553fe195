import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { notice, shellyRoom } from '../../../test/support/shelly-room.ts'

const server = testApp()
const { cycleOf, expectState, expectHeard, later, expectAddsUp } = laundry(server)
const { makeShelly } = shellyRoom(server)

test('refunds in full when a Shelly measured no power, even if its timer ends a second early', async () => {
  const { connect, shelly, pay, seconds, device } = await makeShelly({
    evidence: 'power',
    watts_mark: 10,
  })
  const line = await connect()
  const cycle = await pay()
  await expectState(cycle, 'running')
  shelly.pass(seconds - 30)
  await later(cycle, seconds - 30)
  await expectHeard(cycle)
  shelly.pass(30)
  await later(cycle, 28)
  line.say(notice({ output: false }))
  await expectState(cycle, 'not_started', 'no_power')
  expect(Number((await cycleOf(cycle)).given_back)).toBe(device.price)
  const losses = server.database.selectFrom('losses').select('amount').where('cycle_id', '=', cycle)
  expect(await losses.execute()).toEqual([])
  await expectAddsUp()
})

test('checks a Shelly that was offline at the end, and refunds the rest only after a reboot', async () => {
  for (const isCut of [true, false]) {
    const { connect, shelly, pay, seconds } = await makeShelly()
    const line = await connect()
    const cycle = await pay()
    await expectState(cycle, 'running')
    shelly.pass(600)
    await later(cycle, 600)
    await expectHeard(cycle)
    line.socket.terminate()
    shelly.pass(seconds)
    if (isCut) shelly.losePower()
    for (const wait of [seconds - 595, 6, 6]) await later(cycle, wait)
    await expectState(cycle, 'finished', 'time_over')
    await connect()
    const asked = shelly.requests.length
    await later(cycle, 60)
    if (isCut) await expectState(cycle, 'interrupted', 'power_cut')
    else await expect.poll(async () => (await cycleOf(cycle)).next_check_at).toBeNull()
    expect(shelly.requests.length).toBeGreaterThan(asked)
    const isBack = Number((await cycleOf(cycle)).given_back) > 0
    expect(isBack).toBe(isCut)
  }
  await expectAddsUp()
})

test('reports the highest power of a Shelly since its last report, and 0 while it is off', async () => {
  const { connect, shelly, id, pay } = await makeShelly({ evidence: 'power', watts_mark: 5 })
  const line = await connect()
  await expectState(await pay(), 'running')
  await server.parts.connections.ask(id, 1, null)
  shelly.switch().apower = 2103.5
  const asked = shelly.requests.length
  line.say(notice({ apower: 2103.5 }))
  await expect.poll(() => shelly.requests.length).toBeGreaterThan(asked)
  shelly.switch().apower = 3
  expect(await server.parts.connections.ask(id, 1, null)).toMatchObject({
    running: true,
    watts: 2103.5,
  })
  expect(await server.parts.connections.ask(id, 1, null)).toMatchObject({ watts: 3 })
  shelly.turn(false)
  expect(await server.parts.connections.ask(id, 1, null)).toMatchObject({
    running: false,
    watts: 0,
  })
})
