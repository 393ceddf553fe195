import type { Opening } from '@coinless/contract/opening-hours.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { roomQuery } from './room-queries.ts'

/** Browsers limit the delay of a timer. */
const longestWaitMs = 24 * 60 * 60 * 1000
/** The server's clock may be behind. */
const pauseMs = 60_000

/** Whether a room with opening hours is open, kept current. undefined: not known, or always open. */
export function useOpening(number: string): Opening | undefined {
  const { data } = useQuery({ ...roomQuery(number), retry: false })
  const opening = data?.opening ?? undefined
  useOpeningReload(opening?.changes_at ?? null)
  return opening
}

/** Loads the room again when it opens or closes. */
export function useOpeningReload(changesAt: string | null) {
  const queryClient = useQueryClient()
  const [reloads, setReloads] = useState(0)
  useEffect(() => {
    if (!changesAt) return undefined
    const leastMs = reloads > 0 ? pauseMs : 1000
    const waitMs = Math.min(Math.max(Date.parse(changesAt) - Date.now(), leastMs), longestWaitMs)
    const timer = setTimeout(() => {
      setReloads((before) => before + 1)
      void queryClient.invalidateQueries({ queryKey: ['devices', 'room'] })
    }, waitMs)
    return () => clearTimeout(timer)
  }, [queryClient, changesAt, reloads])
}
