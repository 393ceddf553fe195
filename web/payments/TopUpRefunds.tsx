import { limits } from '@coinless/contract/limits.ts'
import type { TopUpRefund } from '@coinless/contract/top-ups.ts'
import { Stack, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../calls/calls.ts'
import { call, messageOf } from '../calls/client.ts'
import { t } from '../texts/texts.ts'
import { type Column, DataList } from '../ui/DataList.tsx'
import { dateAndTime, money } from '../ui/formats.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'

/** What went back to the card. */
export function TopUpRefunds({ topUpId: id }: { topUpId: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: ['top-ups', id, 'refunds', page],
    queryFn: ({ signal }) =>
      call(calls.topUps.refunds, {
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
        columns={columns()}
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

const columns = (): Column<TopUpRefund>[] => [
  { header: t('heading.date'), cell: ({ created_at }) => dateAndTime(created_at) },
  { header: t('field.amount'), cell: ({ amount }) => money(amount), isNumber: true },
  { header: t('field.reason'), cell: ({ reason }) => reason || t('topUps.byItself') },
  { header: t('field.status'), cell: ({ status }) => <StatusBadge status={status} /> },
]
