import type { Controller } from '@coinless/contract/controllers.ts'
import { Anchor, Button, Group } from '@mantine/core'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useUser } from '../account/auth-context.tsx'
import { mayOpen } from '../account/places.ts'
import { QuotaNotice } from '../account/QuotaNotice.tsx'
import { calls } from '../calls/calls.ts'
import { paths } from '../navigation/paths.ts'
import { listKey, useList } from '../queries/use-list.ts'
import { t } from '../texts/texts.ts'
import { type Column, DataList } from '../ui/DataList.tsx'
import { date, label } from '../ui/formats.ts'
import { Page } from '../ui/Page.tsx'
import { Presence } from '../ui/Presence.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { useListAddress } from '../ui/use-list-address.ts'
import { rowsPollInterval, useLiveRows } from './controller-queries.ts'

export default function ControllerList() {
  const user = useUser()
  const address = useListAddress()
  const asked = { key: ['controllers'], address }
  const list = useList(calls.controllers.list, {
    ...asked,
    failed: t('controllers.loadListFailed'),
    refetchInterval: rowsPollInterval,
  })
  useLiveRows(listKey(asked), list.rows)
  const columns: Column<Controller>[] = [
    { header: t('field.name'), cell: nameLink, brief: 'title' },
    { header: t('field.driver'), cell: ({ driver }) => label(driver), brief: 'titleEnd' },
    {
      header: t('controllers.state'),
      cell: (controller) => <Presence presence={controller} isBrief />,
      brief: 'line',
    },
    { header: t('heading.created'), cell: ({ created_at }) => date(created_at) },
  ]
  return (
    <Page
      title={t('controllers.title')}
      actions={
        mayOpen(user, paths.newController) && (
          <Button component={Link} to={paths.newController} leftSection={<Plus size={16} />}>
            {t('controllers.add')}
          </Button>
        )
      }
    >
      <Group>
        <SearchField label={t('controllers.search')} address={address} />
      </Group>
      <QuotaNotice kind="controllers" total={list.pagination?.total} />
      <DataList
        noun="controllers"
        columns={columns}
        {...list}
        empty={{
          title: t('controllers.none'),
          hint: address.search ? t('list.tryFilters') : t('controllers.first'),
        }}
      />
    </Page>
  )
}

function nameLink({ id, name }: Controller) {
  return (
    <Anchor component={Link} size="sm" to={paths.controller(id)} fw={600}>
      {name}
    </Anchor>
  )
}
