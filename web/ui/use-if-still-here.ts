import { useCallback, useEffect, useRef } from 'react'
import { useHref, useLocation } from 'react-router'

/**
 * For what an answer does to the screen: it is done only while whoever asked still looks at that very
 * screen or dialog, the one that uses this. A screen stays drawn until the code of the next one has
 * come, so its address must be the browser's, too.
 */
export function useIfStillHere() {
  const address = useHref(useLocation().pathname)
  const isDrawn = useRef(false)
  useEffect(() => {
    isDrawn.current = true
    return () => {
      isDrawn.current = false
    }
  }, [])
  return useCallback(
    <T>(act: () => T): T | undefined => {
      if (isDrawn.current && window.location.pathname === address) return act()
    },
    [address],
  )
}
