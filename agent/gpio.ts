import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Guard, kill } from './guard.ts'
import { run } from './run.ts'
import type { Gpio } from './settings.ts'
import type { Pulses, Switch } from './switch.ts'

/** gpioset of libgpiod 1 and 2 have different options; each prints its version. */
async function isVersion1(program: string): Promise<boolean> {
  return /\bv1\./.test(await run([program, '--version']))
}

export async function gpioget({ chip, line, active_low }: Gpio): Promise<string> {
  const low = active_low ? ['--active-low'] : []
  return (await isVersion1('gpioget'))
    ? run(['gpioget', ...low, chip, String(line)])
    : run(['gpioget', '--numeric', ...low, '--chip', chip, String(line)])
}

/**
 * A line keeps its level only while a process holds it, so gpioset runs as long as the machine, and ends on its own
 * timer.
 */
export async function gpioSwitch(channel: number, gpio: Gpio, guard: Guard): Promise<Switch> {
  const commands = (await isVersion1('gpioset')) ? version1(gpio) : version2(gpio)
  let holder: ChildProcess | undefined
  const isHeld = () => holder?.exitCode === null && holder.signalCode === null

  async function release() {
    if (!holder || !isHeld()) return
    const gone = once(holder, 'exit')
    kill(holder.pid ?? 0)
    await gone
  }

  async function hold(command: string[]) {
    const [program = '', ...args] = command
    holder = spawn(program, args, { stdio: 'ignore', detached: true })
    await once(holder, 'spawn')
  }

  return {
    async on(seconds) {
      await release()
      await hold(commands.on(seconds))
      guard.arm({ channel, seconds, command: commands.off, holder: holder?.pid })
      // gpioset exits at once if another process holds the line.
      await new Promise((resolve) => setTimeout(resolve, 100))
      if (!isHeld()) throw new Error('gpioset exited')
    },
    async off() {
      await release()
      await run(commands.off)
      guard.disarm(channel)
    },
    async isOn() {
      return isHeld()
    },
    async pulse(pulses) {
      await release()
      await hold(commands.pulses(pulses))
      const sending = holder as ChildProcess
      const sent = once(sending, 'exit').then(([code]) => {
        if (code !== 0) throw new Error(`gpioset exited with code ${code}`)
      })
      sent.catch(() => {})
      return { sent }
    },
  }
}

interface Commands {
  on(seconds: number): string[]
  off: string[]
  pulses(pulses: Pulses): string[]
}

function version2({ chip, line, active_low }: Gpio): Commands {
  const set = ['gpioset', ...(active_low ? ['--active-low'] : []), '--chip', chip]
  return {
    on: (seconds) => [...set, '--toggle', `${seconds}s,0`, `${line}=1`],
    off: [...set, '--toggle', '0', `${line}=0`],
    pulses({ count, pulse_ms, gap_ms }) {
      const periods = Array.from({ length: count }, () => `${pulse_ms}ms`).join(`,${gap_ms}ms,`)
      return [...set, '--toggle', `${periods},0`, `${line}=1`]
    },
  }
}

function version1({ chip, line, active_low }: Gpio): Commands {
  const set = (mode: string, value: number) => [
    'gpioset',
    ...(active_low ? ['--active-low'] : []),
    ...mode.split(' '),
    chip,
    `${line}=${value}`,
  ]
  const off = set('--mode=exit', 0)
  return {
    on: (seconds) => set(`--mode=time --sec=${seconds}`, 1),
    off,
    pulses({ count, pulse_ms, gap_ms }) {
      const pulse = set(`--mode=time --usec=${pulse_ms * 1000}`, 1).join(' ')
      const gap = set(`--mode=time --usec=${gap_ms * 1000}`, 0).join(' ')
      return ['sh', '-c', `for pulse in $(seq ${count}); do ${pulse} && ${gap} || exit 1; done`]
    },
  }
}
