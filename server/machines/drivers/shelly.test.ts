import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { passTime } from '../../../test/support/machine.ts'
import { notice, shellyRoom } from '../../../test/support/shelly-room.ts'
import { checkDueCycles } from '../../payments/cycles/check-due.ts'

const server = testApp()
const { cycleOf, expectState, expectHeard, later, expectAddsUp } = laundry(server)
const { makeShelly } = shellyRoom(server)

function startOf(cycle: string) {
  return server.database
    .selectFrom('starts')
    .select(['id', 'controller_id', 'channel', 'deadline'])
    .where('cycle_id', '=', cycle)
    .executeTakeFirstOrThrow()
}

describe('a payment at a Shelly', () => {
  test('sends one Switch.Set with a timer and is measured by the answers until the timer ends', async () => {
    const { connect, shelly, pay, seconds } = await makeShelly()
    await connect()
    const cycle = await pay()
    await expectState(cycle, 'running')
    expect(shelly.sets).toMatchObject([{ params: { id: 0, on: true, toggle_after: seconds } }])
    shelly.pass(seconds - 60)
    await later(cycle, seconds - 60)
    await expectHeard(cycle)
    shelly.pass(66)
    await later(cycle, 66)
    await expectState(cycle, 'finished', 'time_over')
    expect(await cycleOf(cycle)).toMatchObject({ is_measured: true, given_back: '0.00' })
    expect(shelly.sets).toHaveLength(1)
    await expectAddsUp()
  })

  test('switches the output of its channel', async () => {
    const { connect, shelly, pay } = await makeShelly({ channel: 2 })
    await connect()
    await expectState(await pay(), 'running')
    expect(shelly.sets).toMatchObject([{ params: { id: 1 } }])
  })

  test('is refused while the Shelly is offline, and nothing is switched when it reconnects', async () => {
    const { connect, shelly, refused, id, presence } = await makeShelly()
    const line = await connect()
    line.socket.terminate()
    await expect.poll(presence).toMatchObject({ isConnected: false })
    expect(await refused()).toBe('device_silent')
    const question = { type: 'ask', id: crypto.randomUUID(), channel: 1, start: null } as const
    server.parts.connections.send(id, question)
    await connect()
    await expect.poll(() => shelly.requests.at(-1)?.method).toBe('Sys.GetStatus')
    expect(shelly.sets).toEqual([])
  })

  test('is refused while the output is on by hand, has a fault or does not exist', async () => {
    const { connect, shelly, refused, presence } = await makeShelly()
    await connect()
    shelly.turn(true)
    expect(await refused()).toBe('device_in_use')
    shelly.turn(false)
    shelly.switch().errors = ['overtemp']
    expect(await refused()).toBe('device_fault')
    const third = await makeShelly({ channel: 3 })
    await third.connect()
    expect(await third.refused()).toBe('device_silent')
    expect((await third.presence()).events).toContain('fault')
    expect([await presence(), shelly.sets]).toEqual([
      { isConnected: true, events: ['connected', 'fault'] },
      [],
    ])
  })

  test('is refunded when the Shelly declines and stays off, or has no timer and is switched off', async () => {
    for (const fault of ['declines', 'no timer'] as const) {
      const { connect, shelly, pay } = await makeShelly()
      await connect()
      if (fault === 'declines') shelly.declines.add('Switch.Set')
      else shelly.hasTimers = false
      await expectState(await pay(), 'not_started', 'fault')
      expect(shelly.switch().output).toBe(false)
    }
    await expectAddsUp()
  })

  test('runs without a second command when its answer is lost and the Shelly reconnects', async () => {
    const { connect, shelly, pay } = await makeShelly()
    const line = await connect()
    shelly.mute.add('Switch.Set')
    const cycle = await pay()
    await expect.poll(() => shelly.switch().output).toBe(true)
    line.socket.terminate()
    await expectState(cycle, 'starting')
    await connect()
    await expectState(cycle, 'running')
    expect(shelly.sets).toHaveLength(1)
  })

  test('is recognized by its timer on another server when the first one is gone', async () => {
    const { connect, shelly, pay, seconds } = await makeShelly()
    const other = await server.anotherServer()
    await other.app.listen({ port: 0, host: '127.0.0.1' })
    const line = await connect()
    shelly.mute.add('Switch.Set')
    const cycle = await pay()
    await expect.poll(() => shelly.switch().output).toBe(true)
    line.socket.terminate()
    await connect(other.app)
    await passTime(server, cycle, 11)
    await checkDueCycles(other)
    await expectState(cycle, 'running')
    shelly.pass(seconds)
    await passTime(server, cycle, seconds)
    await checkDueCycles(other)
    await expectState(cycle, 'finished', 'time_over')
    expect(shelly.sets).toHaveLength(1)
  })

  test('is refunded when its start never came and the Shelly reports off after the deadline', async () => {
    const { connect, shelly, pay } = await makeShelly()
    const line = await connect()
    shelly.deaf.add('Switch.Set')
    const cycle = await pay()
    await expect.poll(() => shelly.sets.length).toBe(1)
    line.socket.terminate()
    await connect()
    shelly.deaf.clear()
    await later(cycle, 11)
    await expectState(cycle, 'not_started', 'did_not_run')
    expect(shelly.sets).toHaveLength(1)
    await expectAddsUp()
  })

  test('closes the connection when no answer comes by the deadline, so that none comes later', async () => {
    const { connect, shelly, test: testStart } = await makeShelly()
    const line = await connect()
    shelly.deaf.add('Switch.Set')
    await testStart()
    await expect.poll(() => shelly.sets.length).toBe(1)
    expect(await line.closed).toBe(1006)
  })

  test('does not take a switch-on by hand for its own start that never came', async () => {
    const { connect, shelly, pay } = await makeShelly()
    const line = await connect()
    shelly.deaf.add('Switch.Set')
    const cycle = await pay()
    await expect.poll(() => shelly.sets.length).toBe(1)
    line.socket.terminate()
    shelly.turn(true)
    await connect()
    await later(cycle, 11)
    await expectState(cycle, 'not_started', 'did_not_run')
    expect(shelly.switch().output).toBe(true)
  })

  test('keeps running when its timer is cleared by hand, and is switched off at its end', async () => {
    const { connect, shelly, pay, seconds } = await makeShelly()
    await connect()
    const cycle = await pay()
    await expectState(cycle, 'running')
    shelly.turn(true)
    await later(cycle, 61)
    await expectHeard(cycle)
    await later(cycle, seconds - 55)
    await expect.poll(() => shelly.switch().output).toBe(false)
    expect(shelly.sets).toMatchObject([{ params: { on: true } }, { params: { on: false } }])
  })

  test('charges only the minutes that ran before a power cut, and the Shelly stays off', async () => {
    const { connect, shelly, pay } = await makeShelly()
    const line = await connect()
    const cycle = await pay()
    await expectState(cycle, 'running')
    await passTime(server, cycle, 600)
    shelly.losePower()
    line.socket.terminate()
    await connect()
    await expectState(cycle, 'interrupted', 'power_cut')
    expect(shelly.sets).toHaveLength(1)
    await expectAddsUp()
  })

  test('is not ended by an invalid, repeated, late or unrelated notice', async () => {
    const { connect, shelly, pay } = await makeShelly()
    const line = await connect()
    const cycle = await pay()
    await expectState(cycle, 'running')
    const asked = shelly.requests.length
    for (const facts of [{ output: false }, { output: false }, { output: 7 }])
      line.say(notice(facts))
    line.say({ id: 99_999, src: 'x', dst: 'coinless', result: { output: false } })
    line.say({ id: 1, src: 'x', dst: 'coinless', result: { output: false } })
    line.say({ method: 'NotifyEvent', params: { 'switch:77': null } })
    await expect.poll(() => shelly.requests.length).toBe(asked + 2)
    await expectState(cycle, 'running')
    expect(line.socket.readyState).toBe(line.socket.OPEN)
  })

  test('ends when a notice says that it was switched off by hand, without a question', async () => {
    const { connect, shelly, pay } = await makeShelly()
    const line = await connect()
    const cycle = await pay()
    await expectState(cycle, 'running')
    await later(cycle, 60)
    await expectHeard(cycle)
    shelly.turn(false)
    line.say(notice({ output: false }))
    await expectState(cycle, 'interrupted', 'switched_off')
  })
})

