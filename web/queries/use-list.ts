import type { Endpoint } from '@coinless/contract/endpoint.ts'
import type { Pagination } from '@coinless/contract/fields.ts'
import { limits } from '@coinless/contract/limits.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent } from 'react'
import type { z } from 'zod'
import type { Call } from '../calls/calls.ts'
import { call, messageOf } from '../calls/client.ts'
import { showError } from '../ui/toasts.ts'
import type { ListAddress } from '../ui/use-list-address.ts'

interface ListAnswer<Row> {
  data: Row[]
  pagination: Pagination
  /** All rows at once, from a server that knows no pages. */
  isWhole?: true
}

type RowOf<Answer extends ListAnswer<unknown>> = Answer['data'][number]

interface ListOptions {
  /** What is invalidated when a row changes begins with the first of these. */
  key: string[]
  address: ListAddress
  filters?: Record<string, string | boolean | undefined>
  /** The screen's own sentence for a failure. */
  failed: string
}

interface LiveListOptions<Row> extends ListOptions {
  /** Whether a row is part of a search, for a server that answers all rows at once (SPEC section 7). */
  matches?: (row: Row, search: string) => boolean
  /** How long after an answer it is asked again. */
  refetchInterval?: (rows: readonly Row[]) => number | false
}

export function listKey({
  key,
  address,
  filters,
}: Pick<ListOptions, 'key' | 'address' | 'filters'>) {
  const { page, search } = address
  return [...key, { page, search, ...filters }]
}

/**
 * What a DataList shows: one page of a list as its address asks for it. The page before stays until
 * the next one is there; past the last page, where a deletion may lead, it goes back.
 */
export function useList<Answer extends ListAnswer<unknown>>(
  target: Call<Endpoint & { reply: z.ZodType<Answer> }>,
  { key, address, filters = {}, failed, matches, refetchInterval }: LiveListOptions<RowOf<Answer>>,
) {
  const { page, search, setPage } = address
  const query = useQuery({
    queryKey: listKey({ key, address, filters }),
    queryFn: ({ signal }) =>
      call(target, { query: { page, limit: limits.pageSize, search, ...filters }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchInterval?.(state.data?.data ?? []) ?? false,
  })
  const error = query.error && messageOf(query.error, failed)
  // Rows are drawn when there is time: keys and taps come first.
  const data = useDeferredValue(query.data)
  const pagination = data?.pagination
  const lastPage = Math.max(pagination?.totalPages ?? 1, 1)
  const isPastEnd = pagination !== undefined && pagination.page > lastPage

  function shownRows({ data: rows, isWhole }: ListAnswer<RowOf<Answer>>) {
    return isWhole && matches && search ? rows.filter((row) => matches(row, search)) : rows
  }

  const goToLastPage = useEffectEvent(() => setPage(lastPage, { replace: true }))

  useEffect(() => {
    if (isPastEnd) goToLastPage()
  }, [isPastEnd])

  useEffect(() => {
    if (error) showError(error)
  }, [error])

  return {
    answer: data,
    rows: isPastEnd || !data ? undefined : shownRows(data as ListAnswer<RowOf<Answer>>),
    pagination: isPastEnd ? undefined : pagination,
    error,
    retry: () => void query.refetch(),
    setPage: (next: number) => setPage(next),
  }
}
