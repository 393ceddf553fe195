import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useStore } from '../ui/use-store.ts'
import { type Followed, followLive, isLive, isUpToDate, type ShownValues } from './live.ts'

const askAgainMs = 5_000
const askSoonMs = 1_000

interface LiveQuery<Data> {
  queryKey: readonly unknown[]
  /** Values of the data that events cover. */
  knownOf: (data: Data) => ShownValues
}

/** Reloads a query when an event differs from its data. */
export function useLive<Data>(followed: Followed, { queryKey, knownOf }: LiveQuery<Data>) {
  const queryClient = useQueryClient()
  const lookAgain = useEffectEvent(() => {
    const found = queryClient.getQueryData<Data>(queryKey)
    const isKnown = found !== undefined && isUpToDate(knownOf(found))
    if (!isKnown) void queryClient.invalidateQueries({ queryKey })
  })
  const all = JSON.stringify(followed)
  useEffect(() => followLive(JSON.parse(all), () => lookAgain()), [all])
  // Renders again when the connection changes, so that `askAgain` is called again.
  useStore(isLive)
}

/** The refetchInterval of such a query, in milliseconds. */
export function pollInterval(known: ShownValues): number | false {
  if (Object.keys(known).length === 0) return false
  if (!isLive.get()) return askAgainMs
  return isUpToDate(known) ? false : askSoonMs
}
