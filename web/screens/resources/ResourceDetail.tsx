import type { Resource } from '@coinless/contract/resources.ts'
import { Button, Card, Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { draftOf } from '../../shared/forms/drafts.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { useWayBack } from '../../shared/ui/way-back.ts'
import { formNameOf } from './JsonForm.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import { documentText, resourceQuery } from './resource-queries.ts'
import { useResourceDeletion } from './use-resource-deletion.ts'

export default function ResourceDetail() {
  const { id = '' } = useParams()
  // A draft opens the editor again.
  const [isEditing, setIsEditing] = useState(() => draftOf(formNameOf(id)) !== undefined)
  const show = () => setIsEditing(false)
  const { data, error } = useQuery(resourceQuery(id))
  const resource = data?.thing
  useReturnOnFailure(error, t('resources.loadFailed'), paths.resources, resource)
  if (!resource) return <Loading />
  return (
    <Page
      back={<BackLink to={paths.resources}>{t('resources.back')}</BackLink>}
      title={t('resources.view')}
      actions={!isEditing && <Actions resource={resource} edit={() => setIsEditing(true)} />}
      narrow
    >
      <FieldList fields={[[t('field.id'), resource.id]]} />
      {isEditing ? (
        <ResourceForm resource={resource} version={data?.version} cancel={show} onSaved={show} />
      ) : (
        <Card withBorder p={0}>
          <Code block fz="sm" bg="transparent" style={{ whiteSpace: 'pre-wrap' }}>
            {documentText(resource)}
          </Code>
        </Card>
      )}
    </Page>
  )
}

function Actions({ resource, edit }: { resource: Resource; edit: () => void }) {
  const wayBack = useWayBack()
  const { askToDelete, isDeleting } = useResourceDeletion(resource, () => wayBack(paths.resources))
  return (
    <>
      <Button variant="default" leftSection={<Pencil size={16} />} onClick={edit}>
        {t('action.edit')}
      </Button>
      <BusyButton
        variant="light"
        color="red"
        leftSection={<Trash2 size={16} />}
        isBusy={isDeleting}
        onClick={askToDelete}
      >
        {t('action.delete')}
      </BusyButton>
    </>
  )
}
