import { endpoints } from '@coinless/contract/endpoints.ts'
import type { Resource } from '@coinless/contract/resources.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api.ts'
import { showFailure } from '../failures.ts'
import { t } from '../texts/texts.ts'
import { showSuccess } from '../ui/toasts.ts'
import { JsonForm } from './JsonForm.tsx'
import { documentText, resourceQuery } from './resource-queries.ts'

interface ResourceFormProps {
  resource: Resource
  /** After Cancel, and once a change is saved. */
  close: () => void
}

export function ResourceForm({ resource, close }: ResourceFormProps) {
  const { id } = resource
  const queryClient = useQueryClient()
  const update = useMutation({
    mutationFn: (text: string) => call(endpoints.resources.update, { params: { id }, body: text }),
    onSuccess: async (updated) => {
      showSuccess(t('resources.updated'))
      queryClient.setQueryData(resourceQuery(id).queryKey, updated)
      await queryClient.invalidateQueries({ queryKey: ['resources'] })
      close()
    },
    onError: showFailure(t('resources.updateFailed')),
  })
  return (
    <JsonForm
      initial={documentText(resource)}
      submitLabel={t('action.save')}
      isSaving={update.isPending}
      save={update.mutate}
      cancel={close}
    />
  )
}
