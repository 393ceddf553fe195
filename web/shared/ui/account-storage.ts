import { tabStorage } from '../storage/storage.ts'

/**
 * Data that an account keeps in this tab: keys of calls without an answer, unsaved input, searches for codes. It
 * survives reloads and an expired session, and is cleared at sign-out or when another user signs in (decision 20).
 */

const mark = 'kept for'

let person: string | null = null
/** The owner's part in the names of kept data. */
let owner: string | null = null

/** Sets whose data is kept, and for which account; removes the data of all others. */
export function setStorageAccount(whom: string | null, workingFor?: string): void {
  person = whom
  owner = whom && workingFor ? `${whom}/${workingFor}` : whom
  for (const name of tabStorage.names()) {
    if (isKept(name) && !isOfPerson(name)) tabStorage.remove(name)
  }
}

/** Keeps nothing without an account, because it could not be separated from the next user's data. */
export function setForAccount(name: string, text: string): void {
  if (owner !== null) tabStorage.set(fullName(name), text)
}

export function getForAccount(name: string): string | null {
  return owner === null ? null : tabStorage.get(fullName(name))
}

export function removeForAccount(name: string): void {
  tabStorage.remove(fullName(name))
}

/** Clears all other data of the tab's storage. */
export function clearAllButKept(): void {
  for (const name of tabStorage.names()) if (!isOfPerson(name)) tabStorage.remove(name)
}

function fullName(name: string): string {
  return `${mark} ${owner} ${name}`
}

function isKept(name: string): boolean {
  return name.startsWith(`${mark} `)
}

/** For any account that the user works for. */
function isOfPerson(name: string): boolean {
  return person !== null && [' ', '/'].some((next) => name.startsWith(`${mark} ${person}${next}`))
}
