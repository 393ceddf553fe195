import { type Device, devices } from '@coinless/contract/devices.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api.ts'
import { showFailure } from '../failures.ts'
import { confirmDeletion } from '../ui/confirm.tsx'
import { showSuccess } from '../ui/toasts.ts'

export function useDeviceDeletion({ id, device_number }: Device, onDeleted?: () => void) {
  const queryClient = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => call(devices.delete, { params: { id } }),
    onSuccess: () => {
      showSuccess('Device deleted successfully')
      onDeleted?.()
      void queryClient.invalidateQueries({ queryKey: ['devices'] })
    },
    onError: showFailure('Failed to delete device'),
  })
  function askToDelete() {
    confirmDeletion({
      title: 'Delete Device?',
      text: `Are you sure you want to delete device ${device_number}? Its transactions stay. This action cannot be undone.`,
      onConfirm: deletion.mutate,
    })
  }
  return { askToDelete, isDeleting: deletion.isPending }
}
