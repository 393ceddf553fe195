import { randomBytes } from 'node:crypto'

/** How many last digits of a question are those of the start. */
export const startDigits = 12

/**
 * An id of a question about a start. It says when it was asked and about which start, so that any server
 * can tell, also after a restart: a UUID of version 7, which begins with a time, and ends as the start's id.
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

/** @returns milliseconds of the database's clock; null: the question was about no cycle */
export function askedAt(question: string | null): number | null {
  const digits = question?.replaceAll('-', '') ?? ''
  return digits[12] === '7' ? Number.parseInt(digits.slice(0, 12), 16) : null
}

export function isAbout(question: string | null, startId: string): boolean {
  return question?.slice(-startDigits) === startId.slice(-startDigits)
}
