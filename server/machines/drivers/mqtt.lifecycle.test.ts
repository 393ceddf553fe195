import { randomUUID } from 'node:crypto'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import { controllers } from '@coinless/contract/controllers.ts'
import { describe, expect, test } from 'vitest'
import { mosquitto } from '../../../test/servers/mosquitto.ts'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { passTime } from '../../../test/support/machine.ts'
import { mqttRoom, publishState } from '../../../test/support/mqtt-room.ts'
import { ShellyDevice } from '../../../test/support/shelly-device.ts'
import { TasmotaDevice } from '../../../test/support/tasmota-device.ts'
import { checkDueCycles } from '../../payments/cycles/check-due.ts'

/** Needs a real broker. `node test/servers/mosquitto.ts` installs it on Debian. */
describe.runIf(mosquitto)('on an MQTT broker', () => {
  const server = testApp({ mqttUrl: 'mqtt://127.0.0.1' })
  const { expectState, expectHeard, later, cycleOf, expectAddsUp } = laundry(server)
  const { speak, join, makeBox, broker } = mqttRoom(server, mosquitto ?? '')

  type Speaker = Awaited<ReturnType<typeof speak>>

  test('sends a Tasmota its timer and one POWER ON, and finishes when that timer ends', async () => {
    const speaker = await speak()
    const { box, connect, pay, seconds } = await makeBox(new TasmotaDevice())
    await connect(speaker)
    const cycle = await pay()
    await expectState(cycle, 'running')
    box.pass(seconds - 60)
    await later(cycle, seconds - 60)
    await expectHeard(cycle)
    box.pass(66)
    await later(cycle, 66)
    await expectState(cycle, 'finished', 'time_over')
    expect(box.commands).toContainEqual(['PulseTime1', String(seconds + 100)])
    expect(box.switches).toEqual([['POWER1', 'ON']])
    await expectAddsUp()
  })

  test('sends a Shelly one Switch.Set by RPC', async () => {
    const speaker = await speak()
    const { box, connect, pay, seconds } = await makeBox(new ShellyDevice())
    await connect(speaker)
    await expectState(await pay(), 'running')
    expect(box.sets).toMatchObject([{ params: { id: 0, on: true, toggle_after: seconds } }])
  })

  async function startWhileAway(speaker: Speaker) {
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
    server.parts.connections.send(id, {
      type: 'start',
      id: start.id,
      channel: 1,
      deadline,
      seconds: 60,
    })
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
  }

  async function startThatNeverComes(speaker: Speaker) {
    const { box, connect, pay, id } = await makeBox(new TasmotaDevice())
    const client = await connect(speaker)
    box.deaf.add('POWER1')
    const cycle = await pay()
    await expect.poll(() => box.switches.length).toBe(1)
    // The box is asked again once no call waits for that start.
    await expect
      .poll(() => server.parts.connections.ask(id, 1, null))
      .toMatchObject({ running: false })
    await passTime(server, cycle, 30)
    publishState(client, id, box.turn(true))
    await expect
      .poll(async () => {
        await checkDueCycles(server.parts)
        return (await cycleOf(cycle)).reason
      })
      .toBe('did_not_run')
    expect(box.power).toBe(true)
    await expectAddsUp()
  }

  test('refunds a start that never arrives, does not queue it, and ignores a start by hand', async () => {
    const speaker = await speak()
    // In parallel, because both wait for timeouts.
    await Promise.all([startWhileAway(speaker), startThatNeverComes(speaker)])
    await expectAddsUp()
  })

  test('keeps cycles running and starts nothing when the broker restarts, also after a lost answer', async () => {
    const speaker = await speak()
    const running = await makeBox(new TasmotaDevice())
    const unheard = await makeBox(new TasmotaDevice())
    const on = ({ id }: { id: string }) => server.parts.connections.ask(id, 1, null)
    await running.connect(speaker)
    await unheard.connect(speaker)
    const cycle = await running.pay()
    await expectState(cycle, 'running')
    unheard.box.mute.add('POWER1')
    const lost = await unheard.pay()
    await expect.poll(() => unheard.box.power).toBe(true)
    await broker().kill()
    await later(cycle, 61)
    expect(await on(running)).toBeNull()
    await broker().restart()
    for (const each of [running, unheard]) {
      await expect.poll(() => on(each)).toMatchObject({ running: true })
    }
    await later(cycle, 61)
    await later(lost, 11)
    for (const each of [cycle, lost]) await expectState(each, 'running')
    expect(await running.refused()).toBe('device_in_use')
    for (const { box } of [running, unheard]) expect(box.switches).toEqual([['POWER1', 'ON']])
  })

  test('refunds the rest when a Tasmota switches off for overload, and keeps it off', async () => {
    const speaker = await speak()
    const { box, id, connect, pay, refused, presence } = await makeBox(new TasmotaDevice())
    const client = await connect(speaker)
    const cycle = await pay()
    await expectState(cycle, 'running')
    box.pass(20 * 60)
    await passTime(server, cycle, 20 * 60)
    await checkDueCycles(server.parts)
    await expectHeard(cycle)
    publishState(client, id, box.trip())
    await expectState(cycle, 'interrupted', 'fault')
    expect((await cycleOf(cycle)).given_back).toBe('0.84')
    expect(await refused()).toBe('device_fault')
    expect((await presence()).events).toEqual(['connected', 'fault'])
    // A Tasmota does this unless SetOption33 is 0.
    publishState(client, id, box.turn(true))
    await expect.poll(() => box.power).toBe(false)
    await expectAddsUp()
  })

  test('interrupts the cycle as soon as a Tasmota is back from a restart', async () => {
    const speaker = await speak()
    const { box, id, connect, pay } = await makeBox(new TasmotaDevice())
    const client = await connect(speaker)
    const cycle = await pay()
    await expectState(cycle, 'running')
    box.pass(20 * 60)
    await passTime(server, cycle, 20 * 60)
    box.losePower()
    publishState(client, id, [['tele/LWT', 'Online']])
    await expectState(cycle, 'interrupted', 'power_cut')
  })

  test('hands over to another server when the first stops, and keeps the machine running', async () => {
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
        await checkDueCycles(other)
        return (await cycleOf(cycle)).last_running_at?.getTime()
      })
      .toBeGreaterThan(Date.now() - 60_000)
    expect([(await cycleOf(cycle)).state, box.switches.length, seconds > 0]).toEqual([
      'running',
      1,
      true,
    ])
  })

  test('ignores retained and malformed messages of a box', async () => {
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
    // When another box is connected, the messages before it have been processed.
    await (await makeBox(new TasmotaDevice())).connect(speaker)
    expect(await presence()).toEqual({ isConnected: false, events: [] })
    await speaker.stop()
  })

  // id: mqtt-1
  test('keeps a box from publishing for another or reading its commands', async () => {
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

  test('does not treat many answers to questions as a flood', async () => {
    const speaker = await speak()
    const { id, connect, presence } = await makeBox(new TasmotaDevice())
    await connect(speaker)
    const asked = Array.from({ length: 20 }, () =>
      server.parts.connections.ask(id, 1, randomUUID()),
    )
    expect(await Promise.all(asked)).not.toContain(null)
    expect(await presence()).toEqual({ isConnected: true, events: ['connected'] })
  })

  test('disconnects a box that floods and records it for its owner', async () => {
    const speaker = await speak()
    const { id, connect, presence } = await makeBox(new TasmotaDevice())
    const client = await connect(speaker)
    // A flood also if a new second begins amid them.
    for (let said = 0; said <= 2 * protocol.messagesPerSecond; said++) {
      client.publish(`coinless/${id}/tele/STATE`, '{}')
    }
    const flooded = { isConnected: false, events: ['connected', 'flood', 'disconnected'] }
    await expect.poll(presence).toEqual(flooded)
    await speaker.takeOver()
    expect(await presence()).toEqual(flooded)
  })

  test('sends nothing to a box whose credential was revoked', async () => {
    const speaker = await speak()
    const { box, id, landlord, connect, presence } = await makeBox(new TasmotaDevice())
    await connect(speaker)
    await server.call(controllers.endCredential, { as: landlord, params: { id } })
    await expect.poll(presence).toMatchObject({ isConnected: false })
    const asked = box.commands.length
    await speaker.takeOver()
    expect(await server.parts.connections.ask(id, 1, null)).toBeNull()
    expect(box.commands.length).toBe(asked)
  })
})
