import { createContext, useContext } from 'react'
import type { HistoryEntry } from './stoppable-history.ts'

export const HistoryEntryContext = createContext<HistoryEntry | undefined>(undefined)

/** The entry of the shown page. The browser's own is ahead of it until the next screen has loaded. */
export function useHistoryEntry(): HistoryEntry {
  const entry = useContext(HistoryEntryContext)
  if (!entry) throw new Error('useHistoryEntry needs AppRouter')
  return entry
}
