import type { DisplayedMachine, DisplayedRoom } from '@coinless/contract/displays.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { type Timed, timed } from '../../shared/live/live-queries.ts'
import { isRefusal } from '../../shared/queries/failures.ts'
import { showAnswer } from '../../shared/queries/query-client.ts'
import { followDisplay } from './follow-display.ts'

const pollMs = 5_000
/** A display that was revoked stays so. */
const pollEndedMs = 60_000

export type ShownMachine = Timed<DisplayedMachine>
export type ShownRoom = Omit<DisplayedRoom, 'machines'> & { machines: ShownMachine[] }

function shown({ machines, ...room }: DisplayedRoom): ShownRoom {
  return { ...room, machines: machines.map(timed) }
}

/** The room of a display with live updates; it keeps the last state while there is no connection. */
export function useDisplayedRoom(secret: string) {
  const queryClient = useQueryClient()
  const [heard, setHeard] = useState({ isLive: false, at: 0 })
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['display', secret],
    queryFn: async ({ signal }) =>
      shown(await call(calls.displays.show, { token: secret, signal })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => {
      if (heard.isLive) return false
      return isRefusal(state.error) ? pollEndedMs : pollMs
    },
    refetchIntervalInBackground: true,
  })
  useEffect(() => {
    const queryKey = ['display', secret]
    return followDisplay(secret, {
      hear: (room) => {
        if (room) void showAnswer(queryKey, shown(room))
        setHeard({ isLive: true, at: Date.now() })
      },
      lost: () => {
        setHeard(({ at }) => ({ isLive: false, at }))
        void queryClient.invalidateQueries({ queryKey })
      },
    })
  }, [queryClient, secret])
  const isLost = Boolean(error) && !heard.isLive
  return {
    room: isRefusal(error) ? undefined : data,
    error,
    /** When it last heard of the room, while there is no connection. */
    lostAt: isLost ? Math.max(heard.at, dataUpdatedAt) : undefined,
  }
}
