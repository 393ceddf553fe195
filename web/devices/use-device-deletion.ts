import { type Device, devices } from '@coinless/contract/devices.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { call } from '../api.ts'
import { showFailure } from '../failures.ts'
import { confirmDeletion } from '../ui/confirm.tsx'
import { showSuccess } from '../ui/toasts.ts'

export function useDeviceDeletion({ id, device_number }: Device, onDeleted?: () => void) {
  const queryClient = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => call(devices.delete, { params: { id } }),
    onSuccess: () => {
      showSuccess(t('devices.deleted'))
      onDeleted?.()
      void queryClient.invalidateQueries({ queryKey: ['devices'] })
    },
    onError: showFailure(t('devices.deleteFailed')),
  })
  function askToDelete() {
    confirmDeletion({
      title: t('devices.deleteTitle'),
      text: t('devices.deleteText', { number: device_number }),
      onConfirm: deletion.mutate,
    })
  }
  return { askToDelete, isDeleting: deletion.isPending }
}
