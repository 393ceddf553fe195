import type { Report } from '@coinless/contract/reports.ts'
import { Anchor } from '@mantine/core'
import { calls } from '../../shared/calls/calls.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { dateAndTime, label, number } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { useListAddress } from '../../shared/ui/use-list-address.ts'

/** The user's own reports. */
export default function ReportList() {
  const address = useListAddress()
  const list = useList(calls.reports.list, {
    key: ['reports'],
    address,
    failed: t('reports.loadListFailed'),
  })
  return (
    <Page
      back={<BackLink to={paths.transactions}>{t('transactions.back')}</BackLink>}
      title={t('reports.own')}
    >
      <DataList
        noun="reports"
        columns={columns()}
        {...list}
        empty={{ title: t('reports.none'), hint: t('reports.first') }}
      />
    </Page>
  )
}

const columns = (): Column<Report>[] => [
  {
    header: t('words.device'),
    cell: ({ id, device_label, device_number }) => (
      <Anchor component={Link} size="sm" to={paths.report(id)}>
        {`${device_label} · ${device_number}`}
      </Anchor>
    ),
    brief: 'title',
  },
  { header: t('field.kind'), cell: ({ kind }) => label(kind), line: 'cut', brief: 'line' },
  {
    header: t('reports.answers'),
    cell: ({ answer_count }) => number(answer_count),
    isNumber: true,
  },
  {
    header: t('field.status'),
    cell: ({ done_at }) => <StatusBadge status={done_at ? 'done' : 'open'} />,
    line: 'whole',
    brief: 'titleEnd',
  },
  {
    header: t('heading.date'),
    cell: ({ created_at }) => dateAndTime(created_at),
    line: 'whole',
    brief: 'lineEnd',
  },
]
