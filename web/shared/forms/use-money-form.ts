import type { idempotencyKeys } from '@coinless/contract/idempotency-keys.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { z } from 'zod'
import { calls } from '../calls/calls.ts'
import { ApiError, call, type IdempotencyKey } from '../calls/client.ts'
import { NotSent, UnclearAnswer } from '../calls/connection.ts'
import { AlreadyDone, withIdempotencyKey } from '../calls/idempotency-key.ts'
import { awaited } from '../loading/own-code.ts'
import { useSingleMutation } from '../queries/use-single-mutation.ts'
import { t } from '../texts/texts.ts'
import type { RepeatChoice } from '../ui/confirm-repeat.tsx'
import { dateAndTime } from '../ui/formats.ts'
import { type FormOptions, useEnds, useSubmit } from './use-form.ts'
import { useKeptValues } from './use-kept-values.ts'

type Outcome = z.output<typeof idempotencyKeys.outcome.reply>

/** Link to the result of the previous call. */
type Seen = (before: Outcome & { id: string; key: string }) => { to: string; label: string }

interface MoneyFormOptions<Values extends Record<string, unknown>, Answer>
  extends FormOptions<Values, Answer> {
  /** Intention for idempotency-key.ts. */
  intention: string
  send: (values: Values, idempotencyKey: IdempotencyKey) => Promise<Answer>
  /** Asks whether to proceed despite a refusal; undefined: the refusal stands. */
  wishAfter?: (error: unknown) => Promise<RepeatChoice> | undefined
  /** Called once the user knows that money has moved. */
  told?: () => void
  /** Called if the user accepts the result of the previous call. */
  left?: () => void
  seen?: Seen
}

/**
 * Form that creates or moves money, once per intention across all its forms. Reloads affected data, also if the outcome
 * is unknown.
 */
export function useMoneyForm<Values extends Record<string, unknown>, Answer>(
  options: MoneyFormOptions<Values, Answer>,
) {
  const { intention, initial, send, wishAfter, told, left, seen, failed } = options
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const form = useKeptValues(options)
  const ends = useEnds(form, options)
  const sendOnce = (values: Values) =>
    withIdempotencyKey(
      intention,
      (key) => send(values, key),
      (openKey) => answerTo(openKey, seen, told),
    )
  async function sendAsWished(values: Values, error: unknown) {
    const wish = await wishAfter?.(error)
    if (wish === undefined) throw error
    if (wish === 'once more') return sendOnce(values)
    throw new AlreadyDone(wish === 'not again' ? undefined : wish.visit)
  }
  const saving = useSingleMutation({
    mutationKey: ['money', intention],
    mutationFn: (values: Values) => sendOnce(values).catch((error) => sendAsWished(values, error)),
    onSuccess: (answer, sent) => {
      told?.()
      return ends.succeed(answer, sent)
    },
    onError: (error, sent) => {
      if (error instanceof ApiError && error.code === 'money_moved_meanwhile') told?.()
      if (!(error instanceof AlreadyDone)) return ends.fail(error, sent, failed)
      const { visit } = error
      // First, so that leaving needs no confirmation.
      form.saved(sent, { now: initial })
      ends.ifStillShown(visit === undefined ? () => left?.() : () => navigate(visit))
    },
    onSettled: (_, error) => {
      // Without a connection nothing has changed, and nothing could be loaded.
      const isUnsent = [error, error?.cause].some((reason) => reason instanceof NotSent)
      if (!isUnsent) void queryClient.invalidateQueries()
    },
  })
  return useSubmit(form, options, saving)
}

/** Withdraws the previous call; if it was done or is pending, the user decides. */
async function answerTo(openKey: string, seen?: Seen, told?: () => void) {
  const before = await call(calls.idempotencyKeys.withdraw, { params: { key: openKey } })
  const { outcome, id, at } = before
  if (outcome === 'refused' || outcome === 'unknown') return 'once more'
  if (outcome !== 'done' && outcome !== 'pending') throw new UnclearAnswer()
  const { confirmRepeat } = await awaited(() => import('../ui/confirm-repeat.tsx'))
  const wish = await confirmRepeat({
    title: t(outcome === 'done' ? 'onceMore.done' : 'onceMore.pending'),
    text: t('onceMore.text', { time: at ? dateAndTime(at) : '' }),
    ...(seen && id && { link: seen({ ...before, id, key: openKey }) }),
  })
  if (wish === 'once more') told?.()
  return wish
}
