import { endpoints } from '@coinless/contract/endpoints.ts'
import type { User } from '@coinless/contract/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import { call } from './api.ts'
import { clearSession, currentSession, subscribeToSession } from './session-store.ts'

interface Auth {
  /** null: signed out. */
  user: User | null
  logout: () => Promise<void>
}

const AuthContext = createContext<Auth | null>(null)

export function AuthProvider({ children }: { children: ReactNode }) {
  const session = useSyncExternalStore(subscribeToSession, currentSession)
  const queryClient = useQueryClient()
  const user = session?.user ?? null
  const value = useMemo(() => {
    async function logout() {
      await call(endpoints.auth.logout).catch((error) => console.warn('Logout failed', error))
      clearSession()
      queryClient.clear()
    }
    return { user, logout }
  }, [user, queryClient])
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
