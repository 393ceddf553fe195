import { type Action, may as mayOwner } from '@coinless/contract/permissions.ts'
import type { Right } from '@coinless/contract/rights.ts'
import type { ShownUser } from './auth-context.tsx'

/** Which right an action takes of whoever works for an owner; null: it is the owner's own. */
const rightOf: Record<Action, Right | null> = {
  'change device': 'change_devices',
  'answer for device': null,
  'change prepaid code': 'change_codes',
}

/** What a screen offers: the server asks the same in any case. */
export function may<A extends Action>(
  user: ShownUser,
  action: A,
  thing: Parameters<typeof mayOwner<A>>[2],
): boolean {
  const right = rightOf[action]
  const isGiven = right === null ? !isStaff(user) : mayUse(user, right)
  return isGiven && mayOwner(user, action, thing)
}

export function mayUse({ rights }: ShownUser, right: Right): boolean {
  return rights === undefined || rights.includes(right)
}

/** Somebody works for the account that is shown. */
export function isStaff({ rights }: ShownUser): boolean {
  return rights !== undefined
}
