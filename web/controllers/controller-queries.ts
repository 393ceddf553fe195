import type { ControllerDetail } from '@coinless/contract/controllers.ts'
import { useQuery } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { callWithVersion } from '../calls/client.ts'
import { keyOf } from '../live/live.ts'
import { askAgain, useLive } from '../live/use-live.ts'

/** A controller, as it changes. */
export function useController(id: string) {
  const queryKey = ['controllers', id]
  const knownOf = ({ thing }: { thing: ControllerDetail }) => ({ [keyOf.controller(id)]: thing })
  useLive({ controller: id }, { queryKey, knownOf })
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => callWithVersion(calls.controllers.get, { params: { id }, signal }),
    refetchInterval: ({ state }) => askAgain(state.data ? knownOf(state.data) : {}),
  })
}
