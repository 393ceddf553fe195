import { queryOptions } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { viewersTimeZone } from '../ui/time-zone.ts'

export const revenueQuery = queryOptions({
  queryKey: ['dashboard', 'revenue'],
  queryFn: ({ signal }) =>
    call(calls.dashboard.revenue, { query: { time_zone: viewersTimeZone }, signal }),
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

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => call(calls.system.state, { signal }),
  staleTime: 0,
})
