import type { Resource } from '@coinless/contract/resources.ts'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion } from '../../shared/calls/client.ts'
import { t } from '../../shared/texts/texts.ts'
import { JsonForm } from './JsonForm.tsx'
import { documentText } from './resource-queries.ts'

interface ResourceFormProps {
  resource: Resource
  version: string | undefined
  cancel: () => void
  /** Called when all changes are saved, if the page is still open. */
  onSaved: () => void
}

export function ResourceForm({ resource, version, cancel, onSaved }: ResourceFormProps) {
  const { id } = resource
  return (
    <JsonForm
      resourceId={id}
      initial={documentText(resource)}
      version={version}
      submitLabel={t('action.save')}
      save={(body, ofVersion) =>
        callWithVersion(calls.resources.update, {
          params: { id },
          query: { version: ofVersion },
          body,
        })
      }
      saved={t('resources.updated')}
      failed={t('resources.updateFailed')}
      leave={onSaved}
      cancel={cancel}
    />
  )
}
