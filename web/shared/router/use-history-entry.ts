import { createContext, useContext } from 'react'

/** An entry of the browser's history. */
export type HistoryEntry = Pick<Location, 'pathname' | 'search' | 'hash'> & Pick<History, 'state'>

export const HistoryEntryContext = createContext<HistoryEntry | undefined>(undefined)

/** The entry of the shown page. The browser's own is ahead of it until the next screen has loaded. */
export function useHistoryEntry(): HistoryEntry {
  const entry = useContext(HistoryEntryContext)
  if (!entry) throw new Error('useHistoryEntry needs AppRouter')
  return entry
}
