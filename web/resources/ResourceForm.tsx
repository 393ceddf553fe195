import { endpoints } from '@coinless/contract/endpoints.ts'
import type { Resource } from '@coinless/contract/resources.ts'
import { call } from '../api.ts'
import { t } from '../texts/texts.ts'
import { JsonForm } from './JsonForm.tsx'
import { documentText } from './resource-queries.ts'

interface ResourceFormProps {
  resource: Resource
  cancel: () => void
  /** Once all that was changed is saved, if it is still looked at. */
  onSaved: () => void
}

export function ResourceForm({ resource, cancel, onSaved }: ResourceFormProps) {
  const { id } = resource
  return (
    <JsonForm
      resourceId={id}
      initial={documentText(resource)}
      submitLabel={t('action.save')}
      save={(body) => call(endpoints.resources.update, { params: { id }, body })}
      saved={t('resources.updated')}
      failed={t('resources.updateFailed')}
      done={(_, hasRest) => hasRest || onSaved()}
      cancel={cancel}
    />
  )
}
