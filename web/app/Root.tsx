import { Fragment, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Route, useLocation } from 'wouter'
import { shownLanguage } from '../shared/loading/language.ts'
import { type HistoryEntry, useHistoryEntry } from '../shared/router/use-history-entry.ts'
import { usePaperColors } from '../shared/theme/use-paper-colors.ts'
import { focusMain } from '../shared/ui/focus-main.ts'
import { Toasts } from '../shared/ui/Toasts.tsx'
import { useStore } from '../shared/ui/use-store.ts'
import { routeOf } from './routes.tsx'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { Waiting } from './shell/Waiting.tsx'

/**
 * Wraps every screen; the previous screen stays until the next one has loaded. Toasts are inside the router because
 * they can contain links. A language change renders the whole tree again, so that a text can be read anywhere.
 */
export function Root() {
  const language = useStore(shownLanguage)
  const entry = useHistoryEntry()
  const [pathname] = useLocation()
  const { path, element } = routeOf(pathname)
  useTopOfNewPage(entry)
  useFocusOnNewPage(pathname)
  usePaperColors()
  return (
    <Fragment key={language}>
      <Toasts />
      <Waiting />
      <ErrorBoundary FallbackComponent={ErrorPage} resetKeys={[entry]}>
        <Suspense>
          <Route path={path}>{element}</Route>
        </Suspense>
      </ErrorBoundary>
    </Fragment>
  )
}

/** On back and forward, the browser restores the position. Effects of the screen may scroll to a section afterwards. */
function useTopOfNewPage(entry: HistoryEntry) {
  useLayoutEffect(() => {
    if (entry.isFollowed) window.scrollTo(0, 0)
  }, [entry])
}

/** A removed page takes the focus with it: keyboard focus moves to the content of the new page. */
function useFocusOnNewPage(pathname: string) {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const before = shown.current
    // A redirect renders no screen.
    if (!document.querySelector('main')) return
    shown.current = pathname
    const isNew = before !== undefined && before !== pathname
    if (isNew && document.activeElement === document.body) focusMain()
  }, [pathname])
}
