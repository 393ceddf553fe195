import { useEffect, useId } from 'react'
import { setUnsaved } from '../../shared/navigation/unsaved.ts'

/** Warns the user and asks before leaving while a payment is in progress. */
export function useLeaveWarning(isOnItsWay: boolean) {
  const id = useId()
  useEffect(() => {
    setUnsaved(id, isOnItsWay ? 'payment' : undefined)
    return () => setUnsaved(id, undefined)
  }, [id, isOnItsWay])
}
