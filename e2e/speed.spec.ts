import type { Page, Request } from '@playwright/test'
import { local } from './local.ts'
import { expect, type Person, withoutEvents } from './person.ts'
import { show, test } from './screens.ts'

/** Limit for the sign-in screen on a first visit, in kilobytes of compressed script and style. */
const signInKb = 147
/** Limit for the same screen with the machine that was scanned. */
const scannedSignInKb = 149
/** Limit for the payment after a scan, without the schemas that check its card form. */
const scannedKb = 201
/** Limit for a payment screen with a running machine. */
const paymentKb = 237
/** Limit for other screens. That of top-up settings is the largest. */
const screenKb = 275
/** Screens without a form load no form schemas, but toasts and dialogs. */
const formlessScreenKb = 194
/** The same for lists that few people visit, with the texts of such screens. */
const rareListKb = 206
/** Limit for the dashboard of an admin, with the texts about the system. */
const adminDashboardKb = 205
const formlessScreen = /^\/(devices|transactions|prepaid-codes)$/
const rareList = /^\/(resources|admin\/(users|prepaid-codes|audit))$/

function limitOf(address: string): number {
  if (address === '/dashboard') return adminDashboardKb
  if (formlessScreen.test(address)) return formlessScreenKb
  if (rareList.test(address)) return rareListKb
  return address.startsWith('/payments') ? paymentKb : screenKb
}

/** The code that a page has loaded half a second after the last of it. Live pages never stop asking for data. */
async function loadedKb(page: Page, load: () => Promise<unknown>): Promise<number> {
  const loading = new Set<Request>()
  let changedAt = Date.now()
  const begin = (request: Request) => /\.(js|css)$/.test(request.url()) && loading.add(request)
  const end = (request: Request) => {
    if (loading.delete(request)) changedAt = Date.now()
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await load()
  await expect.poll(() => loading.size === 0 && Date.now() - changedAt > 500).toBe(true)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.(js|css)$/.test(name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )
  return Math.round(bytes / 1000)
}

test('loads little code for the sign-in screen, also after a scanned label', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  const plain = await loadedKb(page, async () => {
    await show(page, '/auth?next=/payments')
    await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible()
  })
  expect(plain).toBeLessThanOrEqual(signInKb)
  const scanned = await loadedKb(page, async () => {
    await show(page, `/m/${device.sticker_number}`)
    await expect(page.getByRole('region', { name: device.label })).toContainText('Available')
    await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible()
  })
  expect(scanned).toBeLessThanOrEqual(scannedSignInKb)
})

test('loads little code for every other screen on a first visit', async ({
  page,
  screens,
  owner,
}) => {
  test.setTimeout(240_000)
  await withoutEvents(page)
  await owner.signInAt(page)
  const large: Record<string, number> = {}
  const measure = async (tab: Page, addresses: string[]) => {
    for (const address of addresses) {
      const size = await loadedKb(tab, () => show(tab, address))
      if (size > limitOf(address)) large[address] = size
    }
  }
  // Most of the time goes into waiting for more code.
  const tabs = await Promise.all([1, 2, 3].map(() => page.context().newPage()))
  await Promise.all(
    tabs.map((tab, n) =>
      measure(
        tab,
        screens.filter((_, index) => index % tabs.length === n),
      ),
    ),
  )
  expect(large).toEqual({})
})

test('loads the code of a screen when its link is hovered or focused', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await show(page, '/profile')
  const fetched = (name: string) =>
    page.evaluate(
      (part) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(part)),
      `/assets/${name}-`,
    )
  expect([await fetched('DeviceList'), await fetched('TransactionList')]).toEqual([false, false])
  await page.getByRole('link', { name: 'Devices' }).hover()
  await expect.poll(() => fetched('DeviceList')).toBe(true)
  await page.getByRole('link', { name: 'Transactions' }).focus()
  await expect.poll(() => fetched('TransactionList')).toBe(true)
  await expect(page).toHaveURL(/profile/)
})

test('loads little code for a payment after a scan, and none of the device picker', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice({ label: 'Scanned washer' })
  await tenant.signInAt(page)
  await show(page, `/m/${device.sticker_number}`)
  await expect(page.getByRole('definition').first()).toContainText('Scanned washer')
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )
  expect(loaded.join()).toContain('/assets/ProcessPayment-')
  expect(loaded.join()).not.toContain('/assets/DeviceSelect-')
  await withoutEvents(page)
  expect(await loadedKb(page, () => page.reload())).toBeLessThanOrEqual(scannedKb)
})

