import { codeKey } from '@coinless/contract/typed-secrets.ts'
import { expect } from 'vitest'

const secretFields =
  /^(.*password|.*token|code|prepaid_code|second_factor|secret|credential|uri|recovery_codes)$/
/** Shorter texts, and texts of one repeated character, would occur in times, ids and file names by chance. */
const shortest = 8
const isTelling = (text: string) =>
  text.length >= shortest && new Set(text.replaceAll('-', '')).size > 1

/** Values that tests of a file sent or received and that must not appear in logs. */
export class Secrets {
  private readonly planted = new Set<string>()
  private readonly lines: string[] = []

  /** Collects the server's log. */
  write(line: string) {
    this.lines.push(line)
  }

  /** Remembers every secret in data sent or received. */
  plant(value: unknown, field = '') {
    if (typeof value === 'string') {
      if (secretFields.test(field) && isTelling(value)) this.planted.add(value)
    } else if (Array.isArray(value)) {
      for (const each of value) this.plant(each, field)
    } else if (value !== null && typeof value === 'object') {
      for (const [name, each] of Object.entries(value)) this.plant(each, name)
    }
  }

  log(): string {
    return this.lines.join('')
  }

  expectNotLogged() {
    this.expectNotIn(this.log())
  }

  /** Also rejects the normalized form by which prepaid codes are looked up. */
  expectNotIn(log: string) {
    const found = [...this.planted].filter((secret) =>
      [secret, codeKey(secret)].some((text) => isTelling(text) && log.includes(text)),
    )
    expect(found).toEqual([])
  }
}
