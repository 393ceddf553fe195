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
  /** All rows at once, from a server without pages. */
  isWhole?: true
}

type RowOf<Answer extends ListAnswer<unknown>> = Answer['data'][number]

interface ListOptions {
  /** Start of the query key, for invalidation when a row changes. */
  key: string[]
  address: ListAddress
  filters?: Record<string, string | boolean | undefined>
  /** The screen's own text for a failure. */
  failed: string
}

interface LiveListOptions<Row> extends ListOptions {
  /** Whether a row matches a search, for a server that returns all rows at once (SPEC section 7). */
  matches?: (row: Row, search: string) => boolean
  /** Polling interval in milliseconds. */
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
 * Data of a DataList: one page of a list, from its address. Shows the previous page until the next has loaded. Past the
 * last page, for example after a deletion, goes back to the last.
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
  // Rows are drawn at low priority: keys and taps come first.
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
