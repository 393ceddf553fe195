import type { BulkChange } from '@coinless/contract/bulk-changes.ts'
import { Alert, Group, Stack } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { BusyButton } from '../forms/BusyButton.tsx'
import { t } from '../texts/texts.ts'
import { BulkProgress } from './BulkReport.tsx'
import { isOpen, useBulkChange } from './use-bulk-change.ts'

export default function OpenChange({ found }: { found: BulkChange }) {
  const { change = found, isAtWork, apply, undo } = useBulkChange(found, found.things)
  const hasEnded = !isOpen(change)
  return (
    <Alert
      color={hasEnded ? 'green' : 'yellow'}
      icon={<CircleAlert />}
      title={t(hasEnded ? 'bulk.ended' : 'bulk.open')}
    >
      <Stack gap="xs">
        <BulkProgress change={change} />
        {!hasEnded && (
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
