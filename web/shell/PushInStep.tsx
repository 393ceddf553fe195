import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { abilityOf } from '../push/subscription.ts'

/** Of browsers that may show notifications, which are few. Without a network there is nobody to be told. */
export function PushInStep() {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (abilityOf() !== 'possible' || Notification.permission !== 'granted') return
    let stop: (() => void) | undefined
    let isOver = false
    import('../notifications/keep-in-step.ts')
      .then(({ keepInStep }) => {
        if (!isOver) stop = keepInStep(queryClient)
      })
      .catch(() => {})
    return () => {
      isOver = true
      stop?.()
    }
  }, [queryClient])
  return null
}
