import type { BulkChange } from '@coinless/contract/bulk-changes.ts'
import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { BusyButton } from '../forms/BusyButton.tsx'
import { t } from '../texts/texts.ts'
import { number } from '../ui/formats.ts'
import { BulkPreview, BulkProgress } from './BulkReport.tsx'
import { useBulkChange, useSecondsLeft } from './use-bulk-change.ts'

interface BulkStepsProps {
  planned: BulkChange | undefined
  things: BulkChange['things']
  /** What asks for the change. */
  children: ReactNode
  back: () => void
  close: () => void
}

/** What is asked for, what it would do, and what it did. */
export function BulkSteps({ planned, things, children, back, close }: BulkStepsProps) {
  const { change, isAtWork, apply, undo } = useBulkChange(planned, things)
  const left = useSecondsLeft(change?.undo_until)
  if (!change) return children
  if (change.state === 'planned' && !isAtWork) {
    return (
      <Stack>
        <BulkPreview change={change} />
        <Group justify="flex-end">
          <Button variant="default" onClick={back}>
            {t('bulk.back')}
          </Button>
          <Button disabled={change.planned === 0} onClick={apply} data-autofocus>
            {t('bulk.apply', { count: change.planned, number: number(change.planned) })}
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <Stack>
      <BulkProgress change={change} />
      <Group justify="flex-end">
        {change.state === 'applying' && !isAtWork && (
          <Button onClick={apply}>{t('bulk.goOn')}</Button>
        )}
        {left > 0 && (
          <BusyButton variant="default" isBusy={isAtWork} onClick={undo}>
            {t('bulk.undo', { seconds: left })}
          </BusyButton>
        )}
        <Button variant="default" disabled={isAtWork} onClick={close}>
          {t('action.close')}
        </Button>
      </Group>
    </Stack>
  )
}
