import { type Action, isAdmin, may as mayOwner } from '@coinless/contract/permissions.ts'
import type { Right } from '@coinless/contract/rights.ts'
import type { ShownUser } from './auth-context.tsx'

/** Right that an action requires of staff; null: owner only. */
const rightOf: Record<Action, Right | null> = {
  'change device': 'change_devices',
  'answer for device': null,
  'change prepaid code': 'change_codes',
}

/** Whether a screen offers an action. The server checks the same in any case. */
export function may<A extends Action>(
  user: ShownUser,
  action: A,
  thing: Parameters<typeof mayOwner<A>>[2],
): boolean {
  const right = rightOf[action]
  const isGiven = right === null ? !isStaff(user) : mayUse(user, right)
  return isGiven && mayOwner(user, action, thing)
}

/** Whether the device is the user's, or of the owner that the user works for. Rights narrow what staff see of it. */
export function operates(user: ShownUser, device: Parameters<typeof mayOwner>[2]): boolean {
  return mayOwner(user, 'change device', device as Parameters<typeof mayOwner<'change device'>>[2])
}

export function mayUse({ rights }: ShownUser, right: Right): boolean {
  return rights === undefined || rights.includes(right)
}

/** Whether the account is one that operates machines, rather than one that only pays. */
export function runsMachines(user: ShownUser): boolean {
  return user.user_type === 'landlord' || isAdmin(user)
}

/** Whether the account only pays, and creates codes and devices at most as an exception. */
export function isTenant(user: ShownUser): boolean {
  return !runsMachines(user) && !isStaff(user)
}

/** Whether the user works as staff for the shown account. */
export function isStaff({ rights }: ShownUser): boolean {
  return rights !== undefined
}
