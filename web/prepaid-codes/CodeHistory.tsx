import type { CodeMovement } from '@coinless/contract/code-movements.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Anchor, Stack, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { calls } from '../calls/calls.ts'
import { call, messageOf } from '../calls/client.ts'
import { paths } from '../navigation/paths.ts'
import { t } from '../texts/texts.ts'
import { type Column, DataList } from '../ui/DataList.tsx'
import { dateAndTime, label, money } from '../ui/formats.ts'

/** Each change of a code's balance: whoever sees the code sees where its money went. */
export function CodeHistory({ codeId: id }: { codeId: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: ['prepaid-codes', id, 'history', page],
    queryFn: ({ signal }) =>
      call(calls.prepaidCodes.history, {
        params: { id },
        query: { page, limit: limits.pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack component="section" gap="sm" aria-label={t('prepaidCodes.history')}>
      <Title order={2} size="h4">
        {t('prepaidCodes.history')}
      </Title>
      <DataList
        noun="entries"
        columns={columns()}
        rows={data?.data}
        pagination={data?.pagination}
        error={error && messageOf(error, t('prepaidCodes.historyFailed'))}
        retry={() => void refetch()}
        setPage={setPage}
        empty={{ title: t('prepaidCodes.noHistory'), hint: '' }}
        rowsAtLeast={1}
      />
      {data?.data.some(({ reason }) => reason === 'card_top_up') && (
        <Anchor component={Link} to={paths.topUpsOf(id)} size="sm">
          {t('topUps.list')}
        </Anchor>
      )}
    </Stack>
  )
}

const columns = (): Column<CodeMovement>[] => [
  { header: t('heading.date'), cell: ({ created_at }) => dateAndTime(created_at), brief: 'line' },
  {
    header: t('prepaidCodes.reason'),
    cell: ({ reason, note, cause }) =>
      happened(label(reason), cause ? t(`moneyBack.${cause}`) : note),
    brief: 'title',
  },
  {
    header: t('field.amount'),
    cell: ({ amount }) => money(amount),
    isNumber: true,
    brief: 'titleEnd',
  },
  {
    header: t('heading.remaining'),
    cell: ({ remaining_balance }) => money(remaining_balance),
    isNumber: true,
    brief: 'lineEnd',
  },
]

function happened(what: string, why: string | null): string {
  return why ? `${what}: ${why}` : what
}
