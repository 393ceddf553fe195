import { isTransient } from '@coinless/contract/first-answers.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ApiError, messageOf } from '../calls/client.ts'
import { NoAnswer, NotSent } from '../calls/connection.ts'
import { t } from '../texts/texts.ts'
import { showError } from '../ui/toasts.ts'
import { useIfStillShown } from '../ui/use-if-still-shown.ts'
import { useWayBack } from '../ui/way-back.ts'

interface Unanswered {
  /** The intention (idempotency-key.ts). */
  intention: string
  /** Text if nothing was sent. */
  notSent: string
  /** Text if the outcome is unknown. */
  unknown: string
}

/**
 * Shows the server's sentence, or the screen's own if there is none.
 * Adds the known outcome of a call without an answer.
 */
export function showFailure(fallback: string, said?: Unanswered) {
  return (error: unknown) => {
    const isUnknown = said && error instanceof NoAnswer && !(error instanceof NotSent)
    const title = isUnknown ? t('shell.noAnswerCame') : messageOf(error, fallback)
    const known = whatIsKnown(error, said)
    showError(title, known, known === said?.unknown ? said?.intention : undefined)
  }
}

/** The same for calls with an idempotency key: never reports a failure while the outcome is unknown. */
export function showMoneyFailure(intention: string, fallback: string) {
  const unknown = t('shell.doneOnce')
  return showFailure(fallback, { intention, notSent: t('shell.notSent'), unknown })
}

function whatIsKnown(error: unknown, said?: Unanswered): string | undefined {
  if (error instanceof NotSent) return said?.notSent ?? t('shell.notSent')
  if (error instanceof NoAnswer) return said?.unknown ?? t('shell.noAnswer')
  const isOpen = error instanceof ApiError && (error.status >= 500 || !error.isDocumented)
  return isOpen ? said?.unknown : undefined
}

/** Whether a retry would get the same answer. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && !isTransient(error.status)
}

/**
 * Reports a failed load and returns to the list. Data that is shown stays if it only could not be reloaded, because the
 * user may be editing it.
 */
export function useReturnOnFailure(error: unknown, fallback: string, list: string, shown: unknown) {
  const wayBack = useWayBack()
  const ifStillShown = useIfStillShown()
  const isShown = useRef(false)
  useEffect(() => {
    if (!error) isShown.current = Boolean(shown)
  }, [error, shown])
  const sayOrLeave = useEffectEvent(() => {
    // Sign-in follows and leads back here.
    if (error instanceof ApiError && error.status === 401) return
    // The bar of the page tells that there is no connection.
    if (!navigator.onLine && isShown.current) return
    showError(messageOf(error, fallback))
    if (isRefusal(error) || !isShown.current) wayBack(list)
  })
  useEffect(() => {
    if (error) ifStillShown(sayOrLeave)
  }, [error, ifStillShown])
}
