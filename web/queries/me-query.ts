import { queryOptions } from '@tanstack/react-query'
import { calls } from '../api/calls.ts'
import { call } from '../api/client.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(calls.me.get, { signal }),
})
