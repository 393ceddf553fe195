import type { User } from '@coinless/contract/users.ts'
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { signOut } from '../session/session-end.ts'
import { currentSession, subscribeToSession } from '../session/session-store.ts'

interface Auth {
  /** null: signed out. */
  user: User | null
  logout: () => Promise<void>
}

const AuthContext = createContext<Auth | null>(null)

function logout() {
  return signOut((signal) => call(calls.auth.logout, { signal }))
}

export function AuthProvider({ children }: { children: ReactNode }) {
  const session = useSyncExternalStore(subscribeToSession, currentSession)
  const user = session?.user ?? null
  const value = useMemo(() => ({ user, logout }), [user])
  return <AuthContext value={value}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const context = useContext(AuthContext)
  if (!context) throw new Error('useAuth must be used within AuthProvider')
  return context
}

/** The signed-in person, on screens that only they can reach. */
export function useUser(): User {
  const { user } = useAuth()
  if (!user) throw new Error('this screen needs a signed-in user')
  return user
}
