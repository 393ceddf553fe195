import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A program with all processes that it starts. */
export class Child {
  private readonly process: ChildProcess
  private readonly exited: Promise<unknown>
  private readonly said: string[] = []

  constructor(command: string, args: string[], env: NodeJS.ProcessEnv = {}) {
    this.process = spawn(command, args, {
      // The group is stopped as a whole.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LANG: 'en_US.UTF-8', TZ: 'America/New_York', ...env },
    })
    this.exited = once(this.process, 'exit')
  }

  /** The first group of the first line that matches. */
  async line(pattern: RegExp): Promise<string> {
    const { stdout, stderr } = this.process
    const found = new Promise<string>((resolve) => {
      for (const input of [stdout, stderr]) {
        if (!input) continue
        createInterface(input).on('line', (line) => {
          this.said.push(line)
          const [, group] = pattern.exec(line) ?? []
          if (group) resolve(group)
        })
      }
    })
    const failed = this.exited.then(() => {
      throw new Error(`${this.process.spawnfile} ended:\n${this.said.join('\n')}`)
    })
    return Promise.race([found, failed])
  }

  async stop(): Promise<void> {
    const { pid, exitCode, signalCode } = this.process
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid)
    await this.exited
  }
}
