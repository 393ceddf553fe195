import { Fragment, lazy, Suspense, useSyncExternalStore } from 'react'
import { Outlet } from 'react-router'
import { currentLanguage, subscribeToLanguage } from '../language.ts'
import { loadToasts } from '../ui/toasts.ts'

const Toasts = lazy(loadToasts)

/**
 * Around every screen. Toasts stand inside the router, since they may hold links. A change of the
 * language shows everything anew, so that a text may be taken wherever it is needed.
 */
export function Root() {
  const language = useSyncExternalStore(subscribeToLanguage, currentLanguage)
  return (
    <Fragment key={language}>
      <Suspense>
        <Toasts />
      </Suspense>
      <Outlet />
    </Fragment>
  )
}
