import type { OneReportCase } from '@coinless/contract/reports.ts'
import { Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Ban, Check, RotateCcw } from 'lucide-react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { mayUse } from '../../shared/account/rights.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call, callWithVersion, notSent } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { showFailure } from '../../shared/queries/failures.ts'
import { useSingleMutation } from '../../shared/queries/use-single-mutation.ts'
import { t } from '../../shared/texts/texts.ts'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { FreeCycle } from './FreeCycle.tsx'

/** What to do about the machine and the case, once it is known what happened. */
export function CaseActions({ found }: { found: OneReportCase }) {
  const { id, device, device_status, done_at, is_linked } = found
  const user = useUser()
  const queryClient = useQueryClient()
  const settling = useSingleMutation({
    mutationKey: ['report-cases', id, 'done'],
    mutationFn: () =>
      call(done_at ? calls.reports.reopenCase : calls.reports.closeCase, { params: { id } }),
    onSuccess: ({ done_at: isDone }) =>
      showSuccess(t(isDone ? 'reports.isDone' : 'reports.isOpen')),
    onError: showFailure(t(done_at ? 'reports.reopenFailed' : 'reports.doneFailed')),
    onSettled: () => queryClient.invalidateQueries(),
  })
  const isActive = device_status === 'active'
  const changing = useSingleMutation({
    mutationKey: ['devices', device.id, 'status'],
    mutationFn: () => changeStatus(device.id, isActive ? 'inactive' : 'active'),
    onSuccess: () => showSuccess(t('devices.updated')),
    onError: showFailure(t('devices.updateFailed')),
    onSettled: () => queryClient.invalidateQueries(),
  })
  return (
    <>
      <Group gap="xs">
        <BusyButton
          variant={done_at ? 'default' : 'filled'}
          leftSection={done_at ? <RotateCcw size={16} /> : <Check size={16} />}
          isBusy={settling.isPending}
          onClick={() => settling.mutate()}
        >
          {t(done_at ? 'reports.reopen' : 'reports.markDone')}
        </BusyButton>
        {device_status && mayUse(user, 'change_devices') && (
          <BusyButton
            variant="default"
            leftSection={isActive ? <Ban size={16} /> : undefined}
            isBusy={changing.isPending}
            onClick={() => changing.mutate()}
          >
            {t(isActive ? 'reports.outOfOrder' : 'reports.inOrder')}
          </BusyButton>
        )}
        {is_linked && mayUse(user, 'controllers') && <FreeCycle found={found} />}
      </Group>
      {device_status && !is_linked && (
        <Text size="sm" c="dimmed">
          {t('reports.notLinked')}
        </Text>
      )}
    </>
  )
}

/** Keeps all other fields of the device; the version guards against concurrent changes. */
async function changeStatus(id: string, status: 'active' | 'inactive') {
  const params = { id }
  const { thing, version } = await callWithVersion(calls.devices.get, { params }).catch(notSent)
  const body = {
    label: thing.label,
    device_number: thing.device_number,
    device_name: thing.device_name,
    device_type: thing.device_type,
    landlord_email: thing.landlord_email,
    location: thing.location,
    duration_minutes: thing.duration_minutes,
    minimum_duration_minutes: thing.minimum_duration_minutes,
    coin_type: thing.coin_type,
    price: thing.price,
    status,
  }
  return call(calls.devices.update, { params, query: { version }, body })
}
