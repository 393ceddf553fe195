import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { Router } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { pathParser } from '../../shared/router/path-parser.ts'
import { HistoryEntryContext, useHistoryEntry } from '../../shared/router/use-history-entry.ts'
import type { StoppableHistory } from './stoppable-history.ts'

interface AppRouterProps {
  /** Prefix of every address. */
  base: string
  history: StoppableHistory
  children: ReactNode
}

/**
 * The router. Unlike wouter's own hooks, which draw at once, it changes the page as a transition: the previous screen
 * stays until the next one has loaded.
 */
export function AppRouter({ base, history, children }: AppRouterProps) {
  const [entry, setEntry] = useState(history.shown.get)
  useLayoutEffect(() => {
    const show = () => startTransition(() => setEntry(history.shown.get()))
    // A redirect may have come first.
    show()
    return history.shown.subscribe(show)
  }, [history])
  return (
    <HistoryEntryContext value={entry}>
      <Router
        base={base}
        hook={useShownPath}
        searchHook={useShownSearch}
        parser={pathParser}
        aroundNav={history.aroundNav}
      >
        {children}
      </Router>
    </HistoryEntryContext>
  )
}

function useShownPath(): [string, typeof navigate] {
  return [encodedAgain(useHistoryEntry().pathname), navigate]
}

function useShownSearch(): string {
  return encodedAgain(useHistoryEntry().search)
}

/** wouter decodes an address before it takes it apart, and would take `%2526` for `&`. */
function encodedAgain(part: string): string {
  return part.replaceAll('%', '%25')
}
