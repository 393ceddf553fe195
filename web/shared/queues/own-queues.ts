import type { OwnQueues } from '@coinless/contract/queues.ts'
import { useQuery } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { timed } from './held.ts'

export const ownQueuesKey = ['queues', 'own']
const ownMs = 10_000
/** The server ends a hold within a second of its time. */
const endedMs = 1_000

const shownOwn = ({ data, hold }: OwnQueues) => ({
  data: data.map((entry) => ({ ...entry, turn: timed(entry.turn) })),
  hold: timed(hold),
})
export type ShownOwnQueues = ReturnType<typeof shownOwn>

const isEmpty = ({ data, hold }: ShownOwnQueues) => data.length === 0 && hold === null

/** Until the first of the machines is no longer held. */
function untilEnded({ data, hold }: ShownOwnQueues): number {
  const ends = [...data.map(({ turn }) => turn), hold].map(
    (held) => held?.overAt ?? Number.POSITIVE_INFINITY,
  )
  return Math.max(Math.min(...ends) - performance.now(), 0) + endedMs
}

/** The user's queue entries and hold in all rooms; undefined if there are none. */
export function useOwnQueues(isEnabled: boolean): ShownOwnQueues | undefined {
  const { data } = useQuery({
    queryKey: ownQueuesKey,
    queryFn: async ({ signal }) => shownOwn(await call(calls.queues.own, { signal })),
    enabled: isEnabled,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && !isEmpty(state.data) ? Math.min(ownMs, untilEnded(state.data)) : false,
  })
  return data && !isEmpty(data) ? data : undefined
}
