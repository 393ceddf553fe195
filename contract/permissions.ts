/** Who makes a call, as far as a permission depends on it. */
export interface Caller {
  id: string
  email: string
  email_verified: boolean
  roles: readonly string[]
  /** Somebody who works for this account is at work: what others gave its owner is none of theirs. */
  acting?: { places: readonly string[] | null } | null
}

/** Where alone somebody works for the account who is at work in it; null: at all of its places. */
export function placesOf({ acting }: Pick<Caller, 'acting'>): readonly string[] | null {
  return acting?.places ?? null
}

/** A device is at the place that its location names, letter by letter. */
export function isAtPlaces(caller: Pick<Caller, 'acting'>, location: string): boolean {
  return placesOf(caller)?.includes(location) ?? true
}

interface OwnedDevice {
  /** null: of no account, or not shown. */
  owner_id: string | null
  landlord_email: string
  landlord_accepted: boolean
  location: string
}

interface IssuedCode {
  user_id: string | null
}

/** The one role that carries power, spelled exactly so. */
export const adminRole = 'admin'

/** A role may be given to an address that nobody has verified, and sleeps until somebody does. */
export function isAdmin({
  roles,
  email_verified,
}: Pick<Caller, 'roles' | 'email_verified'>): boolean {
  return email_verified && roles.includes(adminRole)
}

/** An address gives rights only once its owner has shown that it is theirs. */
export function holdsAddress(caller: Caller, address: string): boolean {
  return caller.email_verified && caller.email === address
}

/** It is its owner's, and its landlord's who accepted it; of staff at some places, if it is at one of them. */
export function isOwnDevice(caller: Caller, device: OwnedDevice): boolean {
  const isOwn =
    device.owner_id === caller.id ||
    (device.landlord_accepted && holdsAddress(caller, device.landlord_email))
  return isOwn && isAtPlaces(caller, device.location)
}

/**
 * Who may change what they may see. The server asks before it changes, the screens before they
 * offer. What a caller may see is decided in SQL by the same rules: see the server's policy.ts.
 */
const rules = {
  'change device': (caller: Caller, device: OwnedDevice) =>
    isAdmin(caller) || isOwnDevice(caller, device),
  /** Accept it as its landlord, or take one's name off. */
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
