import { fstatSync } from 'node:fs'
import { type DestinationStream, pino } from 'pino'

const { fatal = 60, error = 50, warn = 40, info = 30 } = pino.levels.values
/** Syslog priorities by minimum pino level. */
const priorities = [
  [fatal, 2],
  [error, 3],
  [warn, 4],
  [info, 6],
] as const
const debugPriority = 7

/** Whether systemd's journal reads this descriptor: it accepts a priority prefix on each line. */
function isJournal(fd: number): boolean {
  const { dev, ino } = fstatSync(fd, { bigint: true })
  return process.env.JOURNAL_STREAM === `${dev}:${ino}`
}

/** Standard output, with a priority prefix on each line if the journal reads it. */
export function standardOutput(fd = 1): DestinationStream {
  const output = pino.destination(fd)
  return isJournal(fd) ? withPriorities(output) : output
}

export function withPriorities(output: DestinationStream) {
  return {
    // Makes pino set lastLevel before each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: info,
    write(line: string) {
      const [, priority = debugPriority] =
        priorities.find(([level]) => this.lastLevel >= level) ?? []
      output.write(`<${priority}>${line}`)
    },
  }
}

/** Writes a fatal startup error to the standard error. */
export function writeStartupError(message: unknown, fd = 2): void {
  const text = message instanceof Error ? (message.stack ?? message.message) : String(message)
  console.error(isJournal(fd) ? text.replace(/^/gm, '<3>') : message)
}
