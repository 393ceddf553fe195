import { me } from '@coinless/contract/users.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(me.get, { signal }),
})
