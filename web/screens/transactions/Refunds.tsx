import { limits } from '@coinless/contract/limits.ts'
import type { Refund } from '@coinless/contract/refunds.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { ListSection } from '../../shared/queries/ListSection.tsx'
import { RefundReason } from '../../shared/refunds/RefundReason.tsx'
import { t } from '../../shared/texts/texts.ts'
import type { Column } from '../../shared/ui/DataList.tsx'
import { dateAndTime, money } from '../../shared/ui/formats.ts'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'

/** Refunds of a payment, visible to everyone who may see the payment. */
export function Refunds({ transaction }: { transaction: Transaction }) {
  const { id } = transaction
  return (
    <ListSection
      title={t('transactions.refunds')}
      noun="refunds"
      // Includes the payment, because a new or completed refund changes it.
      queryKey={['transactions', id, 'refunds', transaction]}
      load={(page, signal) =>
        call(calls.refunds.list, {
          params: { id },
          query: { page, limit: limits.pageSize },
          signal,
        })
      }
      columns={columns(transaction)}
      failed={t('transactions.refundsFailed')}
      empty={t('transactions.noRefunds')}
    />
  )
}

const columns = ({ payment_method }: Transaction): Column<Refund>[] => [
  {
    header: t('heading.date'),
    cell: ({ created_at }) => dateAndTime(created_at),
    line: 'whole',
    brief: 'title',
  },
  {
    header: t('field.amount'),
    cell: ({ amount }) => money(amount),
    isNumber: true,
    brief: 'titleEnd',
  },
  {
    header: t('field.reason'),
    cell: (refund) => <RefundReason {...refund} reason={why(refund)} />,
    brief: 'line',
  },
  {
    header: t('field.status'),
    brief: 'lineEnd',
    // A refund to a code completes at once, unless the code cannot take it.
    cell: ({ status }) =>
      status === 'pending' && payment_method === 'prepaid_code' ? (
        t('moneyBack.owed')
      ) : (
        <StatusBadge status={status} />
      ),
  },
]

function why({ reason, cause }: Refund): string {
  return cause ? t('moneyBack.automatic', { cause: t(`moneyBack.${cause}`) }) : reason
}
