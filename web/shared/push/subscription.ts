/** Whether this browser can show notifications: not if blocked, and on iPhones only as an installed app. */
type PushSupport = 'possible' | PushObstacle
export type PushObstacle = 'blocked' | 'install' | 'none'

export const workerScope = '/push/'

export function pushSupport(): PushSupport {
  const isThere =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isThere) return isSecureContext && isUninstalledIPhone() ? 'install' : 'none'
  return Notification.permission === 'denied' ? 'blocked' : 'possible'
}

/** Also true for an iPad, which identifies itself as a Mac. */
function isUninstalledIPhone(): boolean {
  const { userAgent } = navigator
  const isMacLike = userAgent.includes('Macintosh') && userAgent.includes('Safari')
  const isOne = isMacLike || /iPhone|iPad/.test(userAgent)
  return isOne && navigator.maxTouchPoints > 0 && !matchMedia('(display-mode: standalone)').matches
}

export async function subscriptionOfBrowser(): Promise<PushSubscription | null | undefined> {
  if (pushSupport() !== 'possible' || Notification.permission !== 'granted') return undefined
  try {
    const registration = await navigator.serviceWorker.getRegistration(workerScope)
    return await registration?.pushManager.getSubscription()
  } catch {
    // A browser that blocks storage has no workers.
    return undefined
  }
}

/** Works without a network, too; pending notifications are no longer shown. */
export async function unsubscribeBrowser(): Promise<void> {
  const subscription = await subscriptionOfBrowser()
  await subscription?.unsubscribe().catch(() => false)
}
