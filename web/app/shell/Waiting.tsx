import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, isReachable } from '../../shared/calls/client.ts'
import { isServerReached, NoAnswer, noteAnswer } from '../../shared/calls/connection.ts'
import { loadingParts } from '../../shared/loading/own-code.ts'
import { t } from '../../shared/texts/texts.ts'
import { useStore } from '../../shared/ui/use-store.ts'
import classes from './Waiting.module.css'

const pauseMs = 2_000

/** Shows which resource is pending: a screen's code, the server, or the network. */
export function Waiting() {
  const isReached = useServer()
  const isLoadingCode = useStore(loadingParts) > 0
  const isTryingAgain = useIsFetching({ predicate: ({ state }) => state.fetchFailureCount > 0 }) > 0
  return (
    <>
      {isLoadingCode && (
        <div className={classes.progress} role="progressbar" aria-label={t('list.loading')} />
      )}
      <div className={classes.strip} role="status">
        {isReached ? isTryingAgain && t('shell.tryingAgain') : unreached()}
      </div>
    </>
  )
}

function unreached(): string {
  return navigator.onLine ? t('shell.serverAway') : t('shell.offline')
}

/** Polls an unreachable server, then reloads all queries that failed. */
function useServer(): boolean {
  const queryClient = useQueryClient()
  const isReached = useStore(isServerReached)

  useEffect(() => {
    const look = () => void isReachable()
    for (const change of ['online', 'offline']) window.addEventListener(change, look)
    // The service worker served the page: web/app/offline/service-worker.js.
    if ('kept' in document.documentElement.dataset) noteAnswer(false)
    if (!(isServerReached.get() && navigator.onLine)) look()
    return () => {
      for (const change of ['online', 'offline']) window.removeEventListener(change, look)
    }
  }, [])

  useEffect(() => {
    if (isReached) return
    const timer = setInterval(() => document.hidden || void isReachable(), pauseMs)
    return () => {
      clearInterval(timer)
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ state: { error } }) =>
          error instanceof NoAnswer || (error instanceof ApiError && error.status >= 500),
      })
    }
  }, [isReached, queryClient])

  return isReached
}
