import { Navigate, Outlet, useLocation } from 'react-router'
import { useAuth } from '../account/auth-context.tsx'
import { signInFor } from '../navigation/paths.ts'

/** Everybody else is sent to sign in, and comes back to the page that they asked for. */
export function SignedInOnly() {
  const { user } = useAuth()
  const { pathname, search } = useLocation()
  return user ? <Outlet /> : <Navigate to={signInFor(pathname + search)} replace />
}
