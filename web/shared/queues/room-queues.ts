import type { RoomQueues } from '@coinless/contract/queues.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { keyOf, type ShownValues } from '../live/live.ts'
import { pollInterval, useLive } from '../live/use-live.ts'
import { showFailure } from '../queries/failures.ts'
import { showAnswer } from '../queries/query-client.ts'
import { timed } from './held.ts'
import { ownQueuesKey } from './own-queues.ts'

/** Estimates and pauses change with the clock, without an event. */
const renewMs = 30_000
const withoutEventsMs = 5_000

const shownQueues = (queues: RoomQueues) => ({
  ...queues,
  hold: timed(queues.hold),
  data: queues.data.map(({ entry, ...type }) => ({
    ...type,
    entry: entry && { ...entry, turn: timed(entry.turn) },
  })),
})
export type ShownQueues = ReturnType<typeof shownQueues>
export type ShownQueue = ShownQueues['data'][number]

const roomQueuesKey = (number: string) => ['queues', 'of room', number]

interface FollowedRoom {
  /** undefined: not known, so that the queues are polled. */
  id: string | undefined
  number: string
}

/** Queues and holds of a room, with live updates. */
export function useRoomQueues({ id, number }: FollowedRoom) {
  const queryKey = roomQueuesKey(number)
  const knownOf = (queues: ShownQueues): ShownValues =>
    id === undefined ? {} : { [keyOf.queuesOf(id)]: queues }
  useLive(id === undefined ? {} : { room: id }, { queryKey, knownOf })
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      shownQueues(await call(calls.queues.ofRoom, { params: { number }, signal })),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const { data } = state
      if (!data || data.data.length === 0) return false
      if (id === undefined) return withoutEventsMs
      return pollInterval(knownOf(data)) || (changesByTheClock(data) && renewMs)
    },
  })
}

function changesByTheClock({ data, no_hold_until }: ShownQueues): boolean {
  return no_hold_until !== null || data.some(({ entry }) => entry?.available_at)
}

/**
 * Changes an entry or a hold.
 * @param number of the room, as given to `useRoomQueues`
 */
export function useQueueChange(number: string, change: () => Promise<RoomQueues>, failed: string) {
  const queryClient = useQueryClient()
  const queryKey = roomQueuesKey(number)
  const sayFailure = showFailure(failed)
  return useMutation({
    mutationFn: change,
    onSuccess: (queues) => showAnswer(queryKey, shownQueues(queues)),
    onError: (error) => {
      sayFailure(error)
      // It may have been changed, and only its answer was lost.
      void queryClient.invalidateQueries({ queryKey })
    },
    onSettled: () => {
      for (const key of [ownQueuesKey, ['device-states']]) {
        void queryClient.invalidateQueries({ queryKey: key })
      }
    },
  })
}
