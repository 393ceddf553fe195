import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { type Followed, followLive, isAsTold, isLive, type Shown, subscribeToLive } from './live.ts'

const askAgainMs = 5_000
const askSoonMs = 1_000

/** Has a query asked anew when one of these devices and cycles is not any more what it has found. */
export function useLive({ devices = [], cycles = [] }: Followed, queryKey: QueryKey) {
  const queryClient = useQueryClient()
  const followed = JSON.stringify({ devices, cycles })
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    const queryKey = JSON.parse(key)
    return followLive(JSON.parse(followed), () => {
      const found = queryClient.getQueryData(queryKey)
      const isKnown = Array.isArray(found) && isAsTold(found)
      if (!isKnown) void queryClient.invalidateQueries({ queryKey })
    })
  }, [followed, key, queryClient])
  // What is drawn anew asks `askAgain` again.
  useSyncExternalStore(subscribeToLive, isLive)
}

/** The refetchInterval of such a query. */
export function askAgain(found: readonly Shown[] = []): number | false {
  if (found.length === 0) return false
  if (!isLive()) return askAgainMs
  return isAsTold(found) ? false : askSoonMs
}
