import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { run } from './run.ts'

/** How to end a run: kills the process that holds the line, then switches off. */
export interface Off {
  channel: number
  seconds: number
  command: string[]
  holder?: number | undefined
}

const word = '--guard'

/**
 * A second process that switches channels off when their time is over, or when this program dies, which closes the pipe
 * between them.
 */
export class Guard {
  readonly #armed = new Map<number, Off>()
  #process = this.#start()
  #isEnding = false

  arm(off: Off): void {
    this.#armed.set(off.channel, off)
    this.#tell(off)
  }

  disarm(channel: number): void {
    this.#armed.delete(channel)
    this.#tell({ channel })
  }

  end(): void {
    this.#isEnding = true
    this.#process.stdin.end()
  }

  #tell(message: object) {
    this.#process.stdin.write(`${JSON.stringify(message)}\n`)
  }

  #start() {
    const script = process.argv[1] ?? ''
    const guard = spawn(process.execPath, [script, word], {
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    guard.stdin.on('error', () => {})
    guard.once('exit', () => {
      if (this.#isEnding) return
      this.#process = this.#start()
      for (const off of this.#armed.values()) this.#tell(off)
    })
    return guard
  }
}

export const isGuard = process.argv[2] === word

export async function guard(): Promise<void> {
  const armed = new Map<number, { off: Off; timer: NodeJS.Timeout }>()
  const disarm = (channel: number) => {
    clearTimeout(armed.get(channel)?.timer)
    armed.delete(channel)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  for await (const line of createInterface({ input: process.stdin })) {
    const off: Off | { channel: number } = JSON.parse(line)
    disarm(off.channel)
    if (!('command' in off)) continue
    const timer = setTimeout(() => void switchOff(off), off.seconds * 1000)
    armed.set(off.channel, { off, timer })
  }
  await Promise.all([...armed.values()].map(({ off }) => switchOff(off)))
  process.exit(0)
}

async function switchOff({ command, holder }: Off): Promise<void> {
  if (holder) kill(holder)
  for (let tries = 0; tries < 10; tries += 1) {
    if (
      await run(command).then(
        () => true,
        () => false,
      )
    )
      return
  }
  console.error(`Cannot switch off: ${command[0]} failed`)
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already exited.
  }
}
