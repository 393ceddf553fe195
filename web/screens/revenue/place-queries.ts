import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'

/** Places of an account that contain a text. */
export const placesQuery = (owner: string | undefined, search = '') =>
  queryOptions({
    queryKey: ['revenue', 'places', owner, search],
    queryFn: ({ signal }) =>
      call(calls.revenue.places, { query: { owner, search: search || undefined }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The first places of an account by name. The devices of all accounts stand at too many places to choose from. */
export const firstPlacesQuery = (owner: string | undefined) => ({
  ...placesQuery(owner),
  enabled: owner !== 'all',
})
