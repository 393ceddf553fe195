import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Laundry } from './test/laundry.ts'

const dayMs = 24 * 3600 * 1000

test('a start switches on once, is answered, and a repeated one gets the first answer', async () => {
  await using laundry = new Laundry()
  await laundry.connected({ switch: laundry.machine() })
  const answer = await laundry.start()
  expect(answer).toMatchObject({ result: 'accepted', duplicate: false })
  expect(await laundry.start({ seconds: 600 }, answer.id)).toMatchObject({
    result: 'accepted',
    duplicate: true,
  })
  expect(laundry.lines('log')).toEqual(['off', 'on'])
  const state = await laundry.ask(answer.id)
  expect(state).toMatchObject({ running: true, start: answer.id, fault: false })
  expect(state.remaining_seconds).toBeGreaterThan(590)
  expect(state.entry).toMatchObject({ result: 'accepted', switched: true, ran_seconds: null })
  expect(laundry.authorizations).toEqual([`Bearer ${laundry.credential}`])
})

test('a second start of a machine that runs is refused, and off stops only what it names', async () => {
  await using laundry = new Laundry()
  await laundry.connected({ switch: laundry.machine() })
  const first = await laundry.start()
  const second = await laundry.start()
  expect(second.result).toBe('busy')
  const off = (start: string) => {
    const id = randomUUID()
    laundry.tell({ type: 'off', id, channel: 1, start })
    return laundry.hear('state', (state) => state.question === id)
  }
  expect(await off(second.id)).toMatchObject({ running: true, entry: { switched: false } })
  expect(await off(first.id)).toMatchObject({ running: false, start: null })
  expect(laundry.switched()).toEqual(['off', 'on', 'off'])
})

test.each([-dayMs, dayMs])(
  'a clock that is off by %i ms changes nothing: in time it runs, late it does not',
  async (clockOffMs) => {
    await using laundry = new Laundry()
    laundry.clockOffMs = clockOffMs
    await laundry.connected({ switch: laundry.machine() })
    expect((await laundry.start({ seconds: 60 }, randomUUID(), -1000)).result).toBe('expired')
    expect((await laundry.start()).result).toBe('accepted')
  },
)

test('without a pong nobody knows how late it is, so nothing starts', async () => {
  await using laundry = new Laundry()
  laundry.answersPings = false
  await laundry.connected({ switch: laundry.machine() })
  expect((await laundry.start()).result).toBe('expired')
  expect(laundry.lines('log')).toEqual(['off'])
})

test('its own timer ends a run while the line is dead, and the next connection starts nothing', async () => {
  await using laundry = new Laundry()
  await laundry.connected({ switch: laundry.machine() })
  const answer = await laundry.start({ seconds: 2 })
  laundry.cutLine()
  await laundry.hear('hello', () => true, laundry.heard.length)
  await expect.poll(() => laundry.switched()).toEqual(['off', 'on', 'off'])
  expect(await laundry.ask(answer.id)).toMatchObject({
    running: false,
    entry: { switched: true, ran_seconds: 2 },
  })
})

test('killed while a machine runs: it goes off at once, stays off, and is said to be cut short', async () => {
  await using laundry = new Laundry()
  const wiring = { switch: laundry.machine() }
  const agent = await laundry.connected(wiring)
  const answer = await laundry.start()
  await laundry.kill(agent)
  await expect.poll(() => laundry.switched()).toEqual(['off', 'on', 'off'])
  const count = laundry.heard.length
  await laundry.connected(wiring)
  const state = await laundry.hear('state', () => true, count)
  expect(state.boot_id).not.toBe(answer.boot_id)
  expect(state).toMatchObject({ running: false, start: null, remaining_seconds: null })
  expect(state.entry).toMatchObject({ start: answer.id, switched: true, ran_seconds: 0 })
  expect(await laundry.start({ seconds: 600 }, answer.id)).toMatchObject({ duplicate: true })
  expect(laundry.lines('log').filter((line) => line === 'on')).toHaveLength(1)
})

