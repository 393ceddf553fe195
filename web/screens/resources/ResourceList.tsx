import type { Resource } from '@coinless/contract/resources.ts'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { Eye, Pencil, Plus, Trash2 } from 'lucide-react'
import { QuotaNotice } from '../../shared/account/QuotaNotice.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { shortId } from '../../shared/ui/formats.ts'
import { IconButton, IconLink } from '../../shared/ui/icon-actions.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import { useListAddress } from '../../shared/ui/use-list-address.ts'
import { useResourceDeletion } from './use-resource-deletion.ts'

export default function ResourceList() {
  const address = useListAddress()
  const { search } = address
  const list = useList(calls.resources.list, {
    key: ['resources'],
    address,
    failed: t('resources.loadListFailed'),
  })
  return (
    <Page
      back={<BackLink to={paths.dashboard}>{t('resources.toDashboard')}</BackLink>}
      title={t('resources.title')}
      actions={<NewResource />}
    >
      <Group>
        <SearchField label={t('resources.search')} address={address} />
      </Group>
      <QuotaNotice kind="resources" total={list.pagination?.total} />
      <DataList
        noun="resources"
        columns={columns()}
        {...list}
        empty={{
          title: t('resources.none'),
          hint: search ? t('list.tryFilters') : t('resources.first'),
        }}
      />
    </Page>
  )
}

const columns = (): Column<Resource>[] => [
  {
    header: t('field.id'),
    cell: ({ id }) => (
      <Anchor component={Link} size="sm" to={paths.resource(id)} ff="monospace">
        {shortId(id)}
      </Anchor>
    ),
    brief: 'title',
  },
  {
    header: t('resources.record'),
    cell: ({ id: _, ...document }) => (
      <Text
        component="div"
        size="sm"
        ff="monospace"
        lineClamp={2}
        style={{ overflowWrap: 'anywhere' }}
      >
        {JSON.stringify(document)}
      </Text>
    ),
    brief: 'line',
  },
  {
    header: t('list.actions'),
    cell: (resource) => <ResourceActions resource={resource} />,
    isNumber: true,
  },
]

function NewResource() {
  return (
    <Button component={Link} to={paths.newResource} leftSection={<Plus size={16} />}>
      {t('resources.new')}
    </Button>
  )
}

function ResourceActions({ resource }: { resource: Resource }) {
  const { askToDelete } = useResourceDeletion(resource)
  const id = shortId(resource.id)
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <IconLink
        to={paths.resource(resource.id)}
        label={t('resources.viewOne', { id })}
        Icon={Eye}
      />
      <IconLink
        to={paths.editResource(resource.id)}
        label={t('resources.editOne', { id })}
        Icon={Pencil}
      />
      <IconButton
        label={t('resources.deleteOne', { id })}
        Icon={Trash2}
        color="red"
        onClick={askToDelete}
      />
    </Group>
  )
}
