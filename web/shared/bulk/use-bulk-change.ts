import type { BulkChange } from '@coinless/contract/bulk-changes.ts'
import { limits } from '@coinless/contract/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { calls } from '../calls/calls.ts'
import { call, type IdempotencyKey } from '../calls/client.ts'
import { withIdempotencyKey } from '../calls/idempotency-key.ts'
import { showMoneyFailure } from '../queries/failures.ts'
import { showAnswer } from '../queries/query-client.ts'
import { useSingleMutation } from '../queries/use-single-mutation.ts'
import { t } from '../texts/texts.ts'

const progressMs = 500
/** Interval for a change started in another tab, or in this one before a reload. */
const elsewhereMs = 2_000

/** Applies, follows and undoes a planned bulk change. A repeated request continues the same change. */
export function useBulkChange(planned: BulkChange | undefined, things: BulkChange['things']) {
  const id = planned?.id ?? ''
  const queryClient = useQueryClient()
  const queryKey = ['bulk-changes', id]
  const intention = `bulk change ${id}`
  const loadLists = async () => {
    const list = things === 'devices' ? 'devices' : 'prepaid-codes'
    const stale = [[list], ['bulk-changes', 'open'], ['bulk-changes', 'recent']]
    await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
  const keep = async (change: BulkChange) => {
    await showAnswer(queryKey, change)
    await loadLists()
  }
  const send = (target: typeof calls.bulkChanges.apply | typeof calls.bulkChanges.undo) =>
    withIdempotencyKey(
      intention,
      (idempotencyKey: IdempotencyKey) => call(target, { params: { id }, idempotencyKey }),
      // A change is applied once, no matter how often it is requested.
      async () => 'once more',
    )
  const options = {
    mutationKey: ['bulk change', id],
    onSuccess: keep,
    onError: showMoneyFailure(intention, t('bulk.failed')),
  }
  const applying = useSingleMutation({
    ...options,
    mutationFn: () => send(calls.bulkChanges.apply),
  })
  const undoing = useSingleMutation({ ...options, mutationFn: () => send(calls.bulkChanges.undo) })
  const isAtWork = applying.isPending || undoing.isPending
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(calls.bulkChanges.get, { params: { id }, signal }),
    enabled: (query) => id !== '' && (isAtWork || isOpen(query.state.data ?? planned)),
    refetchInterval: isAtWork ? progressMs : elsewhereMs,
    gcTime: 0,
  })
  const change = data ?? planned
  const hasEnded = isOpen(planned) && !isOpen(change)
  const showEnd = useEffectEvent(() => void loadLists())
  useEffect(() => {
    if (hasEnded) showEnd()
  }, [hasEnded])
  return {
    change,
    isAtWork,
    apply: () => applying.mutate(),
    undo: () => undoing.mutate(),
  }
}

/** Whether it has started and is not known to have ended. */
export function isOpen(change: BulkChange | undefined): boolean {
  return change?.state === 'applying' || change?.state === 'undoing'
}

/** Seconds left to undo the change. */
export function useSecondsLeft(until: string | null | undefined): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (!until) return setLeft(0)
    // Uses the clock of this device, because the server's may differ.
    const end = Date.now() + limits.undoSeconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    tick()
    const interval = setInterval(tick, 250)
    return () => clearInterval(interval)
  }, [until])
  return left
}
