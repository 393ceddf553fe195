import type { BulkChange } from '@coinless/contract/bulk-changes.ts'
import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { BusyButton } from '../forms/BusyButton.tsx'
import { t } from '../texts/texts.ts'
import { number } from '../ui/formats.ts'
import { BulkPreview, BulkProgress } from './BulkReport.tsx'
import { useBulkChange, useSecondsLeft } from './use-bulk-change.ts'

interface BulkStepsProps {
  planned: BulkChange | undefined
  things: BulkChange['things']
  /** Form that defines the change. */
  children: ReactNode
  back: () => void
  close: () => void
}

/** Form, preview and result of a bulk change. */
export function BulkSteps({ planned, things, children, back, close }: BulkStepsProps) {
  const { change, isAtWork, apply, undo } = useBulkChange(planned, things)
  const left = useSecondsLeft(change?.undo_until)
  if (!change) return <Step key="form">{children}</Step>
  if (change.state === 'planned' && !isAtWork) {
    return (
      <Step key="preview">
        <BulkPreview change={change} />
        <Group justify="flex-end">
          <Button variant="default" onClick={back}>
            {t('bulk.back')}
          </Button>
          <Button disabled={change.planned === 0} onClick={apply}>
            {t('bulk.apply', { count: change.planned, number: number(change.planned) })}
          </Button>
        </Group>
      </Step>
    )
  }
  return (
    <Step key="progress">
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
    </Step>
  )
}

/**
 * Takes the focus of the removed button. It focuses the step, not its button, so that pressing Enter twice does not
 * apply an unseen change.
 */
function Step({ children }: { children: ReactNode }) {
  const step = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = step.current?.querySelector<HTMLElement>('[data-autofocus]')
    const wanted = field ?? step.current
    wanted?.focus()
  }, [])
  return (
    <Stack ref={step} tabIndex={-1}>
      {children}
    </Stack>
  )
}
