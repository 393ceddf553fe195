import type { AuditEvent } from '@coinless/contract/audit.ts'
import { auditActions } from '@coinless/contract/choices.ts'
import { Group, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { calls } from '../../shared/calls/calls.ts'
import { download } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { showFailure } from '../../shared/queries/failures.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { t } from '../../shared/texts/texts.ts'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { actorOf, EventDetails, subjectOf } from '../../shared/ui/event-cells.tsx'
import { FilterSelect } from '../../shared/ui/FilterSelect.tsx'
import { dateAndTime, label, options } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import { useListAddress } from '../../shared/ui/use-list-address.ts'

export default function AuditTrail() {
  const address = useListAddress()
  const { search } = address
  const [action, from, until] = ['action', 'from', 'until'].map(address.filter)
  const filters = { action, from: startOf(from), until: startOf(until, 1) }
  const list = useList(calls.audit.list, {
    key: ['audit'],
    address,
    filters,
    failed: t('audit.loadFailed'),
  })
  return (
    <Page title={t('audit.title')} actions={<ExportButton query={{ search, ...filters }} />}>
      <Group align="end">
        <SearchField label={t('audit.search')} address={address} />
        <FilterSelect
          label={t('audit.filter')}
          value={action ?? ''}
          onChange={(chosen) => address.setFilter('action', chosen)}
          options={[{ value: '', label: t('audit.allActions') }, ...options(auditActions)]}
        />
        <DayFilter
          label={t('audit.from')}
          value={address.filter('from')}
          onChange={(day) => address.setFilter('from', day)}
        />
        <DayFilter
          label={t('audit.until')}
          value={address.filter('until')}
          onChange={(day) => address.setFilter('until', day)}
        />
      </Group>
      <DataList
        noun="events"
        columns={columns()}
        {...list}
        empty={{ title: t('audit.none'), hint: t('list.tryFilters') }}
      />
    </Page>
  )
}

interface DayFilterProps {
  label: string
  value: string
  onChange: (day: string) => void
}

function DayFilter({ label: name, value, onChange }: DayFilterProps) {
  return (
    <TextInput
      type="date"
      label={name}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const columns = (): Column<AuditEvent>[] => [
  {
    header: t('heading.date'),
    cell: ({ created_at }) => dateAndTime(created_at),
    line: 'whole',
    brief: 'lineEnd',
  },
  { header: t('audit.action'), cell: ({ action }) => label(action), line: 'whole', brief: 'title' },
  {
    header: t('audit.actor'),
    cell: actorOf,
  },
  { header: t('audit.subject'), cell: subjectOf, brief: 'line' },
  { header: t('audit.details'), cell: ({ details }) => <EventDetails details={details} /> },
  {
    header: t('audit.address'),
    cell: ({ address, user_agent }) => (
      <Text size="sm" span title={user_agent}>
        {address}
      </Text>
    ),
  },
]

function ExportButton({ query }: { query: Record<string, string | undefined> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(calls.audit.export, { query }, 'audit-trail.csv'),
    onError: showFailure(t('audit.exportFailed')),
  })
  return (
    <BusyButton
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      isBusy={isPending}
      onClick={() => mutate()}
    >
      {t('audit.export')}
    </BusyButton>
  )
}

/** Start of a day such as '2026-01-05' in the viewer's time zone, or of the day that many days later. */
function startOf(day: string | undefined, daysLater = 0): string | undefined {
  const start = new Date(`${day}T00:00`)
  if (Number.isNaN(start.getTime())) return undefined
  start.setDate(start.getDate() + daysLater)
  return start.toISOString()
}
