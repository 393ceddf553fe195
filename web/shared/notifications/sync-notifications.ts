import type { QueryClient } from '@tanstack/react-query'
import { followRenewals } from '../push/browser.ts'
import { notificationsQuery } from './notifications-query.ts'

/** Keeps the push subscription on the server current, also after the browser has renewed it. */
export function syncNotifications(queryClient: QueryClient): () => void {
  const look = () =>
    void queryClient.fetchQuery({ ...notificationsQuery, staleTime: 0 }).catch(() => {})
  look()
  return followRenewals(look)
}
