import { placesOf } from '@coinless/contract/permissions.ts'
import type { Right } from '@coinless/contract/rights.ts'
import { isAt, paths } from '../navigation/paths.ts'
import type { ShownUser } from './auth-context.tsx'
import { isStaff, mayUse } from './rights.ts'

/** Screens that staff may open, with the right that each requires; the first match counts. */
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
/** Only for staff of all the owner's places. */
const ofAllPlaces = [
  paths.importDevices,
  paths.bulkChanges,
  '/rooms',
  paths.newController,
  paths.topUps,
]
/** Exceptions within these screens: only for the account's own user. */
const ownAlone = /^[/]prepaid-codes[/][^/]+[/]top-up$/

/** Whether a screen is open to the user; owners may open all. */
export function mayOpen(user: ShownUser, pathname: string): boolean {
  if (!isStaff(user)) return true
  const place = places.find(([each]) => isAt(each, pathname))
  if (!place || ownAlone.test(pathname)) return false
  if (placesOf(user) && ofAllPlaces.some((each) => isAt(each, pathname))) return false
  const [, right] = place
  return right === null || mayUse(user, right)
}
