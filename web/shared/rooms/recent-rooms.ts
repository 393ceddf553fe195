import { queryOptions, useQuery } from '@tanstack/react-query'
import { useUser } from '../account/auth-context.tsx'
import { isStaff, runsMachines } from '../account/rights.ts'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'

/** Age at which the counts of available machines are renewed while they show. */
const renewMs = 30_000

/** Rooms where the user paid recently: one request for the menu and the pages of rooms. */
const recentRoomsQuery = queryOptions({
  queryKey: ['rooms', 'recent'],
  queryFn: ({ signal }) => call(calls.rooms.recent, { signal }),
  staleTime: renewMs,
})

/** Renews the counts while the component is mounted. */
export function useRecentRooms() {
  return useQuery({ ...recentRoomsQuery, refetchInterval: renewMs }).data?.data ?? []
}

/**
 * Devices where the user paid recently, last paid first; undefined while unknown. A failure is no reason to wait,
 * because it only changes the order of machines.
 */
export function useRecentDevices(): readonly string[] | undefined {
  const user = useUser()
  const enabled = !isStaff(user) && !runsMachines(user)
  const { data, isLoading, failureCount } = useQuery({ ...recentRoomsQuery, enabled })
  if (isLoading && failureCount === 0) return undefined
  return data?.data.flatMap(({ recent_devices }) => recent_devices) ?? []
}
