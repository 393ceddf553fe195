import type { BulkChange } from '@coinless/contract/bulk-changes.ts'
import { Alert, Group, Stack } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { BusyButton } from '../forms/BusyButton.tsx'
import { t } from '../texts/texts.ts'
import { BulkProgress } from './BulkReport.tsx'
import { useBulkChange } from './use-bulk-change.ts'

export default function OpenChange({ found }: { found: BulkChange }) {
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
