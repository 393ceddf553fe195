import type { Pagination } from '@coinless/contract/fields.ts'
import { Stack, Title } from '@mantine/core'
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../calls/client.ts'
import { type Column, DataList } from '../ui/DataList.tsx'
import type { Noun } from '../ui/PageBar.tsx'

interface ListSectionProps<Row> {
  title: string
  noun: Noun
  queryKey: QueryKey
  load: (page: number, signal: AbortSignal) => Promise<{ data: Row[]; pagination: Pagination }>
  columns: Column<Row>[]
  /** Text for a failure. */
  failed: string
  /** Shown if there are no rows. */
  empty: string
  /** Shown below the rows. */
  below?: (rows: Row[]) => ReactNode
}

/** A list below the facts of its record. Its page number is not in the address. */
export function ListSection<Row extends { id: string }>(props: ListSectionProps<Row>) {
  const { title, noun, queryKey, load, columns, failed, empty, below } = props
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }) => load(page, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <DataList
        noun={noun}
        columns={columns}
        rows={data?.data}
        pagination={data?.pagination}
        error={error && messageOf(error, failed)}
        retry={() => void refetch()}
        setPage={setPage}
        empty={{ title: empty, hint: '' }}
        rowsAtLeast={1}
      />
      {data && below?.(data.data)}
    </Stack>
  )
}
