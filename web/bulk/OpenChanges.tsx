import type { BulkChange } from '@coinless/contract/bulk-changes.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useUser } from '../account/auth-context.tsx'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'

const OpenChange = lazy(() => import('./OpenChange.tsx'))

/** Changes of many that stopped in the middle: they are seen, and go on, from wherever their rows are listed. */
export function OpenChanges({ things }: { things: BulkChange['things'] }) {
  const { is_guest } = useUser()
  const { data } = useQuery({
    enabled: !is_guest,
    queryKey: ['bulk-changes', 'open'],
    queryFn: ({ signal }) => call(calls.bulkChanges.open, { signal }),
    // As it was when the list was opened: what is at work in it now shows its own progress.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const open = data?.data.filter((change) => change.things === things) ?? []
  if (open.length === 0) return null
  return (
    <Suspense>
      {open.map((change) => (
        <OpenChange key={change.id} found={change} />
      ))}
    </Suspense>
  )
}
