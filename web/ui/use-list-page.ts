import type { Pagination } from '@coinless/contract/fields.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { showError } from './toasts.ts'

interface ListAnswer<Row> {
  data: Row[]
  pagination: Pagination
}

interface ListPlace {
  /** The sentence for the failure that the query has met, if any. */
  error: string | null
  setPage: (page: number, options?: { replace: boolean }) => void
}

/** What a DataList needs of its query. Past the last page, where a deletion may lead, it goes back. */
export function useListPage<Row>(query: UseQueryResult<ListAnswer<Row>>, place: ListPlace) {
  const { error, setPage } = place
  const pagination = query.data?.pagination
  const lastPage = Math.max(pagination?.totalPages ?? 1, 1)
  const isPastEnd = pagination !== undefined && pagination.page > lastPage

  useEffect(() => {
    if (isPastEnd) setPage(lastPage, { replace: true })
  }, [isPastEnd, lastPage, setPage])

  useEffect(() => {
    if (error) showError(error)
  }, [error])

  return {
    rows: isPastEnd ? undefined : query.data?.data,
    pagination: isPastEnd ? undefined : pagination,
    error,
    retry: () => void query.refetch(),
    setPage: (page: number) => setPage(page),
  }
}
