import type { Resource } from '@coinless/contract/resources.ts'
import { queryOptions } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { callWithVersion } from '../calls/client.ts'

export function resourceQuery(id: string) {
  return queryOptions({
    queryKey: ['resources', id],
    queryFn: ({ signal }) => callWithVersion(calls.resources.get, { params: { id }, signal }),
  })
}

/** What people write and change: the record without the id, which stays as it is. */
export function documentText({ id: _, ...document }: Resource): string {
  return JSON.stringify(document, null, 2)
}
