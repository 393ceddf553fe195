import type { SignedIn } from '@coinless/contract/auth.ts'
import type { User } from '@coinless/contract/users.ts'
import { workingFor } from '../navigation/working-for.ts'
import { keepFor } from '../ui/kept.ts'
import { scannedName } from './scanned-machines.ts'

/** The session in the browser's storage, under names that other programs may read. */
export interface StoredSession {
  user: User
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
  const access_token = localStorage.getItem('access_token')
  const refresh_token = localStorage.getItem('refresh_token')
  return user && access_token && refresh_token ? { user, access_token, refresh_token } : null
}

/** Other programs, and earlier versions of this one, may have stored what is no user. */
function storedUser(): User | null {
  try {
    const user = JSON.parse(localStorage.getItem('user') ?? 'null')
    return typeof user?.id === 'string' ? user : null
  } catch {
    return null
  }
}

function set(session: StoredSession | null) {
  current = session
  keepFor(session?.user.id ?? localStorage.getItem(endedName), workingFor)
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
  localStorage.setItem('user', JSON.stringify(user))
  storeTokens(session)
  localStorage.removeItem(endedName)
}

export function storeTokens(tokens: { access_token: string; refresh_token: string }) {
  localStorage.setItem('access_token', tokens.access_token)
  localStorage.setItem('refresh_token', tokens.refresh_token)
  set(storedSession())
}

export function storeUser(user: User) {
  const text = JSON.stringify(user)
  // An answer that came after a sign-out, perhaps in another tab, is nobody's any more.
  const isHere = storedSession()?.user.id === user.id && current?.user.id === user.id
  // Nobody need draw the same person again.
  if (!isHere || text === localStorage.getItem('user')) return
  localStorage.setItem('user', text)
  set(storedSession())
}

/** Where the server calls this browser for the account that is signed in. */
export function keepToldHere(endpoint: string): void {
  const told = { account: current?.user.id, endpoint }
  localStorage.setItem(toldName, JSON.stringify(told))
}

/** @returns undefined when nobody has turned that on, or it was turned off since */
export function toldHere(): string | undefined {
  const told = JSON.parse(localStorage.getItem(toldName) ?? '{}')
  return current && told.account === current.user.id ? told.endpoint : undefined
}

export function forgetToldHere(): void {
  localStorage.removeItem(toldName)
}

/** What another tab may have stored a moment ago, before its event arrives here. */
export function rereadSession(): void {
  set(storedSession())
}

export function clearSession() {
  for (const name of [...parts, endedName, toldName, scannedName]) localStorage.removeItem(name)
  set(null)
}

/** Clears all storage, and remembers for whom something is kept until they are back. */
export function clearEndedSession() {
  // Signed out meanwhile, perhaps in another tab: then nothing is kept.
  const ended = localStorage.getItem('user') ? current?.user.id : localStorage.getItem(endedName)
  // Before the rest: other tabs, which look when the session goes, must find it.
  if (ended) localStorage.setItem(endedName, ended)
  for (const name of Object.keys(localStorage)) {
    if (name !== endedName) localStorage.removeItem(name)
  }
}

export function hasEnded(account: string): boolean {
  return localStorage.getItem(endedName) === account
}
