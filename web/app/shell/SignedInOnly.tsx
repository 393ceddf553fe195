import { Navigate, Outlet, useLocation } from 'react-router'
import { useAuth } from '../../shared/account/auth-context.tsx'
import { signInFor } from '../../shared/navigation/paths.ts'

/** Sends other visitors to sign-in, and then back to the requested page. */
export function SignedInOnly() {
  const { user } = useAuth()
  const { pathname, search } = useLocation()
  return user ? <Outlet /> : <Navigate to={signInFor(pathname + search)} replace />
}
