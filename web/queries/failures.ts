import { passesByItself } from '@coinless/contract/first-answers.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ApiError, messageOf } from '../calls/client.ts'
import { NoAnswer, NotSent } from '../calls/connection.ts'
import { t } from '../texts/texts.ts'
import { showError } from '../ui/toasts.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { useWayBack } from '../ui/way-back.tsx'

interface Unanswered {
  /** What was tried, as idempotency-key.ts calls it. */
  intention: string
  /** Said when it is known that nothing was sent. */
  notSent: string
  /** Said when nobody knows whether it was done. */
  unknown: string
}

/**
 * Shows the server's sentence, or the screen's own when there is none, and below it
 * what is known of a call that had no answer.
 */
export function showFailure(fallback: string, said?: Unanswered) {
  return (error: unknown) => {
    const isUnknown = said && error instanceof NoAnswer && !(error instanceof NotSent)
    const title = isUnknown ? t('shell.noAnswerCame') : messageOf(error, fallback)
    const known = whatIsKnown(error, said)
    showError(title, known, known === said?.unknown ? said?.intention : undefined)
  }
}

/** The same of what idempotency-key.ts sends: of money, nobody is told that it failed when that is not known. */
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

/** Asked again, the server would say the same. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && !passesByItself(error.status)
}

/**
 * What could not be loaded is said, and the person is back at the list. What is shown, and could only not
 * be loaded anew, stays: somebody may be writing there.
 */
export function useReturnOnFailure(error: unknown, fallback: string, list: string, shown: unknown) {
  const wayBack = useWayBack()
  const ifStillHere = useIfStillHere()
  const isShown = useRef(false)
  useEffect(() => {
    if (!error) isShown.current = Boolean(shown)
  }, [error, shown])
  const sayOrLeave = useEffectEvent(() => {
    // The sign-in comes, and leads back here.
    if (error instanceof ApiError && error.status === 401) return
    showError(messageOf(error, fallback))
    if (isRefusal(error) || !isShown.current) wayBack(list)
  })
  useEffect(() => {
    if (error) ifStillHere(sayOrLeave)
  }, [error, ifStillHere])
}
