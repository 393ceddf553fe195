import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '../queries/me-query.ts'
import { storeUser } from '../session/session-store.ts'

/**
 * A role or a name that changed since sign-in shows without signing in again. A component of its own,
 * so that nothing is drawn when the answer comes and says the same.
 */
export function UpToDateUser() {
  const { data: user } = useQuery(meQuery)
  useEffect(() => {
    if (user) storeUser(user)
  }, [user])
  return null
}
