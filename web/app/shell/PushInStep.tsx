import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pushSupport } from '../../shared/push/subscription.ts'

/** Loads the code only in the few browsers with permission to show notifications. Ignores a failed load. */
export function PushInStep() {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (pushSupport() !== 'possible' || Notification.permission !== 'granted') return
    let stop: (() => void) | undefined
    let isOver = false
    import('../../shared/notifications/sync-notifications.ts')
      .then(({ syncNotifications }) => {
        if (!isOver) stop = syncNotifications(queryClient)
      })
      .catch(() => {})
    return () => {
      isOver = true
      stop?.()
    }
  }, [queryClient])
  return null
}
