import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fromController, protocol } from '@coinless/contract/controller-protocol.ts'
import { z } from 'zod'
import { SettingError } from './setting-error.ts'

const journalEntry = fromController.state.shape.entry.unwrap().extend({
  channel: z.int(),
  /** Run time at the last write, which is all that survives a power cut. Pulses: null. */
  on_seconds: z.int().nullable(),
})

export type JournalEntry = z.infer<typeof journalEntry>

/** The last starts, written to disk before switching anything. */
export class Journal {
  readonly #path: string
  #entries: JournalEntry[]

  /**
   * Ends runs that were on when the program or the power stopped, with their last known run time.
   * @throws SettingError
   */
  constructor(path: string) {
    this.#path = resolve(path)
    this.#entries = read(this.#path).map((entry) =>
      entry.switched === true && entry.ran_seconds === null
        ? { ...entry, ran_seconds: entry.on_seconds }
        : entry,
    )
    try {
      this.#save()
    } catch (error) {
      throw new SettingError(
        `"journal": ${this.#path} cannot be written: ${(error as Error).message}.`,
      )
    }
  }

  find(start: string): JournalEntry | undefined {
    return this.#entries.find((entry) => entry.start === start)
  }

  lastOf(channel: number): JournalEntry | undefined {
    return this.#entries.findLast((entry) => entry.channel === channel)
  }

  /** Durable when it returns. @throws if it cannot be written; the journal is then unchanged */
  write(entry: JournalEntry): void {
    const before = this.#entries
    const isKnown = before.some(({ start }) => start === entry.start)
    const entries = isKnown
      ? before.map((each) => (each.start === entry.start ? entry : each))
      : [...before, entry]
    this.#entries = entries.slice(-protocol.journal)
    try {
      this.#save()
    } catch (error) {
      this.#entries = before
      throw error
    }
  }

  #save() {
    const temporary = `${this.#path}.new`
    const file = openSync(temporary, 'w', 0o600)
    try {
      writeSync(file, JSON.stringify(this.#entries))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, this.#path)
    const folder = openSync(dirname(this.#path), 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  }
}

function read(path: string): JournalEntry[] {
  try {
    return z.array(journalEntry).parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new SettingError(
      `"journal": ${path} is not a journal. If it is damaged, wait 10 seconds, so that no start can be repeated, and delete it.`,
    )
  }
}
