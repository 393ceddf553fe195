import { type PrepaidCode, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
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
  { title = t('prepaidCodes.deleteFromList'), onDeleted }: Deletion = {},
) {
  const queryClient = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => call(prepaidCodes.delete, { params: { id } }),
    onSuccess: () => {
      showSuccess(t('prepaidCodes.deleted'))
      onDeleted?.()
      void queryClient.invalidateQueries({ queryKey: ['prepaid-codes'] })
    },
    onError: showFailure(t('prepaidCodes.deleteFailed')),
  })
  function askToDelete() {
    confirmDeletion({
      title,
      text: t('prepaidCodes.deleteText', { code }),
      onConfirm: deletion.mutate,
    })
  }
  return { askToDelete, isDeleting: deletion.isPending }
}
