import type { StaffRole } from '@coinless/contract/choices.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import type { Right } from '@coinless/contract/rights.ts'
import type { User } from '@coinless/contract/users.ts'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { signOut } from '../session/session-end.ts'
import { sessionStore } from '../session/session-store.ts'
import { useStore } from '../ui/use-store.ts'

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
  const session = useStore(sessionStore)
  const user = session?.user ?? null
  const value = useMemo(() => ({ user, logout }), [user])
  return <AuthContext value={value}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const context = useContext(AuthContext)
  if (!context) throw new Error('useAuth must be used within AuthProvider')
  return context
}

/** Account that a screen shows, with the user's rights, role and places in it. Undefined rights: all rights. */
export type ShownUser = User &
  Pick<Caller, 'acting'> & { rights?: readonly Right[]; role?: StaffRole }

const OwnerContext = createContext<ShownUser | null>(null)
/** Wraps the screens of an account that the user works for. */
export const OwnerProvider = OwnerContext

/**
 * Owner of the account that the user works for, otherwise the signed-in user. Only for screens that require sign-in.
 */
export function useUser(): ShownUser {
  const owner = useContext(OwnerContext)
  const person = usePerson()
  return owner ?? person
}

/** Signed-in user, even while working for another account. */
export function usePerson(): User {
  const { user } = useAuth()
  if (!user) throw new Error('this screen needs a signed-in user')
  return user
}
