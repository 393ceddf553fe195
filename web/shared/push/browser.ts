import type { PushSubscription as Subscription } from '@coinless/contract/notifications.ts'
import { subscriptionOfBrowser, workerScope } from './subscription.ts'

const workerFile = '/push/worker.js'

/** Why there is no subscription: refused by the user, or failed at the browser's push service. */
export type Unsubscribed = 'notAllowed' | 'notSubscribed'

/** Asks for permission to show notifications. Call it on a click, because browsers require one. */
export async function subscribeBrowser(publicKey: string): Promise<Subscription | Unsubscribed> {
  if ((await Notification.requestPermission()) !== 'granted') return 'notAllowed'
  const subscription = await registered(publicKey).catch(() => undefined)
  if (!subscription) return 'notSubscribed'
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, p256dh: plain(keys.p256dh), auth: plain(keys.auth) }
}

async function registered(publicKey: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.register(workerFile, { scope: workerScope })
  await isActive(registration)
  const { pushManager } = registration
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  return pushManager.subscribe(options).catch(async () => {
    // The existing subscription has another key.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
}

/** Endpoint of this browser's subscription, of any account. */
export async function endpointOfBrowser(): Promise<string | undefined> {
  return (await subscriptionOfBrowser())?.endpoint
}

/** Calls back when the browser's push service renews the subscription. */
export function followRenewals(follow: () => void): () => void {
  const heard = ({ data }: MessageEvent) => {
    if (data === 'push subscription changed') follow()
  }
  navigator.serviceWorker.addEventListener('message', heard)
  return () => navigator.serviceWorker.removeEventListener('message', heard)
}

async function isActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting
  if (active || !coming) return
  await new Promise<void>((resolve, reject) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve()
      if (coming.state === 'redundant') reject(new Error('no worker'))
    })
  })
}

/** Without the padding that some browsers add. */
function plain(base64url = ''): string {
  return base64url.replaceAll('=', '')
}
