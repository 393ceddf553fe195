import { limits } from '@coinless/contract/limits.ts'
import type { TopUpRefund } from '@coinless/contract/top-ups.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { ListSection } from '../../shared/queries/ListSection.tsx'
import { RefundReason } from '../../shared/refunds/RefundReason.tsx'
import { t } from '../../shared/texts/texts.ts'
import type { Column } from '../../shared/ui/DataList.tsx'
import { dateAndTime, money } from '../../shared/ui/formats.ts'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'

export function TopUpRefunds({ topUpId: id }: { topUpId: string }) {
  return (
    <ListSection
      title={t('transactions.refunds')}
      noun="refunds"
      queryKey={['top-ups', id, 'refunds']}
      load={(page, signal) =>
        call(calls.topUps.refunds, {
          params: { id },
          query: { page, limit: limits.pageSize },
          signal,
        })
      }
      columns={columns()}
      failed={t('transactions.refundsFailed')}
      empty={t('transactions.noRefunds')}
    />
  )
}

const columns = (): Column<TopUpRefund>[] => [
  { header: t('heading.date'), cell: ({ created_at }) => dateAndTime(created_at), line: 'whole' },
  { header: t('field.amount'), cell: ({ amount }) => money(amount), isNumber: true },
  {
    header: t('field.reason'),
    cell: (refund) => <RefundReason {...refund} reason={refund.reason || t('topUps.byItself')} />,
  },
  {
    header: t('field.status'),
    cell: ({ status }) => <StatusBadge status={status} />,
    line: 'whole',
  },
]
