import { resources } from '@coinless/contract/resources.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { call } from '../api.ts'
import { showFailure } from '../failures.ts'
import { showSuccess } from '../ui/toasts.ts'
import { resourceQuery } from './resource-queries.ts'

export function useResourceUpdate(id: string, onUpdated: () => void) {
  const queryClient = useQueryClient()
  const update = useMutation({
    mutationFn: (text: string) => call(resources.update, { params: { id }, body: text }),
    onSuccess: async (updated) => {
      showSuccess(t('resources.updated'))
      queryClient.setQueryData(resourceQuery(id).queryKey, updated)
      await queryClient.invalidateQueries({ queryKey: ['resources'] })
      onUpdated()
    },
    onError: showFailure(t('resources.updateFailed')),
  })
  return { save: update.mutate, isSaving: update.isPending }
}
