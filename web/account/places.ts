import { placesOf } from '@coinless/contract/permissions.ts'
import type { Right } from '@coinless/contract/rights.ts'
import { isAt, paths } from '../navigation/paths.ts'
import type { ShownUser } from './auth-context.tsx'
import { isStaff, mayUse } from './may.ts'

/** The screens that whoever works for an owner may open, with the right that each shows something by; first match. */
const places: [place: string, right: Right | null][] = [
  [paths.dashboard, null],
  ['/help', null],
  [paths.importDevices, 'change_devices'],
  [paths.newDevice, 'change_devices'],
  [paths.devices, 'read_devices'],
  [paths.bulkChanges, 'change_devices'],
  ['/stickers', 'read_devices'],
  ['/rooms', 'read_devices'],
  [paths.controllers, 'controllers'],
  [paths.reportCases, 'reports'],
  [paths.transactions, 'read_money'],
  [paths.topUps, 'read_money'],
  [paths.revenue, 'read_money'],
  [paths.newPrepaidCode, 'change_codes'],
  [paths.importPrepaidCodes, 'change_codes'],
  [paths.newCodeBatch, 'change_codes'],
  [paths.prepaidCodes, 'read_codes'],
  [paths.resources, 'resources'],
]
/** Of all of the owner's places alone. */
const ofAllPlaces = [
  paths.importDevices,
  paths.bulkChanges,
  '/rooms',
  paths.newController,
  paths.topUps,
]
/** Within these places, and the owner's own. */
const ownAlone = /^[/]prepaid-codes[/](top-ups|[^/]+[/]top-up)$/

/** Whether a screen shows anything to somebody: of all of them to owners. */
export function mayOpen(user: ShownUser, pathname: string): boolean {
  if (!isStaff(user)) return true
  const place = places.find(([each]) => isAt(each, pathname))
  if (!place || ownAlone.test(pathname)) return false
  if (placesOf(user) && ofAllPlaces.some((each) => isAt(each, pathname))) return false
  const [, right] = place
  return right === null || mayUse(user, right)
}
