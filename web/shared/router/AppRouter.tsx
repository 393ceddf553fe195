import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { Router } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { pathParser } from './path-parser.ts'
import type { StoppableHistory } from './stoppable-history.ts'
import { HistoryEntryContext, useHistoryEntry } from './use-history-entry.ts'

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
  const [entry, setEntry] = useState(history.shown)
  useLayoutEffect(() => {
    const show = () => startTransition(() => setEntry(history.shown()))
    // A redirect may have come first.
    show()
    return history.subscribe(show)
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
