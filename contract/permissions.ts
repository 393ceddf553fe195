/** A caller, as far as permissions depend on it. */
export interface Caller {
  id: string
  email: string
  email_verified: boolean
  roles: readonly string[]
  /** Set while a staff member works for this account, who does not see what others gave its owner. */
  acting?: { places: readonly string[] | null } | null
}

/** Places that the acting staff member is limited to; null: all places. */
export function placesOf({ acting }: Pick<Caller, 'acting'>): readonly string[] | null {
  return acting?.places ?? null
}

/** A device is at a place if its location matches exactly. */
export function isAtPlaces(caller: Pick<Caller, 'acting'>, location: string): boolean {
  return placesOf(caller)?.includes(location) ?? true
}

interface OwnedDevice {
  /** null: no account, or not shown. */
  owner_id: string | null
  landlord_email: string
  landlord_accepted: boolean
  location: string
}

interface IssuedCode {
  user_id: string | null
}

/** The only role with power, by its exact spelling. */
export const adminRole = 'admin'

/** An unverified address may have a role; it takes effect once the address is verified. */
export function isAdmin({
  roles,
  email_verified,
}: Pick<Caller, 'roles' | 'email_verified'>): boolean {
  return email_verified && roles.includes(adminRole)
}

/** An address gives rights only once it is verified. */
export function holdsAddress(caller: Caller, address: string): boolean {
  return caller.email_verified && caller.email === address
}

/** True for the owner, and for the landlord who accepted it; for staff limited to places, only at one of these. */
export function isOwnDevice(caller: Caller, device: OwnedDevice): boolean {
  const isOwn =
    device.owner_id === caller.id ||
    (device.landlord_accepted && holdsAddress(caller, device.landlord_email))
  return isOwn && isAtPlaces(caller, device.location)
}

/**
 * Who may change what they can see. The server checks it before a change, screens before they offer an action.
 * SQL applies the same rules to reads: see the server's policy.ts.
 */
const rules = {
  'change device': (caller: Caller, device: OwnedDevice) =>
    isAdmin(caller) || isOwnDevice(caller, device),
  /** Accept it as its landlord, or remove one's name. */
  'answer for device': (caller: Caller, device: OwnedDevice) =>
    device.owner_id !== caller.id && holdsAddress(caller, device.landlord_email),
  'change prepaid code': (caller: Caller, code: IssuedCode) =>
    isAdmin(caller) || code.user_id === caller.id,
}

type Rules = typeof rules
export type Action = keyof Rules

export function may<A extends Action>(caller: Caller, action: A, thing: Parameters<Rules[A]>[1]) {
  return (rules[action] as (caller: Caller, thing: unknown) => boolean)(caller, thing)
}