test('killed between writing down and switching: unknown, off, and never started again', async () => {
  await using laundry = new Laundry()
  const agent = await laundry.connected({ switch: laundry.machine('exec sleep 2;') })
  const id = randomUUID()
  laundry.tell({ type: 'start', id, channel: 1, deadline: laundry.now() + 9000, seconds: 60 })
  await expect.poll(() => readFileSync(laundry.file('journal'), 'utf8')).toContain(id)
  await laundry.kill(agent)
  await laundry.connected({ switch: laundry.machine() })
  const state = await laundry.ask(id)
  expect(state).toMatchObject({ running: false, entry: { result: 'accepted', switched: null } })
  expect(await laundry.start({ seconds: 60 }, id)).toMatchObject({ duplicate: true })
  expect(laundry.lines('log')).not.toContain('on')
})

test('a switch that fails is a fault, switched off, and so is one that hangs', async () => {
  await using laundry = new Laundry()
  const machine = laundry.machine()
  await laundry.connected({ switch: { ...machine, on: ['sleep', '60'] } })
  expect((await laundry.start()).result).toBe('fault')
  expect(laundry.lines('log')).toEqual(['off', 'off'])
})

test('an open door and a busy machine are refused', async () => {
  await using laundry = new Laundry()
  const input = (name: string) => ({ command: ['cat', laundry.file(name)] })
  for (const name of ['door', 'busy']) writeFileSync(laundry.file(name), '0')
  await laundry.connected({
    switch: laundry.machine(),
    door: input('door'),
    busy: input('busy'),
  })
  writeFileSync(laundry.file('door'), '1')
  expect((await laundry.start()).result).toBe('door')
  writeFileSync(laundry.file('busy'), '1')
  expect((await laundry.start()).result).toBe('busy')
  expect(await laundry.ask()).toMatchObject({ busy: true, running: false })
})

test('pulses are given to the command once, and a box without one says fault', async () => {
  await using laundry = new Laundry()
  const pulses = { pulses: { count: 10, pulse_ms: 50, gap_ms: 100 } }
  const write = ['sh', '-c', `echo "$@" >> ${laundry.file('log')}`, 'pulses']
  const agent = await laundry.connected({ switch: { ...laundry.machine(), pulses: write } })
  const answer = await laundry.start(pulses)
  expect(answer.result).toBe('accepted')
  await expect.poll(() => laundry.lines('log')).toEqual(['off', '10 50 100'])
  await expect
    .poll(async () => (await laundry.ask(answer.id)).entry)
    .toMatchObject({ switched: true, ran_seconds: null })
  await laundry.kill(agent)
  await laundry.connected({ switch: laundry.machine() })
  expect((await laundry.start(pulses)).result).toBe('fault')
})

test('the journal keeps the last 64 starts', async () => {
  await using laundry = new Laundry()
  await laundry.connected({ switch: laundry.machine() })
  const first = await laundry.start({ seconds: 60 }, randomUUID(), -1000)
  for (let count = 0; count < 64; count += 1) {
    await laundry.start({ seconds: 60 }, randomUUID(), -1000)
  }
  expect((await laundry.ask(first.id)).entry).toBeNull()
  expect(JSON.parse(readFileSync(laundry.file('journal'), 'utf8'))).toHaveLength(64)
})

test('a signal switches off before it ends', async () => {
  await using laundry = new Laundry()
  const agent = await laundry.connected({ switch: laundry.machine() })
  await laundry.start()
  const gone = once(agent, 'exit')
  agent.kill('SIGTERM')
  await gone
  expect(laundry.switched()).toEqual(['off', 'on', 'off'])
})

test.each([
  [{ channels: {} }, /"channels": needs one channel at least/],
  [{ channels: { 65: {} } }, /"channels.65"/],
  [{ server: 'http://laundry.example.com' }, /"allow_http": true/],
  [{ credentials: 'x' }, /credentials/],
  [{ journal: '/nowhere/journal' }, /"journal": \/nowhere\/journal cannot be written/],
])('wrong settings are said in words, without the credential: %j', async (more, expected) => {
  await using laundry = new Laundry()
  const agent = await laundry.agent({ switch: laundry.machine() }, more)
  const [code] = await once(agent, 'close')
  expect(code).toBe(1)
  expect(laundry.output).toMatch(expected)
  expect(laundry.output).not.toContain('    at ')
})
