import type { Attention } from '@coinless/contract/attention.ts'
import { limits } from '@coinless/contract/limits.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { keyOf } from '../../shared/live/live.ts'
import { pollInterval, useLive } from '../../shared/live/use-live.ts'

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

/** Saved codes of others that have a balance. `spendingQuery` has the rest. */
export const savedCodesQuery = queryOptions({
  queryKey: ['prepaid-codes', 'wallet', 'saved'],
  queryFn: ({ signal }) =>
    call(calls.payments.wallet, { query: { limit: limits.pageSize }, signal }),
  staleTime: 0,
  select: ({ data }) =>
    data.filter(
      ({ code, disabled, expires_at, remaining_balance }) =>
        code === null &&
        !disabled &&
        remaining_balance > 0 &&
        !(expires_at && Date.parse(expires_at) <= Date.now()),
    ),
})

export const spendingQuery = queryOptions({
  queryKey: ['dashboard', 'spending'],
  queryFn: ({ signal }) => call(calls.dashboard.spending, { signal }),
  staleTime: 0,
})
