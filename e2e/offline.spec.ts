import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from './person.ts'

test.use({ serviceWorkers: 'allow' })

const dist = fileURLToPath(new URL('../web/dist/', import.meta.url))
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
}

/** Serves the built app, and after an update the same app with a renamed entry file. */
async function updatableServer() {
  const [, entry = ''] = /\/assets\/(index-[\w-]+)\.js/.exec(read('index.html')) ?? []
  const served = { entry, isAway: false, pagesWait: false }
  const waiting: ServerResponse[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app')
    const name = extname(pathname) ? pathname.slice(1) : 'index.html'
    if (pathname.startsWith('/api') || served.isAway) return response.writeHead(503).end()
    if (name === 'index.html' && served.pagesWait) return waiting.push(response)
    if (name.includes(entry) && served.entry !== entry) return response.writeHead(404).end()
    const body = read(name.replace(served.entry, entry))
      .replaceAll(entry, served.entry)
      .replace('"version":"', `$&${served.entry}`)
    const headers = { 'content-type': types[extname(name)] ?? '', 'cache-control': 'no-cache' }
    response.writeHead(200, headers).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    entry,
    served,
    endWaiting: () => {
      for (const response of waiting) response.writeHead(503).end()
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function read(name: string): string {
  return readFileSync(dist + name, 'utf8')
}

/** The paths of all files in the browser’s caches. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
}

/** Waits until the newest worker answers for the page. */
async function isControlled(page: Page) {
  const controls = async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.ready
    const isNewest = !installing && !waiting && active === navigator.serviceWorker.controller
    return isNewest && active?.state
  }
  await expect.poll(() => page.evaluate(controls)).toBe('activated')
}

test('opens offline with a notice, never answers for the API, and updates after one reload', async ({
  page,
  context,
}) => {
  await using server = await updatableServer()
  const shown = () => page.locator('script[type=module]').first().getAttribute('src')
  await page.goto(`${server.address}/auth`)
  await isControlled(page)
  await context.setOffline(true)
  await page.goto(`${server.address}/auth?next=/payments`)
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await expect(page.getByText('No connection. This page may be out of date.')).toBeVisible()
  const api = () =>
    fetch('/api/health').then(
      ({ status }) => status,
      () => 'none',
    )
  expect(await page.evaluate(api)).toBe('none')
  await context.setOffline(false)
  expect(await page.evaluate(api)).toBe(503)
  server.served.isAway = true
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await expect(page.getByText('The server cannot be reached. Retrying …')).toBeVisible()
  expect(await shown()).toContain(server.entry)

  Object.assign(server.served, { isAway: false, entry: 'index-Next' })
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  expect(await shown()).toBe('/assets/index-Next.js')
  await expect.poll(() => kept(page)).not.toContain(`/assets/${server.entry}.js`)
  await isControlled(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  expect(await shown()).toBe('/assets/index-Next.js')
})

test('opens a scanned machine from the cache while the server is slow, and updates after one reload', async ({
  page,
  context,
}) => {
  await using server = await updatableServer()
  const shown = () => page.locator('script[type=module]').first().getAttribute('src')
  const scan = () => page.goto(`${server.address}/m/123456789`)
  const isOpen = () => expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await scan()
  await isControlled(page)
  server.served.pagesWait = true
  await scan()
  await isOpen()
  expect(await page.locator('html').getAttribute('data-kept')).toBeNull()

  Object.assign(server.served, { pagesWait: false, entry: 'index-Next' })
  server.endWaiting()
  await scan()
  await isOpen()
  await expect.poll(() => kept(page)).toContain('/assets/index-Next.js')
  await isControlled(page)
  await scan()
  await isOpen()
  expect(await shown()).toBe('/assets/index-Next.js')
  await expect.poll(() => kept(page)).not.toContain(`/assets/${server.entry}.js`)

  await context.setOffline(true)
  await scan()
  await expect(page.getByText('No connection. This page may be out of date.')).toBeVisible()
})

test('caches the files of the app and no data of the user', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await page.goto('/transactions')
  await isControlled(page)
  await page.getByRole('link', { name: 'Prepaid Codes' }).click()
  await expect(page.getByText('No prepaid codes found')).toBeVisible()
  await expect.poll(async () => (await kept(page)).join()).toContain('PrepaidCodeList-')
  const others = (await kept(page)).filter((path) => path !== '/' && !path.startsWith('/assets/'))
  expect(others).toEqual([])
})
