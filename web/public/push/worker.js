// Shows what the server sends to this browser. Apart from what keeps the app for a moment without a network,
// so that neither has to know of the other.

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => {
  const { title, body, path, about } = event.data.json()
  // What comes later of the same machine stands in the place of what came before.
  const shown = { body, tag: about, data: { path }, icon: '/icons/icon-192.png' }
  event.waitUntil(self.registration.showNotification(title, shown))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(new URL(event.notification.data.path, self.location.origin).href))
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

/** An open page of a signed-in user tells the server; without one, the next page that opens does. */
async function renew({ oldSubscription, newSubscription }) {
  const key = oldSubscription?.options.applicationServerKey
  if (key && !newSubscription) {
    const options = { userVisibleOnly: true, applicationServerKey: key }
    await self.registration.pushManager.subscribe(options).catch(() => {})
  }
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) page.postMessage('push subscription changed')
}

/** An open page may hold unsaved input, so it is not navigated away. */
async function show(address) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => url === address)
  if (page) await page.focus()
  else await self.clients.openWindow(address)
}
