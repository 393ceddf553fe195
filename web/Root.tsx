import { Fragment, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation, useRoutes } from 'react-router'
import { subscribeToLanguage } from './loading/language.ts'
import { routes } from './routes.tsx'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { Waiting } from './shell/Waiting.tsx'
import { currentLanguage } from './texts/texts.ts'
import { focusMain } from './ui/focus-main.ts'
import { Toasts } from './ui/Toasts.tsx'

/**
 * Around every screen: the one before stays until the next one has loaded. Toasts stand inside the
 * router, since they may hold links. A change of the language shows everything anew, so that a text
 * may be taken wherever it is needed.
 */
export function Root() {
  const language = useSyncExternalStore(subscribeToLanguage, currentLanguage)
  const location = useLocation()
  const screen = useRoutes(routes)
  useFocusOnNewPage(location.pathname)
  return (
    <Fragment key={language}>
      <Toasts />
      <Waiting />
      <ErrorBoundary FallbackComponent={ErrorPage} resetKeys={[location]}>
        <Suspense>{screen}</Suspense>
      </ErrorBoundary>
    </Fragment>
  )
}

/** A page that goes takes the focus with it: the keyboard goes on at the content of the next one. */
function useFocusOnNewPage(pathname: string) {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const before = shown.current
    // Where an address only leads to another one, nothing is shown.
    if (!document.querySelector('main')) return
    shown.current = pathname
    const isNew = before !== undefined && before !== pathname
    if (isNew && document.activeElement === document.body) focusMain()
  }, [pathname])
}
