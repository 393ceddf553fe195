/**
 * Opens the app without a network. Only what the build has made is kept: pages come from the network as
 * long as it answers in time, but for that of a scanned machine, and calls of the API are never looked at.
 * The build writes `built` above this.
 */
/* global built */

const cacheName = `coinless ${built.version}`
const patienceMs = 4_000
const api = /^\/+api(\/|$)/i
/** For someone at a machine: kept files load at once, even if a newer version exists. */
const scanned = /^\/m\//
/** Firefox shows its own error where a preload fails, whatever the worker answers. */
const preloads = !navigator.userAgent.includes('Firefox/')
/** Kept once a page of another version has come: from then on that one is waited for. */
const outdated = '/outdated'

self.addEventListener('install', (event) => {
  // Calls of the API keep no older worker busy where browsers know routes.
  event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' })
  event.waitUntil(install())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || api.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
})

/** Fails while the page is not of this version yet, and is tried again at the next page. */
async function install() {
  const html = await fetch('/', { cache: 'reload' })
  if (!(await keepPage(html))) throw new Error('The page is of another version.')
  const cache = await caches.open(cacheName)
  // The browser has most of them: their names say what they hold.
  await cache.addAll(built.files)
  await self.skipWaiting()
}

async function takeOver() {
  await self.registration.navigationPreload?.[preloads ? 'enable' : 'disable']()
  await self.clients.claim()
  const older = (await caches.keys()).filter((name) => name !== cacheName)
  // A page that opened just before still loads its files; a newer version may come until then.
  setTimeout(() => older.map((name) => caches.delete(name)), patienceMs)
}

async function page(event) {
  const fromNetwork = fetchPage(event)
  const inTime = new Promise((resolve) => setTimeout(resolve, patienceMs))
  // A worker that has still to do with a page is replaced by no newer one.
  event.waitUntil(Promise.race([fromNetwork.then(keepPage).catch(() => {}), inTime]))
  const kept = await keptAnswer('/')
  const isScanned = scanned.test(new URL(event.request.url).pathname)
  if (kept && isScanned && !(await keptAnswer(outdated))) return kept
  const answer = await Promise.race([fromNetwork.catch(() => undefined), inTime])
  if (answer && answer.status < 500) return answer
  return kept ? withoutServer(kept) : (answer ?? fromNetwork)
}

async function fetchPage(event) {
  return (await event.preloadResponse) ?? fetch(event.request)
}

/**
 * The stored page may have been changed.
 * @returns whether it is of this version: that of another comes with its own files
 */
async function keepPage(answer) {
  if (!answer.ok) return false
  const cache = await caches.open(cacheName)
  const html = await answer.clone().text()
  if (!html.includes(built.entry)) {
    await cache.put(outdated, new Response())
    return false
  }
  await cache.put('/', pageOf(html, answer))
  await cache.delete(outdated)
  return true
}

/** Says so to the app, which then looks for the server at once. */
async function withoutServer(kept) {
  return pageOf((await kept.text()).replace('<html ', '<html data-kept '), kept)
}

/** As it is read. */
function pageOf(html, answer) {
  const headers = new Headers(answer.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(html, { headers })
}

async function asset(request) {
  const kept = await caches.match(request, { ignoreVary: true }).catch(() => undefined)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const copy = answer.clone()
    const cache = await caches.open(cacheName).catch(() => undefined)
    await cache?.put(request, copy).catch(() => {})
  }
  return answer
}

/** undefined also where the browser has blocked its storage since. */
function keptAnswer(request) {
  return caches.match(request, { cacheName, ignoreVary: true }).catch(() => undefined)
}
