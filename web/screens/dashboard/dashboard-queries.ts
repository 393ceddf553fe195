import type { Attention } from '@coinless/contract/attention.ts'
import { limits } from '@coinless/contract/limits.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { keyOf } from '../../shared/live/live.ts'
import { pollInterval, useLive } from '../../shared/live/use-live.ts'
import { viewersTimeZone } from '../../shared/ui/time-zone.ts'

export const revenueQuery = queryOptions({
  queryKey: ['dashboard', 'revenue'],
  queryFn: ({ signal }) =>
    call(calls.dashboard.revenue, { query: { time_zone: viewersTimeZone }, signal }),
  staleTime: 0,
})

const knownAttention = (attention: Attention) => ({ [keyOf.attention]: attention })

/** Problems that need attention, with live updates. */
export function useAttention() {
  const queryKey = ['dashboard', 'attention']
  useLive({ attention: true }, { queryKey, knownOf: knownAttention })
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(calls.dashboard.attention, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => pollInterval(state.data ? knownAttention(state.data) : {}),
  })
  return data
}

/** The key starts with `devices`, so that device changes invalidate it. */
export const devicesToAcceptQuery = queryOptions({
  queryKey: ['devices', 'to accept'],
  queryFn: ({ signal }) =>
    call(calls.devices.listToAccept, { query: { limit: limits.dashboardRows }, signal }),
  staleTime: 0,
})

export const spendingQuery = queryOptions({
  queryKey: ['dashboard', 'spending'],
  queryFn: ({ signal }) => call(calls.dashboard.spending, { signal }),
  staleTime: 0,
})

/** Requests only the totals of lists. */
const totalOnly = { page: 1, limit: 1 }

async function loadCounts(signal: AbortSignal) {
  const [all, codes, active] = await Promise.all([
    call(calls.resources.list, { query: totalOnly, signal }),
    call(calls.prepaidCodes.listForDashboard, { query: totalOnly, signal }),
    call(calls.prepaidCodes.listForDashboard, {
      query: { ...totalOnly, disabled: false },
      signal,
    }),
  ])
  return {
    resources: all.pagination.total,
    codes: codes.pagination.total,
    activeCodes: active.pagination.total,
  }
}

export const countsQuery = queryOptions({
  queryKey: ['dashboard', 'counts'],
  queryFn: ({ signal }) => loadCounts(signal),
  staleTime: 0,
})
