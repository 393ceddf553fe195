import { useEffect, useRef } from 'react'

/**
 * What a person decides by: as it was when the form was opened, though the page may have loaded something else
 * behind it since. Only who was told that money has moved, by a refusal or by what became of their own call, decides
 * by what the page shows next: whose call failed in another way was told nothing of it.
 */
export function useSeen<Seen>(shown: Seen) {
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
    /** For a call, whose repetitions say the same. */
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
