import type { DeviceLink } from '@coinless/contract/device-links.ts'
import { Alert, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { showSuccess } from '../../shared/ui/toasts.ts'

/** A device that is out of order, or seems to be. */
export function LinkTrouble({ link }: { link: DeviceLink }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(calls.deviceLinks.lookedAt, { params: { id: link.device_id } }),
    onSuccess: () => showSuccess(t('links.inOrder')),
    onError: showFailure(t('links.changeFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['devices'] }),
  })
  if (!link.out_of_order_at && !link.doubted_at) return null
  const [color, title, hint] = link.out_of_order_at
    ? (['red', 'links.outOfOrder', 'links.outOfOrderHint'] as const)
    : (['yellow', 'links.doubted', 'links.doubtedHint'] as const)
  return (
    <Alert color={color} title={t(title)}>
      {t(hint)}
      <Group mt="sm">
        <BusyButton size="xs" isBusy={isPending} onClick={() => mutate()}>
          {t('links.lookedAt')}
        </BusyButton>
      </Group>
    </Alert>
  )
}
