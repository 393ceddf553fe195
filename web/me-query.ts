import { endpoints } from '@coinless/contract/endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(endpoints.me.get, { signal }),
})
