import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import type { Device } from '@coinless/contract/devices.ts'
import { languages } from '@coinless/contract/languages.ts'
import type { Page } from '@playwright/test'
import { makeMachine } from './box.ts'
import { local } from './local.ts'
import { expect, type Person, register, test, toast } from './person.ts'
import { show } from './screens.ts'

const off = { turn_minutes: 5, hold_minutes: 10, pause_minutes: 15, hold_types: [] }
const tiles = (page: Page) =>
  page.getByRole('region', { name: /^(Machines|Geräte|Máquinas)$/ }).getByRole('listitem')
const tile = (page: Page, number: string) => tiles(page).filter({ hasText: number })

async function makeRoom(landlord: Person, machines: number) {
  const location = `Cellar ${randomUUID().slice(0, 8)}`
  const devices: Device[] = []
  for (let n = 1; n <= machines; n++) {
    devices.push(await landlord.addDevice({ location, device_number: `W-${n}` }))
  }
  const [device] = devices
  if (!device) throw new Error('a room has machines')
  await landlord.call('PUT', `/rooms/${device.sticker_number}/rules`, {
    ...off,
    queue_types: ['washer'],
  })
  return { location, device, devices }
}

/** Opens a display in English. */
async function open(page: Page, landlord: Person, device: Device, facts: object = {}) {
  const display = await landlord.addDisplay(device, { language: 'en', ...facts })
  await show(page, `/display#${display.secret}`)
  return display
}

// id: e2e-displays-1
test('a landlord adds a display, which shows the room on a screen without a session until it is revoked', async ({
  page,
  browser,
  landlord,
  request,
}) => {
  const { location, device } = await makeRoom(landlord, 1)
  await landlord.signInAt(page)
  await show(page, `/rooms/${device.sticker_number}`)
  await page.getByRole('link', { name: 'Displays' }).click()
  await page.getByRole('link', { name: 'Add Display' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('TV by the door')
  await page.getByLabel('People in line').selectOption('By position and initials')
  await page.getByLabel('Payments at the display').check()
  await page.getByRole('button', { name: 'Add Display' }).click()
  await expect(page.getByText('Shown only once.')).toBeVisible()
  const address = (await page.locator('pre').textContent()) ?? ''
  const [, secret = ''] = address.split('#')
  await page.getByRole('link', { name: 'I’ve saved it' }).click()
  await expect(page.getByRole('listitem')).toContainText('Takes payments')
  await expect(page.getByRole('listitem')).toContainText('Not opened yet')

  const screen = await (await browser.newContext({ locale: 'es-MX' })).newPage()
  const sent: string[] = []
  screen.on('request', (call) => sent.push(call.url()))
  await show(screen, address)
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText(location)
  await expect(screen).toHaveURL(/\/display$/)
  await expect(screen.locator('html')).toHaveAttribute('lang', 'en')
  await expect(tile(screen, 'W-1')).toContainText('Available')
  await expect(screen.getByRole('img', { name: `QR code of ${location}` })).toBeVisible()
  await landlord.pay(device, await landlord.issueCode())
  await expect(tile(screen, 'W-1')).toContainText(/30 min\s*Until .* · by timer/, { timeout: 1000 })
  const person = await register(request, 'tenant')
  await person.call('POST', `/rooms/${device.sticker_number}/queues`, { device_type: 'washer' })
  const queue = screen.getByRole('region', { name: 'Washer' })
  await expect(queue).toContainText('1 person in line')
  await expect(queue).toContainText('1. TT')
  await screen.reload()
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText(location)
  expect(sent.filter((url) => url.includes(secret))).toEqual([])

  await page.reload()
  await expect(page.getByRole('listitem')).toContainText('Last on:')
  await page.getByRole('button', { name: 'Change TV by the door' }).click()
  await page.getByLabel('People in line').selectOption('By position')
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
  await expect(toast(page, 'Display changed')).toBeVisible()
  await expect(page.getByRole('listitem')).toContainText('Takes payments')
  await expect(queue).not.toContainText('TT', { timeout: 1000 })
  await page.getByRole('button', { name: 'Revoke TV by the door' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(toast(page, 'Display revoked')).toBeVisible()
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText(
    'This display does not exist or was revoked.',
    { timeout: 5000 },
  )
  await expect(screen.getByText(location)).toHaveCount(0)
})

test('shows what a controller reports, and who a machine is held for', async ({
  page,
  landlord,
}) => {
  const location = `Cellar ${randomUUID().slice(0, 8)}`
  const { device, box } = await makeMachine(landlord, {}, { location, device_number: 'W-1' })
  await open(page, landlord, device)
  await landlord.pay(device, await landlord.issueCode())
  await expect(tile(page, 'W-1')).toContainText(local(/30 min\s*Until \d+:\d\d.[AP]M$/))
  await box.disconnect()
  await expect(tile(page, 'W-1')).toContainText('by timer')
})

test('keeps the last state while there is no connection, and says since when', async ({
  page,
  context,
  landlord,
}) => {
  const { device } = await makeRoom(landlord, 1)
  await open(page, landlord, device)
  await expect(tile(page, 'W-1')).toContainText('Available')
  await context.setOffline(true)
  const lost = page.getByRole('status').filter({ hasText: 'No connection since' })
  await expect(lost).toContainText(local(/No connection since \d+:\d\d.[AP]M/))
  await expect(page.getByText('This page may be out of date')).toBeHidden()
  await expect(tile(page, 'W-1')).toContainText('Available')
  await landlord.pay(device, await landlord.issueCode())
  await context.setOffline(false)
  await expect(tile(page, 'W-1')).toContainText('30 min')
  await expect(lost).toBeHidden()
})

test('keeps updating behind a proxy that cuts off event streams', async ({ page, landlord }) => {
  const { device } = await makeRoom(landlord, 1)
  await page.route('**/api/displays/events', (route) => route.abort())
  await open(page, landlord, device)
  await landlord.pay(device, await landlord.issueCode())
  await expect(tile(page, 'W-1')).toContainText('30 min', { timeout: 10_000 })
  await expect(page.getByText('No connection since')).toBeHidden()
})

/** Elements whose text has no room. */
function cutOff(page: Page) {
  return page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('li, h2, figure, aside, aside p')]
      .filter((part) => {
        const { right, bottom } = part.getBoundingClientRect()
        const isOutside = right > innerWidth + 1 || bottom > innerHeight + 1
        return isOutside || part.scrollHeight > part.clientHeight + 1
      })
      .map((part) => part.textContent),
  )
}

// id: e2e-displays-2
for (const colorScheme of ['light', 'dark'] as const) {
  test(`fits any screen in every language, ${colorScheme}`, async ({ page, landlord, request }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    const { device, devices } = await makeRoom(landlord, 12)
    const code = await landlord.issueCode()
    for (const busy of devices.slice(0, 3)) await landlord.pay(busy, code)
    const person = await register(request, 'tenant')
    await person.call('POST', `/rooms/${device.sticker_number}/queues`, { device_type: 'washer' })
    for (const language of languages) {
      await open(page, landlord, device, {
        ...{ language, shows_people: 'initials', takes_payments: true },
      })
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(tiles(page)).toHaveCount(12)
      for (const [width, height] of [
        [320, 568],
        [390, 844],
        [1024, 600],
        [1280, 720],
        [1920, 1080],
      ] as const) {
        await page.setViewportSize({ width, height })
        const place = `${language}, ${width} × ${height}`
        await expect.poll(() => cutOff(page), place).toEqual([])
      }
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      expect(violations, language).toEqual([])
      await page.setViewportSize({ width: 320, height: 568 })
    }
  })
}

test('lets more machines than fit take turns', async ({ page, landlord }) => {
  await page.clock.install()
  const { device } = await makeRoom(landlord, 13)
  await open(page, landlord, device)
  await expect(tiles(page)).toHaveCount(12)
  await expect(page.getByText('1 of 2')).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(tiles(page)).toHaveText([/W-13/])
  await page.clock.runFor(10_000)
  await expect(tiles(page)).toHaveCount(12)
})

/** Counts requests for the wake lock, which a browser without a screen refuses. */
function countWakeLocks(page: Page) {
  return page.addInitScript(() => {
    const lock = { released: false }
    Object.assign(window, { locks: 0, lock })
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          Object.assign(window, { locks: Reflect.get(window, 'locks') + 1 })
          lock.released = false
          return lock
        },
      },
    })
  })
}

