import { queryOptions } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'

/** A user as admins see them. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => call(calls.adminUsers.get, { params: { id }, signal }),
  })
}
