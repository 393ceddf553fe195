import { Refusal } from '../../platform/refusals/refusal.ts'
import { refuseUnknownZone } from '../../platform/refusals/unknown-zone.ts'

/** A sum that exceeds the statement timeout is not a database error, and a retry does not help. */
export function refuseUnanswerable(error: Error & { code?: string }): never {
  if (error.code === '57014') throw new Refusal('period_too_long')
  return refuseUnknownZone(error)
}
