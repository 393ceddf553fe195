import type { SignedIn } from '@coinless/contract/auth.ts'
import type { User } from '@coinless/contract/users.ts'

/** The session in the browser's storage, under the names of SPEC section 3. */
export interface StoredSession {
  user: User
  access_token: string
  refresh_token: string
}

let current = read()
const listeners = new Set<() => void>()

// Another tab has signed in, signed out or renewed the session.
window.addEventListener('storage', () => set(read()))

/** Only a session of which all three parts are stored is one. */
function read(): StoredSession | null {
  const user = localStorage.getItem('user')
  const access_token = localStorage.getItem('access_token')
  const refresh_token = localStorage.getItem('refresh_token')
  if (!user || !access_token || !refresh_token) return null
  try {
    return { user: JSON.parse(user), access_token, refresh_token }
  } catch {
    return null
  }
}

function set(session: StoredSession | null) {
  current = session
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
}

export function storeTokens(tokens: { access_token: string; refresh_token: string }) {
  localStorage.setItem('access_token', tokens.access_token)
  localStorage.setItem('refresh_token', tokens.refresh_token)
  set(read())
}

export function storeUser(user: User) {
  const text = JSON.stringify(user)
  // Nobody need draw the same person again.
  if (!current || text === localStorage.getItem('user')) return
  localStorage.setItem('user', text)
  set(read())
}

export function clearSession() {
  for (const name of ['user', 'access_token', 'refresh_token']) localStorage.removeItem(name)
  set(null)
}

/** What another tab may have stored a moment ago, before its event arrives here. */
export function rereadSession(): StoredSession | null {
  current = read()
  return current
}