test('requests a scanned machine, its codes and the payment’s code together and once each', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await holdCode(page, landlord, tenant)
  const asked = askedBy(page)
  const times = (part: string) => asked.filter((path) => path.includes(part)).length
  const library = Promise.withResolvers<void>()
  await page.route('**/assets/libraries-*', async (route) => {
    await library.promise
    await route.continue()
  })
  await page.goto(`/m/${device.sticker_number}`, { waitUntil: 'commit' })
  const parts = ['/api/stickers/', '/api/payments/codes', '/assets/ProcessPayment-']
  for (const part of parts) await expect.poll(() => times(part)).toBeGreaterThan(0)
  library.resolve()
  await expect(page.getByRole('radio', { checked: true })).toBeVisible()
  await expect(page.getByRole('button', { name: local('Pay $2.50') })).toBeVisible()
  await expect(page).toHaveURL(`/payments?device=${device.id}`)
  expect([times('/api/stickers/'), times('/api/devices/'), times('/codes')]).toEqual([1, 0, 1])
})

/** Issues a code to the tenant and signs them in at the page. */
async function holdCode(page: Page, landlord: Person, tenant: Person) {
  await tenant.verify()
  await landlord.issueCode({ customer_email: tenant.email })
  await tenant.signInAt(page)
}

/** The paths of all requests of the page from now on. */
function askedBy(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  return asked
}

test('requests the codes of a previously scanned machine once, together with the machine', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await holdCode(page, landlord, tenant)
  await show(page, `/m/${device.sticker_number}`)
  await expect(page.getByRole('radio', { checked: true })).toBeVisible()
  const asked = askedBy(page)
  const machine = Promise.withResolvers<void>()
  await page.route('**/api/stickers/*/device', async (route) => {
    await machine.promise
    await route.continue()
  })
  await page.goto(`/m/${device.sticker_number}`, { waitUntil: 'commit' })
  await expect.poll(() => asked).toContain('/api/payments/codes')
  machine.resolve()
  await expect(page.getByRole('radio', { checked: true })).toBeVisible()
  expect(asked.filter((path) => path === '/api/payments/codes')).toHaveLength(1)
})

test('requests a scanned machine once and shows it while its codes are late', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice({ label: 'Washer with late codes' })
  await tenant.signInAt(page)
  const codes = Promise.withResolvers<void>()
  await page.route('**/api/payments/codes?*', async (route) => {
    await codes.promise
    await route.continue()
  })
  const asked = askedBy(page)
  await show(page, `/m/${device.sticker_number}`)
  await expect(page).toHaveURL(`/payments?device=${device.id}`)
  await expect(page.getByRole('definition').first()).toContainText('Washer with late codes')
  codes.resolve()
  await expect(page.getByRole('button', { name: local('Pay $2.50') })).toBeVisible()
  const machines = asked.filter((path) => /^.api.(devices|stickers)[/]/.test(path))
  expect(machines).toEqual([`/api/stickers/${device.sticker_number}/device`])
})

test('draws the dashboard and the lists once until their answers arrive', async ({
  page,
  screens,
  owner,
}) => {
  await owner.signInAt(page)
  await page.addInitScript(countChanges)
  await page.route('**/api/**', () => {})
  const changed: Record<string, number> = {}
  for (const address of screens.filter((each) => formlessScreen.test(each))) {
    await page.goto(address)
    const count = await changes(page)
    if (count > 0) changed[address] = count
  }
  expect(changed).toEqual({})
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Runs in the page: React inserts a new screen in one piece, and mutates it when it draws again. */
function countChanges() {
  const counted = window as typeof window & { changes: number }
  counted.changes = 0
  document.addEventListener('DOMContentLoaded', () => {
    const root = document.getElementById('root')
    if (!root) return
    new MutationObserver((records) => {
      // React sets the source of an image once more on insertion.
      const changed = records.filter(
        ({ target, attributeName }) => target !== root && attributeName !== 'src',
      )
      counted.changes += changed.length
    }).observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}

/** The number of mutations once the screen is idle. */
async function changes(page: Page): Promise<number> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  return page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve))
    return (window as typeof window & { changes: number }).changes
  })
}
