import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'

/** The first places of an account by name, or those that contain a text. */
export const placesQuery = (owner: string | undefined, search = '') =>
  queryOptions({
    queryKey: ['revenue', 'places', owner, search],
    queryFn: ({ signal }) =>
      call(calls.revenue.places, { query: { owner, search: search || undefined }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
