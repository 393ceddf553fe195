import { Redirect, useLocation } from 'wouter'
import { movedTo } from '../../shared/navigation/paths.ts'
import { useHistoryEntry } from '../../shared/router/use-history-entry.ts'

/** Opens the page of a former address, with its query and section. */
export function Moved() {
  const [pathname] = useLocation()
  const { search, hash } = useHistoryEntry()
  return <Redirect replace to={movedTo(pathname) + search + hash} />
}
