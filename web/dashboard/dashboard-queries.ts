import { dashboard } from '@coinless/contract/dashboard.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

/** Days begin at midnight where the viewer is. */
export const viewersTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export const earningsQuery = queryOptions({
  queryKey: ['dashboard', 'earnings'],
  queryFn: ({ signal }) =>
    call(dashboard.earnings, { query: { time_zone: viewersTimeZone }, signal }),
  staleTime: 0,
})

export const spendingQuery = queryOptions({
  queryKey: ['dashboard', 'spending'],
  queryFn: ({ signal }) => call(dashboard.spending, { signal }),
  staleTime: 0,
})
