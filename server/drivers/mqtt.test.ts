import { randomUUID } from 'node:crypto'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import { controllers } from '@coinless/contract/controllers.ts'
import { describe, expect, test } from 'vitest'
import { lookAfterCycles } from '../cycles/look-after.ts'
import { testApp } from '../test/app.ts'
import { laundry } from '../test/laundry.ts'
import { passTime } from '../test/machine.ts'
import { mqttRoom } from '../test/mqtt-room.ts'
import { ShellyDevice } from '../test/shelly-device.ts'
import { TasmotaDevice } from '../test/tasmota-device.ts'
import { mosquitto } from '../testbed/mosquitto.ts'

/** With a real broker. `node server/testbed/mosquitto.ts` installs it on Debian. */
describe.runIf(mosquitto)('at an MQTT broker', () => {
  const server = testApp({ mqttUrl: 'mqtt://127.0.0.1' })
  const { expectState, later, cycleOf, expectAddsUp } = laundry(server)
  const { speak, join, makeBox, broker } = mqttRoom(server, mosquitto ?? '')

  test('a Tasmota gets its time and one POWER ON, counts while it runs, and ends by its own timer', async () => {
    const speaker = await speak()
    const { box, connect, pay, seconds } = await makeBox(new TasmotaDevice())
    await connect(speaker)
    const cycle = await pay()
    await expectState(cycle, 'running')
    box.pass(seconds - 60)
    await later(cycle, seconds - 60)
    const heardAt = async () => (await cycleOf(cycle)).heard_running_at?.getTime()
    await expect.poll(heardAt).toBeGreaterThan(Date.now() - 30_000)
    box.pass(66)
    await later(cycle, 66)
    await expectState(cycle, 'finished', 'time_over')
    expect(box.commands).toContainEqual(['PulseTime1', String(seconds + 100)])
    expect(box.switches).toEqual([['POWER1', 'ON']])
    await expectAddsUp()
  })

  test('a Shelly gets one Switch.Set by its RPC', async () => {
    const speaker = await speak()
    const { box, connect, pay, seconds } = await makeBox(new ShellyDevice())
    await connect(speaker)
    await expectState(await pay(), 'running')
    expect(box.sets).toMatchObject([{ params: { id: 0, on: true, toggle_after: seconds } }])
  })

  test('a box that is away is not started, also by no queue when it comes back', async () => {
    const speaker = await speak()
    const { box, id, connect, plugIn, pay, refused } = await makeBox(new TasmotaDevice())
    const client = await connect(speaker, false)
    await client.endAsync(true)
    expect(await refused()).toBe('device_silent')
    const start = await server.database
      .insertInto('starts')
      .values({ controller_id: id, channel: 1, deadline: new Date(Date.now() + 9000) })
      .returning(['id', 'deadline'])
      .executeTakeFirstOrThrow()
    const deadline = start.deadline.getTime()
    server.parts.lines.tell(id, { type: 'start', id: start.id, channel: 1, deadline, seconds: 60 })
    const answer = () =>
      server.database
        .selectFrom('starts')
        .select('answer')
        .where('id', '=', start.id)
        .executeTakeFirstOrThrow()
    await expect.poll(answer).toEqual({ answer: 'expired' })
    const asked = box.commands.length
    const back = await plugIn(false)
    back.publish(`coinless/${id}/tele/LWT`, 'Online')
    await expect.poll(() => box.commands.length).toBeGreaterThan(asked)
    await expectState(await pay(), 'running')
    expect(box.switches).toEqual([['POWER1', 'ON']])
  })

  test('a broker that is killed and comes back ends no run, and starts nothing', async () => {
    const speaker = await speak()
    const { box, connect, pay, refused, id } = await makeBox(new TasmotaDevice())
    await connect(speaker)
    const cycle = await pay()
    await expectState(cycle, 'running')
    await broker().kill()
    await later(cycle, 61)
    expect(await server.parts.lines.ask(id, 1, null)).toBeNull()
    await broker().restart()
    await expect.poll(() => server.parts.lines.ask(id, 1, null)).toMatchObject({ running: true })
    await later(cycle, 61)
    await expectState(cycle, 'running')
    expect([await refused(), box.switches]).toEqual(['device_in_use', [['POWER1', 'ON']]])
  })

  test('a start whose answer is lost with the broker counts by the timer of the box', async () => {
    const speaker = await speak()
    const { box, connect, pay, id } = await makeBox(new TasmotaDevice())
    await connect(speaker)
    box.mute.add('POWER1')
    const cycle = await pay()
    await expect.poll(() => box.power).toBe(true)
    await broker().kill()
    await broker().restart()
    await expect.poll(() => server.parts.lines.ask(id, 1, null)).toMatchObject({ running: true })
    await later(cycle, 11)
    await expectState(cycle, 'running')
    expect(box.switches).toEqual([['POWER1', 'ON']])
  })

  test('a start that never came is given back, and nobody’s hand counts for it', async () => {
    const speaker = await speak()
    const { box, connect, pay, id } = await makeBox(new TasmotaDevice())
    const client = await connect(speaker)
    box.deaf.add('POWER1')
    const cycle = await pay()
    await expect.poll(() => box.switches.length).toBe(1)
    // It is asked again once nobody waits for that start any more.
    await expect.poll(() => server.parts.lines.ask(id, 1, null)).toMatchObject({ running: false })
    await passTime(server, cycle, 30)
    for (const [topic, text] of box.turn(true)) client.publish(`coinless/${id}/${topic}`, text)
    await expect
      .poll(async () => {
        await lookAfterCycles(server.parts)
        return (await cycleOf(cycle)).reason
      })
      .toBe('did_not_run')
    expect(box.power).toBe(true)
    await expectAddsUp()
  })

  test('one server speaks, another goes on when it ends, and the machine keeps its start', async () => {
    const first = await speak()
    const other = await server.anotherServer()
    const second = await speak(other)
    const { box, connect, pay, seconds } = await makeBox(new TasmotaDevice())
    await connect(first)
    const cycle = await pay()
    await expectState(cycle, 'running')
    await first.stop()
    await second.takeOver()
    await expect.poll(() => box.commands.length).toBeGreaterThan(6)
    box.pass(120)
    await passTime(server, cycle, 120)
    await expect
      .poll(async () => {
        await lookAfterCycles(other)
        return (await cycleOf(cycle)).heard_running_at?.getTime()
      })
      .toBeGreaterThan(Date.now() - 60_000)
    expect([(await cycleOf(cycle)).state, box.switches.length, seconds > 0]).toEqual([
      'running',
      1,
      true,
    ])
  })

  test('what the broker has kept of a box is no answer, and neither is what it says wrong', async () => {
    const { box, id, credential, presence } = await makeBox(new TasmotaDevice())
    const client = await join(id, credential)
    const state = JSON.stringify({ StatusSTS: box.state() })
    for (const topic of ['stat/STATUS11', 'tele/STATE', 'online']) {
      await client.publishAsync(`coinless/${id}/${topic}`, state, { retain: true, qos: 1 })
    }
    const speaker = await speak()
    for (const text of [
      '',
      '{',
      'ON',
      '[]',
      '{"StatusSTS":7}',
      'x'.repeat(protocol.messageBytes + 1),
    ]) {
      await client.publishAsync(`coinless/${id}/stat/STATUS11`, text)
      await client.publishAsync(`coinless/${id}/events/rpc`, text)
    }
    // What another box says after it has been heard by now.
    await (await makeBox(new TasmotaDevice())).connect(speaker)
    expect(await presence()).toEqual({ isConnected: false, events: [] })
    await speaker.stop()
  })

  test('a box cannot speak for another, nor hear what that is told', async () => {
    const speaker = await speak()
    const [one, other] = [await makeBox(new TasmotaDevice()), await makeBox(new TasmotaDevice())]
    await one.connect(speaker)
    const spy = await join(other.id, other.credential)
    const heard: string[] = []
    spy.on('message', (topic) => heard.push(topic))
    await spy.subscribeAsync('#').catch(() => {})
    await spy
      .publishAsync(`coinless/${one.id}/stat/RESULT`, '{"POWER":"ON"}', { qos: 1 })
      .catch(() => {})
    await spy.publishAsync(`coinless/${one.id}/cmnd/POWER1`, 'ON', { qos: 1 }).catch(() => {})
    await expectState(await one.pay(), 'running')
    expect(one.box.switches).toEqual([['POWER1', 'ON']])
    expect(heard.filter((topic) => topic.includes(one.id))).toEqual([])
  })

  test('a box that answers all that it is asked is no flood', async () => {
    const speaker = await speak()
    const { id, connect, presence } = await makeBox(new TasmotaDevice())
    await connect(speaker)
    const asked = Array.from({ length: 20 }, () => server.parts.lines.ask(id, 1, randomUUID()))
    expect(await Promise.all(asked)).not.toContain(null)
    expect(await presence()).toEqual({ isConnected: true, events: ['connected'] })
  })

  test('a box that floods is left alone, and its owner is told', async () => {
    const speaker = await speak()
    const { id, connect, presence } = await makeBox(new TasmotaDevice())
    const client = await connect(speaker)
    for (let said = 0; said <= protocol.messagesPerSecond; said++) {
      client.publish(`coinless/${id}/tele/STATE`, '{}')
    }
    const flooded = { isConnected: false, events: ['connected', 'flood', 'disconnected'] }
    await expect.poll(presence).toEqual(flooded)
    await speaker.takeOver()
    expect(await presence()).toEqual(flooded)
  })

  test('nobody speaks with a box whose credential has ended', async () => {
    const speaker = await speak()
    const { box, id, landlord, connect, presence } = await makeBox(new TasmotaDevice())
    await connect(speaker)
    await server.call(controllers.endCredential, { as: landlord, params: { id } })
    await expect.poll(presence).toMatchObject({ isConnected: false })
    const asked = box.commands.length
    await speaker.takeOver()
    expect(await server.parts.lines.ask(id, 1, null)).toBeNull()
    expect(box.commands.length).toBe(asked)
  })
})
