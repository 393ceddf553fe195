import type { Cycle } from '@coinless/contract/cycles.ts'
import type { DeviceState } from '@coinless/contract/device-states.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { keyOf, type ShownValues } from './live.ts'
import { pollInterval, useLive } from './use-live.ts'

/** Adds the end on the clock of `performance.now()`, because the clock of a phone may be wrong. */
export type Timed<Shown> = Shown & { overAt: number | null }
export type ShownState = Timed<DeviceState>
export type ShownCycle = Timed<Cycle>

export function timed<Shown extends { remaining_seconds: number | null }>(
  shown: Shown,
): Timed<Shown> {
  const { remaining_seconds: left } = shown
  return { ...shown, overAt: left === null ? null : performance.now() + left * 1000 }
}

/** Device states by id, with live updates. */
export function useDeviceStates(ids: readonly string[]): Partial<Record<string, ShownState>> {
  const queryKey = ['device-states', ids]
  const knownOf = (states: readonly ShownState[]): ShownValues =>
    Object.fromEntries(states.map((state) => [keyOf.device(state.device_id), state]))
  useLive({ devices: ids }, { queryKey, knownOf })
  const { data = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const query = { ids: ids.join() }
      return (await call(calls.cycles.deviceStates, { query, signal })).data.map(timed)
    },
    enabled: ids.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollInterval(knownOf(state.data ?? [])),
  })
  return Object.fromEntries(data.map((state) => [state.device_id, state]))
}

const knownCycles = (cycles: readonly ShownCycle[]): ShownValues =>
  Object.fromEntries(cycles.map((cycle) => [keyOf.cycle(cycle.id), cycle]))

export function cycleQuery(id: string) {
  return queryOptions({
    queryKey: ['cycles', id],
    queryFn: async ({ signal }) => [
      timed(await call(calls.cycles.get, { params: { id }, signal })),
    ],
    staleTime: 0,
  })
}

/** Cycle of a payment, with live updates. */
export function useCycle(id: string) {
  const query = cycleQuery(id)
  useLive({ cycles: [id] }, { queryKey: query.queryKey, knownOf: knownCycles })
  const { data, error, refetch } = useQuery({
    ...query,
    refetchInterval: ({ state }) => pollInterval(knownCycles(state.data ?? [])),
  })
  return { cycle: data?.[0], error, refetch }
}

const endedMs = 60_000

/** Open and recently ended cycles of the user, with live updates. */
export function useOpenCycles(): readonly ShownCycle[] {
  const queryKey = ['cycles', 'open']
  const { data = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(calls.cycles.open, { signal })).data.map(timed),
    staleTime: 0,
    // Ended cycles leave the list without an event.
    refetchInterval: ({ state }) =>
      pollInterval(knownCycles(state.data ?? [])) ||
      (state.data?.some(({ ended_at }) => ended_at !== null) && endedMs),
  })
  useLive({ cycles: data.map(({ id }) => id) }, { queryKey, knownOf: knownCycles })
  return data
}
