import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../server/commands/start.ts', import.meta.url))

/** For our programs that tests start, because compiling their sources takes a third of each start. */
export const compiledBefore = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)),
}

/** The real program in its own process, which tests kill and restart. */
export class Program {
  private readonly settings: Record<string, string>
  private readonly file: string
  private process: ChildProcess | undefined
  address = ''

  constructor(settings: { DATA_DIR: string } & Record<string, string>, file = main) {
    this.settings = settings
    this.file = file
  }

  async start(): Promise<void> {
    this.process = spawn(process.execPath, ['--max-semi-space-size=8', this.file], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...compiledBefore,
        PATH: process.env.PATH,
        PORT: '0',
        LOG_LEVEL: 'silent',
        ...this.settings,
      },
    })
    const { stdout } = this.process
    for await (const line of createInterface(stdout ?? process.stdin)) {
      const address = / is ready at (\S+)$/.exec(line)?.[1]
      if (!address) continue
      this.address = address
      return
    }
    throw new Error('The program did not start.')
  }

  get pid(): number | undefined {
    return this.process?.pid
  }

  /** Like a power failure, except that its database keeps running as an orphan. */
  async kill(): Promise<void> {
    await this.end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM')
  }

  private async end(signal: NodeJS.Signals) {
    if (!this.process || this.process.exitCode !== null || this.process.signalCode) return
    const ended = once(this.process, 'exit')
    this.process.kill(signal)
    await ended
  }

  /** @returns whether there was one to kill */
  async killDatabase(): Promise<boolean> {
    const path = join(this.settings.DATA_DIR ?? '', 'database', 'postmaster.pid')
    const text = await readFile(path, 'utf8').catch(() => '')
    const pid = Number.parseInt(text, 10)
    if (!pid) return false
    try {
      return process.kill(pid, 'SIGKILL')
    } catch {
      return false
    }
  }
}
