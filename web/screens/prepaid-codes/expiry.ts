import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'

/**
 * End of a day in the viewer's time zone, in the API's format.
 * @param day such as '2026-01-05'; empty for a code that never expires
 */
export function endOfDay(day: string): string | null {
  if (!day) return null
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + 1).toISOString()
}

/** Last whole day on which a code pays, in the viewer's time zone; empty if it never expires. */
export function lastDay(expiresAt: string | null): string {
  if (!expiresAt) return ''
  const last = new Date(new Date(expiresAt).getTime() - 1)
  const [month, date] = [last.getMonth() + 1, last.getDate()].map((n) => `${n}`.padStart(2, '0'))
  return `${last.getFullYear()}-${month}-${date}`
}

/** A disabled code stays disabled after it expires. */
export function statusOf({ disabled, expires_at }: Pick<PrepaidCode, 'disabled' | 'expires_at'>) {
  if (disabled) return 'disabled'
  return expires_at && new Date(expires_at) <= new Date() ? 'expired' : 'active'
}
