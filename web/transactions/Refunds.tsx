import { limits } from '@coinless/contract/limits.ts'
import type { Refund } from '@coinless/contract/refunds.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import { Stack, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../calls/calls.ts'
import { call, messageOf } from '../calls/client.ts'
import { t } from '../texts/texts.ts'
import { type Column, DataList } from '../ui/DataList.tsx'
import { dateAndTime, money } from '../ui/formats.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'

/** What was given back of a payment: whoever sees the payment sees that. */
export function Refunds({ transaction }: { transaction: Transaction }) {
  const { id } = transaction
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    // Of the payment as it is now: another refund, or one that has arrived, changes it.
    queryKey: ['transactions', id, 'refunds', page, transaction],
    queryFn: ({ signal }) =>
      call(calls.refunds.list, {
        params: { id },
        query: { page, limit: limits.pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack component="section" gap="sm" aria-label={t('transactions.refunds')}>
      <Title order={2} size="h4">
        {t('transactions.refunds')}
      </Title>
      <DataList
        noun="refunds"
        columns={columns(transaction)}
        rows={data?.data}
        pagination={data?.pagination}
        error={error && messageOf(error, t('transactions.refundsFailed'))}
        retry={() => void refetch()}
        setPage={setPage}
        empty={{ title: t('transactions.noRefunds'), hint: '' }}
        rowsAtLeast={1}
      />
    </Stack>
  )
}

const columns = ({ payment_method }: Transaction): Column<Refund>[] => [
  { header: t('heading.date'), cell: ({ created_at }) => dateAndTime(created_at), brief: 'title' },
  {
    header: t('field.amount'),
    cell: ({ amount }) => money(amount),
    isNumber: true,
    brief: 'titleEnd',
  },
  { header: t('field.reason'), cell: why, brief: 'line' },
  {
    header: t('field.status'),
    brief: 'lineEnd',
    // A code is given its money at once, unless it cannot take it.
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
