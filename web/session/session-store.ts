import type { SignedIn } from '@coinless/contract/auth.ts'
import type { User } from '@coinless/contract/users.ts'
import { workingFor } from '../navigation/working-for.ts'
import { browserStorage } from '../storage/storage.ts'
import { keepFor } from '../ui/kept.ts'
import { scannedName } from './scanned-machines.ts'

/** The session in the browser's storage, under names that other programs may read. */
export interface StoredSession extends Tokens {
  user: User
}

interface Tokens {
  access_token: string
  refresh_token: string
}

const parts = ['user', 'access_token', 'refresh_token']

/** The account whose session has ended by itself: what is kept for it waits for the next sign-in. */
const endedName = 'ended_session_of'
const toldName = 'told_by_push'

let current: StoredSession | null
const listeners = new Set<() => void>()
set(storedSession())

/** Only a session of which all three parts are stored is one. */
export function storedSession(): StoredSession | null {
  const user = storedUser()
  const access_token = browserStorage.get('access_token')
  const refresh_token = browserStorage.get('refresh_token')
  return user && access_token && refresh_token ? { user, access_token, refresh_token } : null
}

/** Other programs, and earlier versions of this one, may have stored what is no user. */
function storedUser(): User | null {
  try {
    const user = JSON.parse(browserStorage.get('user') ?? 'null')
    return typeof user?.id === 'string' ? user : null
  } catch {
    return null
  }
}

function set(session: StoredSession | null) {
  current = session
  keepFor(session?.user.id ?? browserStorage.get(endedName), workingFor)
  for (const listener of listeners) listener()
}

export function currentSession(): StoredSession | null {
  return current
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function storeSession({ session, user }: SignedIn) {
  storeAll(JSON.stringify(user), session)
  browserStorage.remove(endedName)
}

export function storeTokens(tokens: Tokens) {
  storeAll(browserStorage.get('user') ?? '', tokens)
}

function storeAll(user: string, { access_token, refresh_token }: Tokens) {
  browserStorage.setAll({ user, access_token, refresh_token })
  set(storedSession())
}

export function storeUser(user: User) {
  const text = JSON.stringify(user)
  // An answer that came after a sign-out, perhaps in another tab, is nobody's any more.
  const isHere = storedSession()?.user.id === user.id && current?.user.id === user.id
  // Nobody need draw the same person again.
  if (!isHere || text === browserStorage.get('user')) return
  browserStorage.set('user', text)
  set(storedSession())
}

/** Where the server calls this browser for the account that is signed in. */
export function keepToldHere(endpoint: string): void {
  const told = { account: current?.user.id, endpoint }
  browserStorage.set(toldName, JSON.stringify(told))
}

/** @returns undefined when nobody has turned that on, or it was turned off since */
export function toldHere(): string | undefined {
  const told = JSON.parse(browserStorage.get(toldName) ?? '{}')
  return current && told.account === current.user.id ? told.endpoint : undefined
}

export function forgetToldHere(): void {
  browserStorage.remove(toldName)
}

/** What another tab may have stored a moment ago, before its event arrives here. */
export function rereadSession(): void {
  set(storedSession())
}

export function clearSession() {
  for (const name of [...parts, endedName, toldName, scannedName]) browserStorage.remove(name)
  set(null)
}

/** Clears all storage, and remembers for whom something is kept until they are back. */
export function clearEndedSession() {
  // Signed out meanwhile, perhaps in another tab: then nothing is kept.
  const ended = browserStorage.get('user') ? current?.user.id : browserStorage.get(endedName)
  // Before the rest: other tabs, which look when the session goes, must find it.
  if (ended) browserStorage.set(endedName, ended)
  for (const name of browserStorage.names()) {
    if (name !== endedName) browserStorage.remove(name)
  }
}

export function hasEnded(account: string): boolean {
  return browserStorage.get(endedName) === account
}
