import { type PrepaidCode, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api.ts'
import { showFailure } from '../failures.ts'
import { confirmDeletion } from '../ui/confirm.tsx'
import { showSuccess } from '../ui/toasts.ts'

interface Deletion {
  /** The list and the detail screen ask under titles of their own (SPEC section 2). */
  title?: string
  onDeleted?: () => void
}

export function useCodeDeletion(
  { id, code }: PrepaidCode,
  { title = 'Delete Prepaid Code?', onDeleted }: Deletion = {},
) {
  const queryClient = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => call(prepaidCodes.delete, { params: { id } }),
    onSuccess: () => {
      showSuccess('Prepaid code deleted successfully')
      onDeleted?.()
      void queryClient.invalidateQueries({ queryKey: ['prepaid-codes'] })
    },
    onError: showFailure('Failed to delete prepaid code'),
  })
  function askToDelete() {
    confirmDeletion({
      title,
      text: `Are you sure you want to delete code ${code}? This action cannot be undone.`,
      onConfirm: deletion.mutate,
    })
  }
  return { askToDelete, isDeleting: deletion.isPending }
}
