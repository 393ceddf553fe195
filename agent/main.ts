#!/usr/bin/env node
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import { Channel } from './channel.ts'
import { commandSwitch } from './command.ts'
import { gpioSwitch } from './gpio.ts'
import { Guard, guard, isGuard } from './guard.ts'
import { Journal } from './journal.ts'
import { keepConnection, type Send, type ServerMessage } from './line.ts'
import type { ServerClock } from './server-clock.ts'
import { SettingError } from './setting-error.ts'
import { readSettings, type SwitchSettings } from './settings.ts'
import { shellySwitch } from './shelly.ts'

const lookMs = 2000
const stateMs = 30_000

if (isGuard) await guard()
else await main().catch(fail)

async function main() {
  const settings = readSettings(process.argv[2] ?? 'coinless-agent.json')
  const journal = new Journal(settings.journal)
  const boot = { id: randomUUID(), sequence: 0 }
  const ending = new Guard()
  const channels = new Map<number, Channel>()
  for (const [key, { switch: wired, ...inputs }] of Object.entries(settings.channels)) {
    const number = Number(key)
    const wiring = await wire(number, wired, ending)
    channels.set(number, new Channel({ number, wiring, inputs, journal, boot }))
  }
  await Promise.all([...channels.values()].map((channel) => channel.clear()))

  let send: Send = () => {}
  const line = keepConnection(settings, {
    report: (sentence) => console.error(sentence),
    ended() {},
    hello: () => ({
      type: 'hello',
      versions: [...protocol.versions],
      boot_id: boot.id,
      channels: [...channels.keys()],
      model: 'Coinless agent',
    }),
    async welcome(sendNow) {
      send = sendNow
      for (const channel of channels.values()) sendNow(await channel.state(null))
    },
    async told(message, clock, sendNow) {
      const channel = 'channel' in message && channels.get(message.channel)
      if (!channel) return
      sendNow(await answer(channel, message, clock))
    },
  })
  for (const channel of channels.values()) void watch(channel, (state) => send(state))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, async () => {
      await Promise.all([...channels.values()].map((channel) => channel.clear()))
      line.end()
      ending.end()
      process.exit(0)
    })
  }
}

async function wire(number: number, wired: SwitchSettings, ending: Guard) {
  if (wired.by === 'shelly') return shellySwitch(wired)
  if (wired.by === 'command') return commandSwitch(number, wired, ending)
  return gpioSwitch(number, wired, ending).catch((error) => {
    throw new SettingError(`Channel ${number} needs gpioset (package gpiod): ${error.message}`)
  })
}

function answer(channel: Channel, message: ServerMessage, clock: ServerClock) {
  if (message.type === 'start') {
    return channel.start(message, (deadline) => clock.isPast(deadline))
  }
  if (message.type === 'off') return channel.off(message.id, message.start)
  const { id, start } = message as Extract<ServerMessage, { type: 'ask' }>
  return channel.state(id, start)
}

/** Sends a state on every change, and every 30 seconds during a run. */
async function watch(channel: Channel, send: Send): Promise<never> {
  let last = ''
  let saidAt = 0
  for (;;) {
    const { running, busy, fault } = await channel.look()
    const now = JSON.stringify([running, busy, fault, channel.changes])
    const isDue = channel.isActive && performance.now() - saidAt >= stateMs
    if (now !== last || isDue) {
      send(await channel.state(null))
      last = now
      saidAt = performance.now()
    }
    await delay(lookMs)
  }
}

function fail(error: unknown) {
  console.error(error instanceof SettingError ? error.message : error)
  process.exit(1)
}
