import { randomBytes } from 'node:crypto'

/** Number of last hex digits that a question shares with its start. */
export const startDigits = 12

/**
 * Creates the id of a question about a start: a UUID of version 7, which begins with the time and ends like the start's
 * id, so that any server can read both, even after a restart.
 * @param at milliseconds of the database's clock
 */
export function questionId(at: number, startId: string): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(at, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const digits = bytes.toString('hex').slice(0, -startDigits) + startId.slice(-startDigits)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** @returns milliseconds of the database's clock; null if the question was about no cycle */
export function askedAt(question: string | null): number | null {
  const digits = question?.replaceAll('-', '') ?? ''
  return digits[12] === '7' ? Number.parseInt(digits.slice(0, 12), 16) : null
}

export function isAbout(question: string | null, startId: string): boolean {
  return question?.slice(-startDigits) === startId.slice(-startDigits)
}
