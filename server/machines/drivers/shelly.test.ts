import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { passTime } from '../../../test/support/machine.ts'
import { notice, shellyRoom } from '../../../test/support/shelly-room.ts'
import { lookAfterCycles } from '../../payments/cycles/look-after.ts'

const server = testApp()
const { cycleOf, expectState, later, expectAddsUp } = laundry(server)
const { makeShelly } = shellyRoom(server)

function startOf(cycle: string) {
  return server.database
    .selectFrom('starts')
    .select(['id', 'controller_id', 'channel', 'deadline'])
    .where('cycle_id', '=', cycle)
    .executeTakeFirstOrThrow()
}

describe('a payment at a Shelly', () => {
  test('is one Switch.Set with its own timer, and counts by what it answers until that ends', async () => {
    const { connect, shelly, pay, seconds } = await makeShelly()
    await connect()
    const cycle = await pay()
    await expectState(cycle, 'running')
    expect(shelly.sets).toMatchObject([{ params: { id: 0, on: true, toggle_after: seconds } }])
    shelly.pass(seconds - 60)
    await later(cycle, seconds - 60)
    const heardAt = async () => (await cycleOf(cycle)).heard_running_at?.getTime()
    await expect.poll(heardAt).toBeGreaterThan(Date.now() - 30_000)
    shelly.pass(66)
    await later(cycle, 66)
    await expectState(cycle, 'finished', 'time_over')
    expect(await cycleOf(cycle)).toMatchObject({ is_measured: true, given_back: '0.00' })
    expect(shelly.sets).toHaveLength(1)
    await expectAddsUp()
  })

  test('switches the switch of its channel', async () => {
    const { connect, shelly, pay } = await makeShelly({ channel: 2 })
    await connect()
    await expectState(await pay(), 'running')
    expect(shelly.sets).toMatchObject([{ params: { id: 1 } }])
  })

  test('is refused while it is away, and nothing is switched when it comes back', async () => {
    const { connect, shelly, refused, id, presence } = await makeShelly()
    const line = await connect()
    line.socket.terminate()
    await expect.poll(presence).toMatchObject({ isConnected: false })
    expect(await refused()).toBe('device_silent')
    const question = { type: 'ask', id: crypto.randomUUID(), channel: 1, start: null } as const
    server.parts.lines.tell(id, question)
    await connect()
    await expect.poll(() => shelly.requests.at(-1)?.method).toBe('Sys.GetStatus')
    expect(shelly.sets).toEqual([])
  })

  test('is refused while it was switched on by hand, has a fault or lacks the switch', async () => {
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

  test('is given back when it declines, stays off, or has no timer, in which case it is switched off', async () => {
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

  test('whose answer is lost with the line counts once the Shelly is back, and is not sent again', async () => {
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

  test('that goes on at another server after the first was killed is known there by its timer', async () => {
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
    await lookAfterCycles(other)
    await expectState(cycle, 'running')
    shelly.pass(seconds)
    await passTime(server, cycle, seconds)
    await lookAfterCycles(other)
    await expectState(cycle, 'finished', 'time_over')
    expect(shelly.sets).toHaveLength(1)
  })

  test('that never came is given back when the Shelly says after the deadline that it is off', async () => {
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

  test('whose answer does not come by the deadline ends the connection, so that it does not come later', async () => {
    const { connect, shelly, test: testStart } = await makeShelly()
    const line = await connect()
    shelly.deaf.add('Switch.Set')
    await testStart()
    await expect.poll(() => shelly.sets.length).toBe(1)
    expect(await line.closed).toBe(1006)
  })

  test('by somebody else’s hand is not taken for the start of a payment that never came', async () => {
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

  test('that runs keeps running when its timer is ended by hand, and is switched off at its end', async () => {
    const { connect, shelly, pay, seconds } = await makeShelly()
    await connect()
    const cycle = await pay()
    await expectState(cycle, 'running')
    shelly.turn(true)
    await later(cycle, 61)
    await expectState(cycle, 'running')
    await later(cycle, seconds - 55)
    await expect.poll(() => shelly.switch().output).toBe(false)
    expect(shelly.sets).toMatchObject([{ params: { on: true } }, { params: { on: false } }])
  })

  test('that loses power costs the minutes that ran, and the Shelly stays off', async () => {
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

  test('is not ended by a notice that is wrong, repeated, late or about nothing', async () => {
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

  test('that is switched off by hand ends with a notice, without being asked for it', async () => {
    const { connect, shelly, pay } = await makeShelly()
    const line = await connect()
    const cycle = await pay()
    await expectState(cycle, 'running')
    await later(cycle, 60)
    const heardAt = async () => (await cycleOf(cycle)).heard_running_at?.getTime()
    await expect.poll(heardAt).toBeGreaterThan(Date.now() - 30_000)
    shelly.turn(false)
    line.say(notice({ output: false }))
    await expectState(cycle, 'interrupted', 'switched_off')
  })
})

test('a Shelly that ran although the money went back is switched off, a loss, and known to be off then', async () => {
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
  // It was told off while it was away.
  await later(cycle, 5)
  await expect.poll(async () => (await cycleOf(cycle)).look_at).toBeNull()
  expect(shelly.switch().output).toBe(false)
  await expectState(await pay(), 'running')
})

describe('a start for a Shelly', () => {
  test('is sent once, however often it is told', async () => {
    const { connect, shelly, pay } = await makeShelly()
    await connect()
    const cycle = await pay()
    await expectState(cycle, 'running')
    const { id, controller_id, channel, deadline } = await startOf(cycle)
    shelly.turn(false)
    const start = { type: 'start', id, channel, deadline: deadline.getTime(), seconds: 60 } as const
    server.parts.lines.tell(controller_id, start)
    server.parts.lines.tell(controller_id, start)
    await server.parts.lines.ask(controller_id, channel, null)
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
    server.parts.lines.tell(id, { type: 'start', id: start.id, channel: 1, deadline, seconds: 60 })
    await expect.poll(() => answerTo(start.id)).toBe('expired')
    expect(shelly.sets).toEqual([])
  })

  test('that finds it on by hand is busy, and its timer is not set', async () => {
    const { connect, shelly, test: testStart, answerTo } = await makeShelly()
    await connect()
    shelly.turn(true)
    const { id } = await testStart()
    await expect.poll(() => answerTo(id)).toBe('busy')
    expect(shelly.sets).toEqual([])
  })

  test('that is over switches nothing off that runs by hand', async () => {
    const { connect, shelly, id, test: testStart, answerTo } = await makeShelly()
    await connect()
    const { id: start } = await testStart()
    await expect.poll(() => answerTo(start)).toBe('accepted')
    await server.asOwner(`update starts set created_at = created_at - interval '2 hours',
      deadline = deadline - interval '2 hours', sent_at = sent_at - interval '2 hours' where id = '${start}'`)
    shelly.turn(true)
    server.parts.lines.tell(id, { type: 'off', id: crypto.randomUUID(), channel: 1, start })
    expect(await server.parts.lines.ask(id, 1, null)).toMatchObject({ running: true, start: null })
    expect(shelly.sets).toHaveLength(1)
  })
})
