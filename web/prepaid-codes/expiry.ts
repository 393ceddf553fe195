import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'

/**
 * The moment at which a day ends where the viewer is, as the API has it.
 * @param day such as '2026-01-05'; nothing for a code that never expires
 */
export function endOfDay(day: string): string | null {
  if (!day) return null
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + 1).toISOString()
}

/** The last whole day on which a code pays, where the viewer is; nothing when it never expires. */
export function lastDay(expiresAt: string | null): string {
  if (!expiresAt) return ''
  const last = new Date(new Date(expiresAt).getTime() - 1)
  const [month, date] = [last.getMonth() + 1, last.getDate()].map((n) => `${n}`.padStart(2, '0'))
  return `${last.getFullYear()}-${month}-${date}`
}

/** A code that is disabled stays so after its end. */
export function statusOf({ disabled, expires_at }: Pick<PrepaidCode, 'disabled' | 'expires_at'>) {
  if (disabled) return 'disabled'
  return expires_at && new Date(expires_at) <= new Date() ? 'expired' : 'active'
}
