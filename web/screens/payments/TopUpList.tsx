import type { TopUp } from '@coinless/contract/top-ups.ts'
import { Anchor } from '@mantine/core'
import { calls } from '../../shared/calls/calls.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { dateAndTime, money, shortId } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { useListAddress } from '../../shared/ui/use-list-address.ts'

/** Top-ups by card: those that the user paid, and those for codes that they issued. */
export default function TopUpList() {
  const address = useListAddress()
  const code = address.filter('code')
  const list = useList(calls.topUps.list, {
    key: ['top-ups'],
    address,
    filters: { prepaid_code_id: code },
    failed: t('topUps.loadListFailed'),
  })
  return (
    <Page
      title={t('topUps.list')}
      back={
        <BackLink to={code ? paths.prepaidCode(code) : paths.transactions}>
          {t(code ? 'topUps.toCode' : 'transactions.back')}
        </BackLink>
      }
    >
      <DataList
        noun="topUps"
        columns={columns()}
        {...list}
        empty={{ title: t('topUps.none'), hint: t('topUps.first') }}
      />
    </Page>
  )
}

const columns = (): Column<TopUp>[] => [
  {
    header: t('topUps.id'),
    cell: ({ id }) => (
      <Anchor component={Link} size="sm" to={paths.topUp(id)} ff="monospace">
        {shortId(id)}
      </Anchor>
    ),
    brief: 'title',
  },
  {
    header: t('field.amount'),
    cell: ({ amount }) => money(amount),
    isNumber: true,
    brief: 'titleEnd',
  },
  {
    header: t('heading.refunded'),
    cell: ({ refunded_amount }) => (refunded_amount > 0 ? money(refunded_amount) : ''),
    isNumber: true,
  },
  {
    header: t('field.status'),
    cell: ({ status }) => <StatusBadge status={status} />,
    line: 'whole',
    brief: 'lineEnd',
  },
  {
    header: t('heading.date'),
    cell: ({ created_at }) => dateAndTime(created_at),
    line: 'whole',
    brief: 'line',
  },
]
