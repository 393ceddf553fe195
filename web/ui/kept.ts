import { tabStorage } from '../storage/storage.ts'

/**
 * What one account leaves for itself in this tab: keys of calls whose answer did not come, what was
 * typed and not yet saved, what a list of codes was searched for. It outlives reloads and the end of a
 * session, after which the same person goes on with it, and is gone once they sign out or somebody else
 * signs in (decision 28).
 */

const mark = 'kept for'

let person: string | null = null
/** As it stands in the names of what is kept. */
let owner: string | null = null

/**
 * From now on it is kept for this person, at the account that they work for or at their own; what anybody else has
 * left is gone.
 */
export function keepFor(whom: string | null, workingFor?: string): void {
  person = whom
  owner = whom && workingFor ? `${whom}/${workingFor}` : whom
  for (const name of tabStorage.names()) {
    if (isKept(name) && !isOfPerson(name)) tabStorage.remove(name)
  }
}

/** Without an account nothing is kept: nobody could be told apart from the next person. */
export function keep(name: string, text: string): void {
  if (owner !== null) tabStorage.set(fullName(name), text)
}

export function kept(name: string): string | null {
  return owner === null ? null : tabStorage.get(fullName(name))
}

export function drop(name: string): void {
  tabStorage.remove(fullName(name))
}

/** Clears the tab's storage of everything else. */
export function clearAllButKept(): void {
  for (const name of tabStorage.names()) if (!isOfPerson(name)) tabStorage.remove(name)
}

function fullName(name: string): string {
  return `${mark} ${owner} ${name}`
}

function isKept(name: string): boolean {
  return name.startsWith(`${mark} `)
}

/** At whichever account. */
function isOfPerson(name: string): boolean {
  return person !== null && [' ', '/'].some((next) => name.startsWith(`${mark} ${person}${next}`))
}
