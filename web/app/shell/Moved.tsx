import { Navigate, useLocation } from 'react-router'
import { movedTo } from '../../shared/navigation/paths.ts'

/** Opens the page of a former address, with its query and section. */
export function Moved() {
  const { pathname, search, hash } = useLocation()
  return <Navigate replace to={{ pathname: movedTo(pathname), search, hash }} />
}
