import type { OwnEvent } from '@coinless/contract/staff.ts'
import { Group, Stack, Switch, Text } from '@mantine/core'
import { calls } from '../calls/calls.ts'
import { paths } from '../navigation/paths.ts'
import { useList } from '../queries/use-list.ts'
import { fieldName, t } from '../texts/texts.ts'
import { type Column, DataList } from '../ui/DataList.tsx'
import { addressOf, dateAndTime, label, shortId } from '../ui/formats.ts'
import { Page } from '../ui/Page.tsx'
import { useListAddress } from '../ui/use-list-address.ts'
import { BackLink } from '../ui/way-back.tsx'

/** What was done in the account, and by whom. */
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
    <Page title={t('staff.trail')}>
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
      <BackLink to={paths.staff}>{t('staff.title')}</BackLink>
    </Page>
  )
}

const columns = (): Column<OwnEvent>[] => [
  {
    header: t('heading.date'),
    cell: ({ created_at }) => dateAndTime(created_at),
    brief: 'lineEnd',
  },
  { header: t('audit.action'), cell: ({ action }) => label(action), brief: 'title' },
  { header: t('audit.actor'), cell: actorOf, brief: 'line' },
  { header: t('audit.subject'), cell: subjectOf },
  { header: t('audit.details'), cell: ({ details }) => <Details details={details} /> },
]

function actorOf({ actor_email, details }: OwnEvent): string {
  const who = addressOf(actor_email ?? t('audit.nobody'))
  return details.api_key ? t('audit.byKey', { who, key: details.api_key }) : who
}

function subjectOf({ subject, subject_id }: OwnEvent): string {
  if (subject) return addressOf(subject)
  return subject_id ? shortId(subject_id) : t('words.notAvailable')
}

function Details({ details: { api_key: _, ...changes } }: Pick<OwnEvent, 'details'>) {
  return (
    <Stack gap={0}>
      {Object.entries(changes).map(([field, change]) => (
        <Text key={field} size="sm">
          {fieldName(field)}: {change}
        </Text>
      ))}
    </Stack>
  )
}
