import { useCallback, useEffect, useRef } from 'react'
import { useHistoryEntry } from '../router/use-history-entry.ts'

/**
 * Runs an answer's effect on the screen only while the calling component is still shown. A screen stays rendered until
 * the next one's code has loaded, so the browser's address must match, too.
 */
export function useIfStillShown() {
  const { pathname } = useHistoryEntry()
  const isDrawn = useRef(false)
  useEffect(() => {
    isDrawn.current = true
    return () => {
      isDrawn.current = false
    }
  }, [])
  return useCallback(
    <T>(act: () => T): T | undefined => {
      if (isDrawn.current && window.location.pathname === pathname) return act()
    },
    [pathname],
  )
}
