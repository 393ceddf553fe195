import type { BulkChange, bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { z } from 'zod'
import { useUser } from '../account/auth-context.tsx'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { withLaterTexts } from '../loading/language.ts'
import { awaited } from '../loading/own-code.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../router/Link.tsx'
import { t } from '../texts/texts.ts'

type Open = z.output<typeof bulkChanges.open.reply>

const OpenChange = lazy(() => awaited(() => withLaterTexts(import('./OpenChange.tsx'))))

/** Shows unfinished bulk changes above the list of their rows, where they can continue; a link leads to the others. */
export function OpenChanges({ things }: { things: BulkChange['things'] }) {
  const { is_guest } = useUser()
  const { data } = useQuery({
    enabled: !is_guest,
    queryKey: ['bulk-changes', 'open'],
    queryFn: ({ signal }) => call(calls.bulkChanges.open, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Keeps the changes that were open when the list loaded: one started here shows its own progress.
    structuralSharing: (before, now) => ({
      ...(now as Open),
      data: ((before ?? now) as Open).data,
    }),
  })
  const open = data?.data.filter((change) => change.things === things) ?? []
  return (
    <>
      {open.length > 0 && (
        <Suspense>
          {open.map((change) => (
            <OpenChange key={change.id} found={change} />
          ))}
        </Suspense>
      )}
      {!!data?.ended && (
        <Anchor component={Link} to={paths.bulkChanges} size="sm">
          {t('bulk.recent')}
        </Anchor>
      )}
    </>
  )
}
