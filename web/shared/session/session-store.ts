import type { SignedIn } from '@coinless/contract/auth.ts'
import type { User } from '@coinless/contract/users.ts'
import { workingFor } from '../navigation/working-for.ts'
import { browserStorage } from '../storage/storage.ts'
import { setStorageAccount } from '../ui/account-storage.ts'
import { createStore } from '../ui/store.ts'
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

/** Account of an expired session: its data is kept until the next sign-in. */
const endedName = 'ended_session_of'
const toldName = 'told_by_push'

export const sessionStore = createStore<StoredSession | null>(null)
set(storedSession())

/** A stored session needs all three parts. */
export function storedSession(): StoredSession | null {
  const user = storedUser()
  const access_token = browserStorage.get('access_token')
  const refresh_token = browserStorage.get('refresh_token')
  return user && access_token && refresh_token ? { user, access_token, refresh_token } : null
}

/** Other programs or earlier versions may have stored something invalid. */
function storedUser(): User | null {
  try {
    const user = JSON.parse(browserStorage.get('user') ?? 'null')
    return typeof user?.id === 'string' ? user : null
  } catch {
    return null
  }
}

function set(session: StoredSession | null) {
  // First, because subscribers read what the new session keeps.
  setStorageAccount(session?.user.id ?? browserStorage.get(endedName), workingFor)
  sessionStore.set(session)
}

export function currentSession(): StoredSession | null {
  return sessionStore.get()
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
  // Ignores an answer that arrives after a sign-out, perhaps in another tab.
  const isHere = storedSession()?.user.id === user.id && currentSession()?.user.id === user.id
  // Avoids a render for an unchanged user.
  if (!isHere || text === browserStorage.get('user')) return
  browserStorage.set('user', text)
  set(storedSession())
}

/** Stores the push endpoint of the signed-in account in this browser. */
export function storePushEndpoint(endpoint: string): void {
  const told = { account: currentSession()?.user.id, endpoint }
  browserStorage.set(toldName, JSON.stringify(told))
}

/** @returns undefined if notifications were never turned on, or were turned off since */
export function pushEndpointHere(): string | undefined {
  const told = JSON.parse(browserStorage.get(toldName) ?? '{}')
  const account = currentSession()?.user.id
  return account && told.account === account ? told.endpoint : undefined
}

export function forgetPushEndpoint(): void {
  browserStorage.remove(toldName)
}

/** Reads a session that another tab may have stored before its event arrives here. */
export function rereadSession(): void {
  set(storedSession())
}

export function clearSession() {
  for (const name of [...parts, endedName, toldName, scannedName]) browserStorage.remove(name)
  set(null)
}

/** Clears all storage, but remembers the account whose data is kept until its next sign-in. */
export function clearEndedSession() {
  // After a sign-out, perhaps in another tab, nothing is kept.
  const ended = browserStorage.get('user')
    ? currentSession()?.user.id
    : browserStorage.get(endedName)
  // Written first, because other tabs read it when the session is removed.
  if (ended) browserStorage.set(endedName, ended)
  for (const name of browserStorage.names()) {
    if (name !== endedName) browserStorage.remove(name)
  }
}

export function hasEnded(account: string): boolean {
  return browserStorage.get(endedName) === account
}
