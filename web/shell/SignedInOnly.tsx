import { Navigate, Outlet, useLocation } from 'react-router'
import { useAuth } from '../account/auth-context.tsx'
import { signInFor } from '../navigation/paths.ts'

/** Sends other visitors to sign-in, and then back to the requested page. */
export function SignedInOnly() {
  const { user } = useAuth()
  const { pathname, search } = useLocation()
  return user ? <Outlet /> : <Navigate to={signInFor(pathname + search)} replace />
}
