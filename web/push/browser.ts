import type { PushSubscription as Subscription } from '@coinless/contract/notifications.ts'
import { subscriptionOfBrowser, workerScope } from './subscription.ts'

const workerFile = '/push/worker.js'

/** By the person, or by the browser's push service. */
export type Unsubscribed = 'notAllowed' | 'notSubscribed'

/** Asks whether notifications may be shown. For a click: browsers ask nobody out of the blue. */
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
    // It was made with another key.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
}

/** What this browser was subscribed by, for whoever. */
export async function endpointOfBrowser(): Promise<string | undefined> {
  return (await subscriptionOfBrowser())?.endpoint
}

/** The browser's push service has named it anew. */
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
