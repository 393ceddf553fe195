import type { QueryClient } from '@tanstack/react-query'
import { followRenewals } from '../push/browser.ts'
import { notificationsQuery } from './notifications-query.ts'

/** The server goes on calling this browser where it can be called, also after the browser has changed that. */
export function keepInStep(queryClient: QueryClient): () => void {
  const look = () =>
    void queryClient.fetchQuery({ ...notificationsQuery, staleTime: 0 }).catch(() => {})
  look()
  return followRenewals(look)
}
