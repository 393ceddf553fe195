import { useLocation } from 'wouter'

/**
 * Goes back if one of these pages is the previous one, which keeps its search, filter and page. Otherwise replaces this
 * page with the first of them.
 */
export function useWayBack() {
  const [, navigate] = useLocation()
  return (...pathnames: [string, ...string[]]) => {
    const [first] = pathnames
    const before = earlierPages()[0]
    if (before && pathnames.includes(before.pathname)) history.back()
    else navigate(addressOf(first), { replace: true })
  }
}

/** The path with its last query in this tab. */
export function addressOf(path: string): string {
  const last = earlierPages().find(({ pathname }) => pathname === path)
  return path + (last?.search ?? '')
}

/** Earlier pages of this tab, nearest first. Browsers before 2026 may not support it. */
export function earlierPages(): URL[] {
  const entries = globalThis.navigation?.entries() ?? []
  const here = globalThis.navigation?.currentEntry?.index ?? 0
  return entries
    .slice(0, here)
    .reverse()
    .flatMap(({ url }) => (url ? [new URL(url)] : []))
}
