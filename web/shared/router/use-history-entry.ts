import { createContext, useContext } from 'react'

/** An entry of the browser's history. */
export interface HistoryEntry
  extends Pick<Location, 'pathname' | 'search' | 'hash'>,
    Pick<History, 'state'> {
  /** By a link or a redirect from another page, not by back, forward or a page load. */
  isFollowed: boolean
}

export const HistoryEntryContext = createContext<HistoryEntry | undefined>(undefined)

/** The entry of the shown page. The browser's own is ahead of it until the next screen has loaded. */
export function useHistoryEntry(): HistoryEntry {
  const entry = useContext(HistoryEntryContext)
  if (!entry) throw new Error('useHistoryEntry needs AppRouter')
  return entry
}
