import type { Controller, ControllerDetail } from '@coinless/contract/controllers.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call, callWithVersion } from '../../shared/calls/client.ts'
import { keyOf } from '../../shared/live/live.ts'
import { pollInterval, useLive } from '../../shared/live/use-live.ts'

/** MQTT needs a broker, which few servers have. */
export const driversQuery = queryOptions({
  queryKey: ['controllers', 'drivers'],
  queryFn: ({ signal }) => call(calls.controllers.drivers, { signal }),
})

const knownRows = (rows: readonly Controller[]) =>
  Object.fromEntries(rows.map((row) => [keyOf.listed(row.id), row]))

/**
 * Reloads a list of controllers when one of its rows has changed.
 * @param queryKey of `useList`
 */
export function useLiveRows(queryKey: readonly unknown[], rows: readonly Controller[] = []) {
  const knownOf = ({ data }: { data: Controller[] }) => knownRows(data)
  useLive({ controllers: rows.map(({ id }) => id) }, { queryKey, knownOf })
}

export function rowsPollInterval(rows: readonly Controller[]): number | false {
  return pollInterval(knownRows(rows))
}

/** A controller with live updates. */
export function useController(id: string) {
  const queryKey = ['controllers', id]
  const knownOf = ({ thing }: { thing: ControllerDetail }) => ({ [keyOf.controller(id)]: thing })
  useLive({ controller: id }, { queryKey, knownOf })
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => callWithVersion(calls.controllers.get, { params: { id }, signal }),
    refetchInterval: ({ state }) => pollInterval(state.data ? knownOf(state.data) : {}),
  })
}
