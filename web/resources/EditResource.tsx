import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '../navigation/paths.ts'
import { useReturnOnFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import { useWayBack } from '../ui/way-back.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import { resourceQuery } from './resource-queries.ts'

export default function EditResource() {
  const { id = '' } = useParams()
  const wayBack = useWayBack()
  const { data, error } = useQuery(resourceQuery(id))
  const resource = data?.thing
  useReturnOnFailure(error, t('resources.loadFailed'), paths.resources, resource)
  if (!resource) return <Loading />
  return (
    <Page title={t('resources.edit')} narrow>
      <ResourceForm
        resource={resource}
        version={data?.version}
        cancel={() => wayBack(paths.resource(id), paths.resources)}
        onSaved={() => wayBack(paths.resource(id))}
      />
    </Page>
  )
}
