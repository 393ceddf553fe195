import { Refusal } from '../../platform/refusals/refusal.ts'
import { refuseUnknownZone } from '../../platform/refusals/unknown-zone.ts'

/** What adds up longer than a statement may is no fault of the database, and does not pass by itself. */
export function refuseUnanswerable(error: Error & { code?: string }): never {
  if (error.code === '57014') throw new Refusal('period_too_long')
  return refuseUnknownZone(error)
}
