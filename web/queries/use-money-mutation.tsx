import type { idempotencyKeys } from '@coinless/contract/idempotency-keys.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { calls } from '../api/calls.ts'
import { call, type IdempotencyKey } from '../api/client.ts'
import { NotSent } from '../api/connection.ts'
import { DoneBefore, withIdempotencyKey } from '../api/idempotency-key.ts'
import { awaited } from '../loading/own-code.ts'
import { t } from '../texts/texts.ts'
import { dateAndTime } from '../ui/formats.ts'
import { useSingleMutation } from './use-single-mutation.ts'

type Outcome = z.output<typeof idempotencyKeys.outcome.reply>

/** Where whoever asks sees what the last call has done. */
type Seen = (before: Outcome & { id: string }) => { to: string; label: string }

interface MoneyMutation<Data, Variables> {
  /** What is done, as idempotency-key.ts calls it. */
  intention: string
  send: (variables: Variables, idempotencyKey: IdempotencyKey) => Promise<Data>
  onSuccess: (data: Data, variables: Variables) => void
  onError: (error: Error) => void
  /** The person leaves it at what the last call has done. */
  onLeft?: (variables: Variables) => void
  seen?: Seen
}

/**
 * Creates or moves money, once for one intention, whichever of its forms sends it. What that changes is
 * loaded anew, also where nobody knows whether it was done.
 */
export function useMoneyMutation<Data, Variables>(options: MoneyMutation<Data, Variables>) {
  const { intention, send, onSuccess, onError, onLeft, seen } = options
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationKey: ['money', intention],
    mutationFn: (variables: Variables) =>
      withIdempotencyKey(
        intention,
        (key) => send(variables, key),
        (openKey) => isWanted(openKey, seen),
      ),
    onSuccess,
    onError: (error, variables) => {
      if (error instanceof DoneBefore) onLeft?.(variables)
      else onError(error)
    },
    onSettled: (_, error) => {
      // Without a connection nothing has changed, and nothing could be loaded.
      const isUnsent = [error, error?.cause].some((reason) => reason instanceof NotSent)
      if (!isUnsent) void queryClient.invalidateQueries()
    },
  })
}

/** The last call is over once the server has been asked; if it was done, the person decides. */
async function isWanted(openKey: string, seen: Seen | undefined): Promise<boolean> {
  const before = await call(calls.idempotencyKeys.withdraw, { params: { key: openKey } })
  const { outcome, id, at } = before
  if (outcome !== 'done' && outcome !== 'pending') return true
  const { askOnceMore } = await awaited(() => import('../ui/ask-once-more.tsx'))
  return askOnceMore({
    title: t(outcome === 'done' ? 'onceMore.done' : 'onceMore.pending'),
    text: t('onceMore.text', { time: at ? dateAndTime(at) : '' }),
    ...(seen && id && { link: seen({ ...before, id }) }),
  })
}
