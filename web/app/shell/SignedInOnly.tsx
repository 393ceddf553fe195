import type { ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import { useAuth } from '../../shared/account/auth-context.tsx'
import { signInFor } from '../../shared/navigation/paths.ts'
import { useHistoryEntry } from '../../shared/router/use-history-entry.ts'

/** Sends other visitors to sign-in, and then back to the requested page. */
export function SignedInOnly({ children }: { children?: ReactNode }) {
  const { user } = useAuth()
  const [pathname] = useLocation()
  const { search } = useHistoryEntry()
  return user ? children : <Redirect to={signInFor(pathname + search)} replace />
}
