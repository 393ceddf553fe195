import { useEffect, useRef } from 'react'

/**
 * Values that the user decides by, as of opening the form, although the page behind it may reload. They follow the page
 * only after a refusal or the outcome of the user's own call has shown that money moved; other failures do not show it.
 */
export function useShownValues<Seen>(shown: Seen) {
  const decision = useRef({ seen: shown, shown, isTold: false })
  function follow() {
    const { seen, shown, isTold } = decision.current
    const isOther = JSON.stringify(shown) !== JSON.stringify(seen)
    if (isTold && isOther) decision.current = { seen: shown, shown, isTold: false }
  }
  useEffect(() => {
    decision.current.shown = shown
    follow()
  })
  return {
    /** For a call; its retries send the same values. */
    take: () => {
      decision.current.isTold = false
      return decision.current.seen
    },
    told: () => {
      decision.current.isTold = true
      follow()
    },
  }
}
