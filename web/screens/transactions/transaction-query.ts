import type { OneTransaction } from '@coinless/contract/transactions.ts'
import { useQuery } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { keyOf } from '../../shared/live/live.ts'
import { pollInterval, useLive } from '../../shared/live/use-live.ts'

/** A payment and its refunds, kept up to date. */
export function useTransaction(id: string) {
  const queryKey = ['transactions', id]
  const knownOf = (transaction: OneTransaction) => ({ [keyOf.transaction(id)]: transaction })
  useLive({ transaction: id }, { queryKey, knownOf })
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(calls.transactions.get, { params: { id }, signal }),
    refetchInterval: ({ state }) => pollInterval(state.data ? knownOf(state.data) : {}),
  })
}
