import { queryOptions } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { callWithVersion } from '../calls/client.ts'

/** It changes by itself: asked for again while it is on the screen. */
const askAgainMs = 5000

export function controllerQuery(id: string) {
  return queryOptions({
    queryKey: ['controllers', id],
    queryFn: ({ signal }) => callWithVersion(calls.controllers.get, { params: { id }, signal }),
    refetchInterval: askAgainMs,
  })
}
