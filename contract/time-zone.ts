import { z } from 'zod'
import type { Problem } from './explain.ts'
import { limits } from './limits.ts'

/**
 * IANA name of a place. Offsets such as +05:30 and abbreviations are ambiguous: IST is India's time to one program and
 * Israel's to another.
 */
export const timeZone = z
  .string()
  .max(limits.timeZoneMax)
  .refine(isTimeZone, 'not_a_time_zone' satisfies Problem)

function isTimeZone(name: string): boolean {
  try {
    return (
      /^(UTC|GMT|[a-z_]+\/.+)$/i.test(name) &&
      Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
    )
  } catch {
    return false
  }
}
