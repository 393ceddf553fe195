import { queryOptions } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(calls.me.get, { signal }),
})
