import type { OneReportCase } from '@coinless/contract/reports.ts'
import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useMoneyForm } from '../../shared/forms/use-money-form.ts'
import { useShownValues } from '../../shared/forms/use-shown-values.ts'
import { useDeviceStates } from '../../shared/live/live-queries.ts'
import { showFailure, showMoneyFailure } from '../../shared/queries/failures.ts'
import { useSingleMutation } from '../../shared/queries/use-single-mutation.ts'
import { t } from '../../shared/texts/texts.ts'
import { minutes, timeOrDate } from '../../shared/ui/formats.ts'
import { showSuccess } from '../../shared/ui/toasts.ts'

/** Lets the reported machine run free of charge, and shows how that goes. */
export function FreeCycle({ found }: { found: OneReportCase }) {
  const { id, device, free_cycle } = found
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { [device.id]: state } = useDeviceStates([device.id])
  const activity = state?.state
  // The machine's state is live, its case is not.
  useEffect(() => {
    if (activity) void queryClient.invalidateQueries({ queryKey: ['report-cases', id] })
  }, [activity, id, queryClient])
  const stopping = useSingleMutation({
    mutationKey: ['report-cases', id, 'stop'],
    mutationFn: (cycle: string) => call(calls.cycles.stopFree, { params: { id, cycle } }),
    onSuccess: () => showSuccess(t('reports.freeStopping')),
    onError: showFailure(t('reports.freeStopFailed')),
    onSettled: () => queryClient.invalidateQueries(),
  })
  const isRunning = free_cycle !== null && free_cycle.reason === null
  return (
    <>
      {isRunning ? (
        <BusyButton
          variant="default"
          leftSection={<Square size={16} />}
          isBusy={stopping.isPending}
          onClick={() => stopping.mutate(free_cycle.id)}
        >
          {t('reports.freeStop')}
        </BusyButton>
      ) : (
        <BusyButton
          variant="default"
          leftSection={<Play size={16} />}
          isBusy={false}
          onClick={() => setOpen(true)}
        >
          {t('reports.freeStart')}
        </BusyButton>
      )}
      {free_cycle && (
        <Text size="sm" role="status">
          {sentenceOf(free_cycle)}
        </Text>
      )}
      <Dialog title={t('reports.freeStartTitle')} isOpen={isOpen} close={() => setOpen(false)}>
        <Question found={found} close={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function sentenceOf({ state, reason, ends_at }: NonNullable<OneReportCase['free_cycle']>): string {
  if (reason === 'stopped' || reason === 'declined') return t('reports.freeStopped')
  if (reason) return t('reports.freeEnded', { reason: t(`moneyBack.${reason}`) })
  if (state === 'running' && ends_at) return t('reports.freeRuns', { time: timeOrDate(ends_at) })
  return t('reports.freeStarting')
}

function Question({ found, close }: { found: OneReportCase; close: () => void }) {
  const { id, device } = found
  const seen = useShownValues({
    duration_minutes: found.free_minutes,
    seen_start_id: found.last_start_id,
  })
  const intention = `free cycle ${device.id}`
  const form = useMoneyForm({
    name: intention,
    intention,
    initial: {},
    validate: () => ({}),
    send: (_, idempotencyKey) =>
      call(calls.cycles.startFree, { params: { id }, body: seen.take(), idempotencyKey }),
    success: t('reports.freeStarting'),
    leave: close,
    left: close,
    told: seen.told,
    failed: showMoneyFailure(intention, t('reports.freeStartFailed')),
  })
  return (
    <DialogForm form={form} label={t('reports.freeStart')}>
      <Text size="sm">
        {t('reports.freeStartText', {
          device: `${device.label} · ${device.device_number}`,
          time: minutes(found.free_minutes),
        })}
      </Text>
    </DialogForm>
  )
}
