import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { missingRight } from '@coinless/contract/rights.ts'
import { rightsOfRole } from '@coinless/contract/staff.ts'
import { type KeyKind, keyKinds } from './keys.ts'
import { type StaffKind, staffKinds } from './staff.ts'
import { type CallerKind, type World, withoutSession } from './world.ts'

export interface Sent {
  params?: object
  query?: Record<string, string>
  body?: unknown
}

/** Input of a call, and the status for callers with a session. All others get 401. */
export interface Row {
  endpoint: Endpoint
  name?: string
  send?: (world: World) => Sent
  /** Status for the listed callers, and for all other signed-in callers. */
  answers: Partial<Record<CallerKind | KeyKind | StaffKind, number>> & { others: number }
}

/** Expected status for a caller. */
export function answerTo({ endpoint, answers }: Row, caller: CallerKind): number {
  if (withoutSession.includes(caller)) return 401
  if (caller === 'guest' && endpoint.may === 'account') return 403
  return answers[caller] ?? answers.others
}

/** Expected status for an API key: that of its maker, if it has the right. */
export function answerToKey(row: Row, kind: KeyKind): number {
  const { of, rights, ...more } = keyKinds[kind]
  if ('isOver' in more) return 401
  const { endpoint, answers } = row
  if (answers[kind] !== undefined) return answers[kind]
  if (missingRight({ rights }, endpoint.needs ?? 'any')) return 403
  return answerTo(row, 'as' in more ? more.as : of)
}

/** Expected status for staff: that of the owner, if the role has the right. */
export function answerToStaff(row: Row, kind: StaffKind): number {
  const { endpoint, answers } = row
  const { role, ...more } = staffKinds[kind]
  if ('isRemoved' in more) return 403
  const caller = { rights: rightsOfRole[role] }
  if (missingRight(caller, endpoint.needs ?? 'any') || !endpoint.isForStaff) return 403
  if (!('places' in more)) return answers[kind] ?? answerTo(row, 'owner')
  if (endpoint.isForStaff !== 'places') return 403
  const ofAll = `a ${role}` as const
  // Nothing of the world is at this member's place, so rows that use the world find nothing.
  const isElsewhere = kind === 'a manager of another place' && (row.send?.length ?? 0) > 0
  return answers[kind] ?? (isElsewhere ? 404 : (answers[ofAll] ?? answerTo(row, 'owner')))
}