test('switches off a Shelly that runs after the refund, records a loss and confirms it is off', async () => {
  const { connect, shelly, pay } = await makeShelly()
  const line = await connect()
  shelly.mute.add('Switch.Set')
  const cycle = await pay()
  await expect.poll(() => shelly.switch().output).toBe(true)
  line.socket.terminate()
  await later(cycle, 10)
  for (let asks = 0; asks < 6; asks++) await later(cycle, 5)
  await expectState(cycle, 'not_started', 'silent')
  shelly.mute.clear()
  shelly.pass(40)
  await connect()
  await expect.poll(async () => (await cycleOf(cycle)).is_loss).toBe(true)
  // The off command was sent while it was offline.
  await later(cycle, 5)
  await expect.poll(async () => (await cycleOf(cycle)).next_check_at).toBeNull()
  expect(shelly.switch().output).toBe(false)
  await expectState(await pay(), 'running')
})

describe('a start command for a Shelly', () => {
  test('is sent once even when it is delivered repeatedly', async () => {
    const { connect, shelly, pay } = await makeShelly()
    await connect()
    const cycle = await pay()
    await expectState(cycle, 'running')
    const { id, controller_id, channel, deadline } = await startOf(cycle)
    shelly.turn(false)
    const start = { type: 'start', id, channel, deadline: deadline.getTime(), seconds: 60 } as const
    server.parts.connections.send(controller_id, start)
    server.parts.connections.send(controller_id, start)
    await server.parts.connections.ask(controller_id, channel, null)
    expect(shelly.sets).toHaveLength(1)
  })

  test('is not sent after its deadline by the database’s clock', async () => {
    const { connect, shelly, id, answerTo } = await makeShelly()
    await connect()
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000)
    const start = await server.database
      .insertInto('starts')
      .values({ controller_id: id, channel: 1, created_at: at(-11), deadline: at(-2) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const deadline = at(9).getTime()
    server.parts.connections.send(id, {
      type: 'start',
      id: start.id,
      channel: 1,
      deadline,
      seconds: 60,
    })
    await expect.poll(() => answerTo(start.id)).toBe('expired')
    expect(shelly.sets).toEqual([])
  })

  test('is answered as busy when the Shelly is on by hand, and sets no timer', async () => {
    const { connect, shelly, test: testStart, answerTo } = await makeShelly()
    await connect()
    shelly.turn(true)
    const { id } = await testStart()
    await expect.poll(() => answerTo(id)).toBe('busy')
    expect(shelly.sets).toEqual([])
  })

  test('that has ended does not switch off a run by hand', async () => {
    const { connect, shelly, id, test: testStart, answerTo } = await makeShelly()
    await connect()
    const { id: start } = await testStart()
    await expect.poll(() => answerTo(start)).toBe('accepted')
    await server.asOwner(`update starts set created_at = created_at - interval '2 hours',
      deadline = deadline - interval '2 hours', sent_at = sent_at - interval '2 hours' where id = '${start}'`)
    shelly.turn(true)
    server.parts.connections.send(id, { type: 'off', id: crypto.randomUUID(), channel: 1, start })
    expect(await server.parts.connections.ask(id, 1, null)).toMatchObject({
      running: true,
      start: null,
    })
    expect(shelly.sets).toHaveLength(1)
  })
})
