import { Navigate, useLocation } from 'react-router'
import { useAuth } from '../auth-context.tsx'
import { signInFor } from '../paths.ts'
import { Shell } from './Shell.tsx'

/** Everybody else is sent to sign in, and comes back to the page that they asked for. */
export function SignedInOnly() {
  const { user } = useAuth()
  const { pathname, search } = useLocation()
  return user ? <Shell /> : <Navigate to={signInFor(pathname + search)} replace />
}
