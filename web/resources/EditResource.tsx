import type { Resource } from '@coinless/contract/resources.ts'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useNavigate, useParams } from 'react-router'
import { useReturnOnFailure } from '../failures.ts'
import { paths } from '../paths.ts'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import { JsonForm } from './JsonForm.tsx'
import { documentText, resourceQuery } from './resource-queries.ts'
import { useResourceUpdate } from './use-resource-update.ts'

export default function EditResource() {
  const { id = '' } = useParams()
  const { data: resource, error } = useQuery(resourceQuery(id))
  useReturnOnFailure(error, t('resources.loadFailed'), paths.resources)
  if (!resource) return <Loading />
  return (
    <Page title={t('resources.edit')} narrow>
      <EditForm resource={resource} />
    </Page>
  )
}

function EditForm({ resource }: { resource: Resource }) {
  const navigate = useNavigate()
  const toDetail = () => void navigate(paths.resource(resource.id))
  const { save, isSaving } = useResourceUpdate(resource.id, toDetail)
  return (
    <JsonForm
      initial={documentText(resource)}
      submitLabel={t('action.save')}
      isSaving={isSaving}
      save={save}
      cancel={toDetail}
    />
  )
}