test('keeps the screen on, again after it was hidden', async ({ page, landlord }) => {
  await countWakeLocks(page)
  const { device } = await makeRoom(landlord, 1)
  await open(page, landlord, device)
  const locks = () => page.evaluate(() => Reflect.get(window, 'locks'))
  await expect.poll(locks).toBe(1)
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.get(window, 'lock').released = true
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(locks).toBe(2)
})

/** Bytes that the page's scripts use after a collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

// id: e2e-displays-3
test('runs for a day without using more memory, and reloads at night', async ({
  page,
  landlord,
}) => {
  test.slow()
  await page.clock.install({ time: new Date('2026-11-30T05:00:00-05:00') })
  const { device } = await makeRoom(landlord, 12)
  await open(page, landlord, device)
  await expect(tiles(page)).toHaveCount(12)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  const passHour = async () => {
    for (let part = 0; part < 6; part++) await page.clock.runFor(10 * 60_000)
    await expect(page.getByText('No connection since')).toBeHidden()
  }
  // Code and texts are loaded, and lists of the browser are full.
  for (let hour = 0; hour < 6; hour++) await passHour()
  const before = await heapOf(page)
  for (let hour = 0; hour < 16; hour++) await passHour()
  // Answers of the last minutes still arrive.
  await expect.poll(() => heapOf(page)).toBeLessThan(before * 1.1)
  expect(loads).toBe(0)
  await passHour()
  await page.clock.runFor(60_000)
  await expect.poll(() => loads).toBe(1)
  await expect(tiles(page)).toHaveCount(12)
})
