import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { paths } from '../../shared/navigation/paths.ts'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { useWayBack } from '../../shared/ui/way-back.ts'
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
    <Page
      back={<BackLink to={paths.resource(id)}>{t('resources.view')}</BackLink>}
      title={t('resources.edit')}
      narrow
    >
      <ResourceForm
        resource={resource}
        version={data?.version}
        cancel={() => wayBack(paths.resource(id), paths.resources)}
        onSaved={() => wayBack(paths.resource(id))}
      />
    </Page>
  )
}
