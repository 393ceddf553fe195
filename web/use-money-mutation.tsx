import type { attempts } from '@coinless/contract/attempts.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, type IdempotencyKey } from './api.ts'
import { calls } from './calls.ts'
import { NotSent } from './connection.ts'
import { DoneBefore, once } from './once.ts'
import { awaited } from './own-code.ts'
import { t } from './texts/texts.ts'
import { dateAndTime } from './ui/formats.ts'
import { useSingleMutation } from './use-single-mutation.ts'

type Outcome = z.output<typeof attempts.outcome.reply>

/** Where whoever asks sees what the attempt before has done. */
type Seen = (before: Outcome & { id: string }) => { to: string; label: string }

interface MoneyMutation<Data, Variables> {
  /** What is done, as once.ts calls it. */
  intention: string
  send: (variables: Variables, idempotencyKey: IdempotencyKey) => Promise<Data>
  onSuccess: (data: Data, variables: Variables) => void
  onError: (error: Error) => void
  /** The person leaves it at what the attempt before has done. */
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
      once(
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

/** The attempt before is over once the server has been asked; if it was done, the person decides. */
async function isWanted(openKey: string, seen: Seen | undefined): Promise<boolean> {
  const before = await call(calls.attempts.withdraw, { params: { key: openKey } })
  const { outcome, id, at } = before
  if (outcome !== 'done' && outcome !== 'pending') return true
  const { askOnceMore } = await awaited(() => import('./ui/ask-once-more.tsx'))
  return askOnceMore({
    title: t(outcome === 'done' ? 'onceMore.done' : 'onceMore.pending'),
    text: t('onceMore.text', { time: at ? dateAndTime(at) : '' }),
    ...(seen && id && { link: seen({ ...before, id }) }),
  })
}
