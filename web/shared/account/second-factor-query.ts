import { queryOptions } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['me', 'second-factor'],
  queryFn: ({ signal }) => call(calls.secondFactor.get, { signal }),
})
