import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { calls } from './calls.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(calls.me.get, { signal }),
})
