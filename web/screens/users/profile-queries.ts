import { limits } from '@coinless/contract/limits.ts'
import { queryOptions } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['me', 'passkeys'],
  queryFn: ({ signal }) =>
    call(calls.passkeys.list, { query: { limit: limits.passkeysMax }, signal }),
})

export function leftBehindQuery(page: number) {
  return queryOptions({
    queryKey: ['me', 'left-behind', page],
    queryFn: ({ signal }) =>
      call(calls.me.leftBehind, { query: { page, limit: limits.pageSize }, signal }),
  })
}

export function sessionsQuery(page: number) {
  return queryOptions({
    queryKey: ['me', 'sessions', page],
    queryFn: ({ signal }) =>
      call(calls.me.sessions, { query: { page, limit: limits.pageSize }, signal }),
  })
}
