import { expect, test, vi } from 'vitest'
import { TasmotaDevice } from '../../../test/support/tasmota-device.ts'
import { CommandRefused, NoAnswer, NotSent } from './relay.ts'
import { TasmotaRelay } from './tasmota-relay.ts'

function makeRelay() {
  const device = new TasmotaDevice()
  const said: [topic: string, text: string][] = []
  const net = { isHeld: false, isDown: false }
  const relay: TasmotaRelay = new TasmotaRelay(
    (command, payload) => {
      if (net.isDown) return false
      said.push(...device.hear(command, payload))
      queueMicrotask(() => {
        if (!net.isHeld) deliver()
      })
      return true
    },
    () => {},
  )
  function deliver() {
    for (const [topic, text] of said.splice(0)) {
      if (text.startsWith('{')) relay.hear(topic, text)
    }
  }
  return { device, relay, net, deliver, said }
}

/** @returns the result or the error of the work after this time */
async function after<Result>(ms: number, work: Promise<Result>) {
  const settled = work.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(ms)
  return settled
}

test.each([
  [10, '100'],
  [11, '110'],
  [12, '112'],
  [1800, '1900'],
  [64_800, '64900'],
])(
  'runs a Tasmota for %i seconds by sending PulseTime %s before POWER ON',
  async (seconds, pulse) => {
    const { device, relay } = makeRelay()
    await relay.switchOn(1, seconds, 9000)
    expect(device.commands).toEqual([
      ['PulseTime1', pulse],
      ['POWER1', 'ON'],
    ])
    expect(await relay.status(1)).toMatchObject({ isOn: true, timerSeconds: seconds })
    device.pass(4)
    expect(await relay.status(1)).toMatchObject({ remainingSeconds: seconds - 4 })
  },
)

test('declines to switch a Tasmota on for longer than its timer can run', async () => {
  const { device, relay } = makeRelay()
  await expect(relay.switchOn(1, 64_801, 9000)).rejects.toThrow(CommandRefused)
  expect(device.commands).toEqual([])
})

test('sends no POWER when PulseTime is unconfirmed, or confirmed late or with another value', async () => {
  vi.useFakeTimers()
  try {
    const { device, relay, net, deliver } = makeRelay()
    device.deaf.add('PulseTime1')
    expect(await after(3000, relay.switchOn(1, 1800, 9000))).toBeInstanceOf(NotSent)
    relay.hear('stat/RESULT', '{"PulseTime1":{"Set":1900,"Remaining":0}}')
    device.deaf.clear()
    net.isHeld = true
    const started = relay.switchOn(1, 1800, 2500)
    await vi.advanceTimersByTimeAsync(0)
    relay.hear('stat/RESULT', '{"PulseTime1":{"Set":113,"Remaining":0}}')
    await vi.advanceTimersByTimeAsync(2000)
    net.isHeld = false
    deliver()
    await expect(started).rejects.toThrow('too late')
    net.isDown = true
    await expect(relay.switchOn(1, 1800, 9000)).rejects.toThrow(NotSent)
    expect(device.switches).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('ignores a late answer, also for the next question', async () => {
  vi.useFakeTimers()
  try {
    const { device, relay, net, deliver, said } = makeRelay()
    expect(await relay.status(1)).toMatchObject({ isOn: false })
    net.isHeld = true
    expect(await after(3000, relay.status(1))).toBeInstanceOf(NoAnswer)
    const late = said.splice(0)
    await vi.advanceTimersByTimeAsync(5000)
    device.turn(true)
    const asked = relay.status(1)
    await vi.advanceTimersByTimeAsync(0)
    for (const [topic, text] of late) relay.hear(topic, text)
    deliver()
    expect(await asked).toMatchObject({ isOn: true })
    device.losePower()
    net.isHeld = false
    expect(await relay.status(1)).toMatchObject({ isOn: false, uptimeSeconds: 0 })
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['no number as uptime', 'stat/STATUS11', '{"StatusSTS":{"UptimeSec":"x","POWER":"ON"}}'],
  ['something else', 'stat/STATUS11', '{"Command":"Unknown"}'],
  ['the answer on another topic', 'tele/STATE', '{"StatusSTS":{"UptimeSec":1,"POWER":"ON"}}'],
])('gets no answer from a Tasmota that sends %s', async (_, topic, text) => {
  vi.useFakeTimers()
  try {
    const { device, relay } = makeRelay()
    device.deaf.add('STATUS')
    const asked = relay.uptime()
    await vi.advanceTimersByTimeAsync(0)
    relay.hear(topic, text)
    expect(await after(3000, asked)).toBeInstanceOf(NoAnswer)
    expect(() => relay.hear('stat/POWER', 'ON')).toThrow()
  } finally {
    vi.useRealTimers()
  }
})

test('reads the power of its channel from a Tasmota that reports several', async () => {
  const { device, relay } = makeRelay()
  device.watts = 412
  expect(await relay.status(1)).toMatchObject({ watts: 412, hasFault: false })
  Object.assign(device, { watts: [7, 9] })
  expect(await relay.status(1)).toMatchObject({ watts: 7 })
})

test.each(['MaxPowerReached', 'MaxPowerReachedRetry', 'MaxEnergyReached'])(
  'reports a fault after a Tasmota trips with %s, for five minutes or until it is on',
  async (name) => {
    vi.useFakeTimers()
    try {
      const { device, relay } = makeRelay()
      const warn = () => relay.hear('stat/WARNING', JSON.stringify({ Time: '', [name]: 2600 }))
      const hasFault = async () => (await relay.status(1)).hasFault
      relay.hear('stat/MARGINS', JSON.stringify({ [name]: 2600 }))
      relay.hear('stat/WARNING', '{"Time":""}')
      expect(await hasFault()).toBe(false)
      warn()
      expect(await hasFault()).toBe(true)
      device.turn(true)
      expect(await hasFault()).toBe(false)
      device.turn(false)
      await vi.advanceTimersByTimeAsync(5 * 60 * 1000)
      expect(await hasFault()).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  },
)
