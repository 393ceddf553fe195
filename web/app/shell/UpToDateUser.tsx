import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '../../shared/queries/me-query.ts'
import { storeUser } from '../../shared/session/session-store.ts'

/** Shows a role or name changed since sign-in. A separate component, so that an unchanged answer redraws nothing. */
export function UpToDateUser() {
  const { data: user } = useQuery(meQuery)
  useEffect(() => {
    if (user) storeUser(user)
  }, [user])
  return null
}
