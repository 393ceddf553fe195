/**
 * What one account leaves for itself in this tab: keys of calls whose answer did not come, what was
 * typed and not yet saved, what a list of codes was searched for. It outlives reloads and the end of a
 * session, after which the same person goes on with it, and is gone once they sign out or somebody else
 * signs in (decision 28).
 */

const mark = 'kept for'

let owner: string | null = null

/** From now on it is kept for this account; what any other has left is gone. */
export function keepFor(account: string | null): void {
  owner = account
  for (const name of storedNames()) {
    if (isKept(name) && !isOwn(name)) sessionStorage.removeItem(name)
  }
}

/** Without an account nothing is kept: nobody could be told apart from the next person. */
export function keep(name: string, text: string): void {
  if (owner !== null) sessionStorage.setItem(fullName(name), text)
}

export function kept(name: string): string | null {
  return owner === null ? null : sessionStorage.getItem(fullName(name))
}

export function drop(name: string): void {
  sessionStorage.removeItem(fullName(name))
}

/** Clears the tab's storage of everything else. */
export function clearAllButKept(): void {
  for (const name of storedNames()) if (!isOwn(name)) sessionStorage.removeItem(name)
}

function fullName(name: string): string {
  return `${mark} ${owner} ${name}`
}

function isKept(name: string): boolean {
  return name.startsWith(`${mark} `)
}

function isOwn(name: string): boolean {
  return owner !== null && name.startsWith(fullName(''))
}

function storedNames(): string[] {
  return Array.from(
    { length: sessionStorage.length },
    (_, index) => sessionStorage.key(index) ?? '',
  )
}
