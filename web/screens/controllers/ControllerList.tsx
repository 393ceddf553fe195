import type { Controller } from '@coinless/contract/controllers.ts'
import { Anchor, Button, Group } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { mayOpen } from '../../shared/account/places.ts'
import { QuotaNotice } from '../../shared/account/QuotaNotice.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { listKey, useList } from '../../shared/queries/use-list.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { date, label } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { Presence } from '../../shared/ui/Presence.tsx'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import { useListAddress } from '../../shared/ui/use-list-address.ts'
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
    { header: t('heading.created'), cell: ({ created_at }) => date(created_at), line: 'whole' },
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
