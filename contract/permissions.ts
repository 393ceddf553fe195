/** The facts about a person that a permission depends on. */
export interface Person {
  id: string
  email: string
  email_verified: boolean
  roles: readonly string[]
}

interface OwnedDevice {
  /** null: of no account, or not shown. */
  owner_id: string | null
  landlord_email: string
  landlord_accepted: boolean
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
}: Pick<Person, 'roles' | 'email_verified'>): boolean {
  return email_verified && roles.includes(adminRole)
}

/** An address gives rights only once its owner has shown that it is theirs. */
function holdsAddress(person: Person, address: string): boolean {
  return person.email_verified && person.email === address
}

/**
 * Who may change what they may see. The server asks before it changes, the screens before they
 * offer. What a person may see is decided in SQL by the same rules: see the server's policy.ts.
 */
const rules = {
  'change device': (person: Person, device: OwnedDevice) =>
    isAdmin(person) ||
    device.owner_id === person.id ||
    (device.landlord_accepted && holdsAddress(person, device.landlord_email)),
  /** Accept it as its landlord, or take one's name off. */
  'answer for device': (person: Person, device: OwnedDevice) =>
    device.owner_id !== person.id && holdsAddress(person, device.landlord_email),
  'change prepaid code': (person: Person, code: IssuedCode) =>
    isAdmin(person) || code.user_id === person.id,
}

type Rules = typeof rules
export type Action = keyof Rules

export function may<A extends Action>(person: Person, action: A, thing: Parameters<Rules[A]>[1]) {
  return (rules[action] as (person: Person, thing: unknown) => boolean)(person, thing)
}
