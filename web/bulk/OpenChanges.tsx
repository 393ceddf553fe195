import type { BulkChange } from '@coinless/contract/bulk-changes.ts'
import { Alert, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useUser } from '../account/auth-context.tsx'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { BusyButton } from '../forms/BusyButton.tsx'
import { t } from '../texts/texts.ts'
import { BulkProgress } from './BulkReport.tsx'
import { useBulkChange } from './use-bulk-change.ts'

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
  return open.map((change) => <OpenChange key={change.id} found={change} />)
}

function OpenChange({ found }: { found: BulkChange }) {
  const { change = found, isAtWork, apply, undo } = useBulkChange(found, found.things)
  const isOpen = change.state === 'applying' || change.state === 'undoing'
  return (
    <Alert
      color={isOpen ? 'yellow' : 'green'}
      icon={<CircleAlert />}
      title={t(isOpen ? 'bulk.open' : 'bulk.ended')}
    >
      <Stack gap="xs">
        <BulkProgress change={change} />
        {isOpen && (
          <Group>
            <BusyButton
              size="xs"
              isBusy={isAtWork}
              onClick={change.state === 'undoing' ? undo : apply}
            >
              {t('bulk.goOn')}
            </BusyButton>
          </Group>
        )}
      </Stack>
    </Alert>
  )
}
