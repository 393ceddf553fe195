import { useEffect, useId } from 'react'
import { setUnsaved } from '../navigation/unsaved.ts'

/** Whoever leaves while a payment is on its way is told so, and asked first. */
export function useAskedAbout(isOnItsWay: boolean) {
  const id = useId()
  useEffect(() => {
    setUnsaved(id, isOnItsWay ? 'payment' : undefined)
    return () => setUnsaved(id, undefined)
  }, [id, isOnItsWay])
}
