import { caseStatuses } from '@coinless/contract/choices.ts'
import type { ReportCase } from '@coinless/contract/reports.ts'
import { Anchor, Group } from '@mantine/core'
import { calls } from '../calls/calls.ts'
import { paths } from '../navigation/paths.ts'
import { useList } from '../queries/use-list.ts'
import { Link } from '../router/Link.tsx'
import { t } from '../texts/texts.ts'
import { type Column, DataList } from '../ui/DataList.tsx'
import { FilterSelect } from '../ui/FilterSelect.tsx'
import { dateAndTime, label, number, options } from '../ui/formats.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useListAddress } from '../ui/use-list-address.ts'

/** Polling interval for new reports, in milliseconds. */
const askMs = 30_000

/** Reports with a filter, open cases first: about all of the user's machines, or about one device. */
export function CaseRows({ deviceId }: { deviceId?: string }) {
  const address = useListAddress()
  const status = address.filter('status')
  const device_id = deviceId ?? address.filter('device')
  const list = useList(calls.reports.listCases, {
    key: ['report-cases'],
    address,
    filters: { status, device_id },
    failed: t('reports.loadListFailed'),
    refetchInterval: () => askMs,
  })
  return (
    <>
      <Group>
        <FilterSelect
          label={t('reports.filter')}
          value={status}
          onChange={(next) => address.setFilter('status', next)}
          options={[{ value: '', label: t('reports.all') }, ...options(caseStatuses)]}
        />
      </Group>
      <DataList
        noun="reports"
        columns={columns(deviceId !== undefined)}
        {...list}
        empty={{
          title: t('reports.none'),
          hint: status || device_id ? t('list.tryFilters') : t('reports.noneYet'),
        }}
      />
    </>
  )
}

const columns = (isOfDevice: boolean): Column<ReportCase>[] => [
  ...(isOfDevice ? [ofDevice()] : ofDevices()),
  {
    header: t('reports.count'),
    cell: ({ report_count }) => number(report_count),
    isNumber: true,
  },
  {
    header: t('field.status'),
    cell: ({ done_at }) => <StatusBadge status={done_at ? 'done' : 'open'} />,
    line: 'whole',
    brief: 'titleEnd',
  },
  {
    header: t('reports.last'),
    cell: ({ reported_at }) => dateAndTime(reported_at),
    line: 'whole',
    brief: 'lineEnd',
  },
]

const ofDevice = (): Column<ReportCase> => ({
  header: t('field.kind'),
  cell: ({ id, kind }) => <CaseLink id={id} name={label(kind)} />,
  brief: 'title',
})

const ofDevices = (): Column<ReportCase>[] => [
  {
    header: t('words.device'),
    cell: ({ id, device }) => (
      <CaseLink id={id} name={`${device.label} · ${device.device_number}`} />
    ),
    brief: 'title',
  },
  { header: t('field.location'), cell: ({ device }) => device.location, line: 'cut' },
  { header: t('field.kind'), cell: ({ kind }) => label(kind), line: 'cut', brief: 'line' },
]

function CaseLink({ id, name }: { id: string; name: string }) {
  return (
    <Anchor component={Link} size="sm" to={paths.reportCase(id)}>
      {name}
    </Anchor>
  )
}
