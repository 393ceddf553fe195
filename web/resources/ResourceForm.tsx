import { endpoints } from '@coinless/contract/endpoints.ts'
import type { Resource } from '@coinless/contract/resources.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api.ts'
import { showFailure } from '../failures.ts'
import { t } from '../texts/texts.ts'
import { showSuccess } from '../ui/toasts.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { JsonForm } from './JsonForm.tsx'
import { documentText, resourceQuery } from './resource-queries.ts'

interface ResourceFormProps {
  resource: Resource
  cancel: () => void
  /** Once a change is saved, if it is still looked at. */
  onSaved: () => void
}

export function ResourceForm({ resource, cancel, onSaved }: ResourceFormProps) {
  const { id } = resource
  const queryClient = useQueryClient()
  const ifStillHere = useIfStillHere()
  const update = useMutation({
    mutationFn: (text: string) => call(endpoints.resources.update, { params: { id }, body: text }),
    onSuccess: (updated) => {
      showSuccess(t('resources.updated'))
      queryClient.setQueryData(resourceQuery(id).queryKey, updated)
      void queryClient.invalidateQueries({ queryKey: ['resources'] })
      ifStillHere(onSaved)
    },
    onError: showFailure(t('resources.updateFailed')),
  })
  return (
    <JsonForm
      initial={documentText(resource)}
      submitLabel={t('action.save')}
      isSaving={update.isPending}
      save={update.mutate}
      cancel={cancel}
    />
  )
}
