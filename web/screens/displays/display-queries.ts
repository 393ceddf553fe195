import { queryOptions } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'

/** Often enough to see that a display has been turned on. */
const pollMs = 30_000

export function displaysQuery(number: string) {
  return queryOptions({
    queryKey: ['devices', 'room', number, 'displays'],
    queryFn: ({ signal }) => call(calls.displays.list, { params: { number }, signal }),
    staleTime: 0,
    refetchInterval: pollMs,
  })
}
