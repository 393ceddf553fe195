import { type Resource, resources } from '@coinless/contract/resources.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { call } from '../api.ts'
import { showFailure } from '../failures.ts'
import { confirmDeletion } from '../ui/confirm.tsx'
import { shortId } from '../ui/formats.ts'
import { showSuccess } from '../ui/toasts.ts'

export function useResourceDeletion({ id }: Resource, onDeleted?: () => void) {
  const queryClient = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => call(resources.delete, { params: { id } }),
    onSuccess: () => {
      showSuccess(t('resources.deleted'))
      onDeleted?.()
      void queryClient.invalidateQueries({ queryKey: ['resources'] })
    },
    onError: showFailure(t('resources.deleteFailed')),
  })
  function askToDelete() {
    confirmDeletion({
      title: t('resources.deleteTitle'),
      text: t('resources.deleteText', { id: shortId(id) }),
      onConfirm: deletion.mutate,
    })
  }
  return { askToDelete, isDeleting: deletion.isPending }
}
