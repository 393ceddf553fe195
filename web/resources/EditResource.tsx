import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { useReturnOnFailure } from '../failures.ts'
import { paths } from '../paths.ts'
import { t } from '../texts/texts.ts'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import { resourceQuery } from './resource-queries.ts'

export default function EditResource() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { data: resource, error } = useQuery(resourceQuery(id))
  useReturnOnFailure(error, t('resources.loadFailed'), paths.resources)
  if (!resource) return <Loading />
  return (
    <Page title={t('resources.edit')} narrow>
      <ResourceForm resource={resource} close={() => void navigate(paths.resource(id))} />
    </Page>
  )
}
