import { queryOptions } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'

/** Accounts that the signed-in user works for. */
export const staffAccountsQuery = queryOptions({
  queryKey: ['memberships'],
  queryFn: ({ signal }) => call(calls.staff.accounts, { signal }),
})
