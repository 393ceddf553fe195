import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Laundry } from './test/laundry.ts'

const dayMs = 24 * 3600 * 1000

test('switches on once for a start and repeats the first answer', async () => {
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

test('refuses to start a running machine, and stops only the start that off names', async () => {
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
  'applies deadlines correctly with a clock that is off by %i ms',
  async (clockOffMs) => {
    await using laundry = new Laundry()
    laundry.clockOffMs = clockOffMs
    await laundry.connected({ switch: laundry.machine() })
    expect((await laundry.start({ seconds: 60 }, randomUUID(), -1000)).result).toBe('expired')
    expect((await laundry.start()).result).toBe('accepted')
  },
)

test('starts nothing before a pong tells the time of the server', async () => {
  await using laundry = new Laundry()
  laundry.answersPings = false
  await laundry.connected({ switch: laundry.machine() })
  expect((await laundry.start()).result).toBe('expired')
  expect(laundry.lines('log')).toEqual(['off'])
})

test('ends a run by its own timer while offline, and starts nothing at the next connection', async () => {
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

test('switches off when killed during a run, stays off, and reports the run as cut short', async () => {
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

test('reports a start as unknown after a kill before the switch, and never repeats it', async () => {
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

test('reports a hanging switch as a fault and switches it off', async () => {
  await using laundry = new Laundry()
  const machine = laundry.machine()
  await laundry.connected({ switch: { ...machine, on: ['sleep', '60'] } })
  expect((await laundry.start()).result).toBe('fault')
  expect(laundry.lines('log')).toEqual(['off', 'off'])
})

test('refuses to start with an open door or a busy machine', async () => {
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

test('passes pulses to the command once, and reports a fault without a command', async () => {
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

test('keeps the last 64 starts in the journal', async () => {
  await using laundry = new Laundry()
  await laundry.connected({ switch: laundry.machine() })
  const first = await laundry.start({ seconds: 60 }, randomUUID(), -1000)
  for (let count = 0; count < 64; count += 1) {
    await laundry.start({ seconds: 60 }, randomUUID(), -1000)
  }
  expect((await laundry.ask(first.id)).entry).toBeNull()
  expect(JSON.parse(readFileSync(laundry.file('journal'), 'utf8'))).toHaveLength(64)
})

test('switches off before it exits on a signal', async () => {
  await using laundry = new Laundry()
  const agent = await laundry.connected({ switch: laundry.machine() })
  await laundry.start()
  const gone = once(agent, 'exit')
  agent.kill('SIGTERM')
  await gone
  expect(laundry.switched()).toEqual(['off', 'on', 'off'])
})

test.each([
  [{ channels: {} }, /"channels": needs at least one channel/],
  [{ channels: { 65: {} } }, /"channels.65"/],
  [{ server: 'http://laundry.example.com' }, /"allow_http": true/],
  [{ credentials: 'x' }, /credentials/],
  [{ journal: '/nowhere/journal' }, /"journal": \/nowhere\/journal cannot be written/],
])('explains invalid settings without the credential: %j', async (more, expected) => {
  await using laundry = new Laundry()
  const agent = await laundry.agent({ switch: laundry.machine() }, more)
  const [code] = await once(agent, 'close')
  expect(code).toBe(1)
  expect(laundry.output).toMatch(expected)
  expect(laundry.output).not.toContain('    at ')
})
