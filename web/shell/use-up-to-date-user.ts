import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '../me-query.ts'
import { storeUser } from '../session-store.ts'

/** A role or a name that changed since sign-in shows without signing in again. */
export function useUpToDateUser() {
  const { data: user } = useQuery(meQuery)
  useEffect(() => {
    if (user) storeUser(user)
  }, [user])
}
