import type { OwnEvent } from '@coinless/contract/staff.ts'
import { Group, Switch } from '@mantine/core'
import { calls } from '../../shared/calls/calls.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { actorOf, EventDetails, subjectOf } from '../../shared/ui/event-cells.tsx'
import { dateAndTime, label } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { useListAddress } from '../../shared/ui/use-list-address.ts'

/** Actions in the account, with their authors. */
export default function StaffTrail() {
  const address = useListAddress()
  const isOfStaff = address.filter('by') === 'staff'
  const list = useList(calls.staff.trail, {
    key: ['staff', 'trail'],
    address,
    filters: isOfStaff ? { staff_only: true } : {},
    failed: t('audit.loadFailed'),
  })
  return (
    <Page back={<BackLink to={paths.staff}>{t('staff.back')}</BackLink>} title={t('staff.trail')}>
      <Group>
        <Switch
          label={t('field.staff_only')}
          checked={isOfStaff}
          onChange={({ currentTarget: { checked } }) =>
            address.setFilter('by', checked ? 'staff' : '')
          }
        />
      </Group>
      <DataList
        noun="events"
        columns={columns()}
        {...list}
        empty={{ title: t('audit.none'), hint: '' }}
      />
    </Page>
  )
}

const columns = (): Column<OwnEvent>[] => [
  {
    header: t('heading.date'),
    cell: ({ created_at }) => dateAndTime(created_at),
    line: 'whole',
    brief: 'lineEnd',
  },
  { header: t('audit.action'), cell: ({ action }) => label(action), line: 'whole', brief: 'title' },
  { header: t('audit.actor'), cell: actorOf, brief: 'line' },
  { header: t('audit.subject'), cell: subjectOf },
  { header: t('audit.details'), cell: ({ details }) => <EventDetails details={details} /> },
]
