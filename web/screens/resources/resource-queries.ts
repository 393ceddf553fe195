import type { Resource } from '@coinless/contract/resources.ts'
import { queryOptions } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion } from '../../shared/calls/client.ts'

export function resourceQuery(id: string) {
  return queryOptions({
    queryKey: ['resources', id],
    queryFn: ({ signal }) => callWithVersion(calls.resources.get, { params: { id }, signal }),
  })
}

/** The editable text: the record without its id, which does not change. */
export function documentText({ id: _, ...document }: Resource): string {
  return JSON.stringify(document, null, 2)
}
