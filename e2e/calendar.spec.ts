import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { eventsIn } from '../test/support/calendar-events.ts'
import { bookOne, dialogOf, makeRoom, savePlan } from './booking-rooms.ts'
import { expect, type Person, test } from './person.ts'
import { show } from './screens.ts'
import { countTouches } from './touches.ts'

const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe in a calendar app' })
const dialog = (page: Page) => dialogOf(page, 'Subscribe in a calendar app')

const confirm = (page: Page, name: string) =>
  page
    .getByRole('dialog', { name })
    .filter({ hasText: 'The current address ends.' })
    .getByRole('button', { name })
    .click()

async function bookSlot(landlord: Person, tenant: Person) {
  const room = await makeRoom(landlord, 'washer')
  await savePlan(landlord, room)
  await bookOne(tenant, room)
  return room
}

// id: e2e-calendar-1
test('adds a booking to a calendar with one tap', async ({ page, landlord, tenant }) => {
  const { address } = await bookSlot(landlord, tenant)
  await tenant.signInAt(page)
  await page.addInitScript(() => {
    const make = URL.createObjectURL
    URL.createObjectURL = (file: Blob) => {
      sessionStorage.setItem('type', file.type)
      return make(file)
    }
  })
  const touches = await countTouches(page)
  for (const screen of [`${address}/bookings`, '/dashboard']) {
    await show(page, screen)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Add to calendar: / }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('laundry.ics')
    const type = await page.evaluate(() => sessionStorage.getItem('type'))
    expect(type).toBe('text/calendar; charset=utf-8')
    const events = eventsIn(await readFile(await file.path(), 'utf8'))
    expect(events).toMatchObject([{ SUMMARY: 'Laundry: Washers' }])
  }
  expect(await touches()).toEqual([2, 0, 0])
})

// id: e2e-calendar-2
test('subscribes with three taps, gets a new address, and turns it off', async ({
  page,
  landlord,
  tenant,
}) => {
  await bookSlot(landlord, tenant)
  await tenant.signInAt(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const touches = await countTouches(page)
  await show(page, '/dashboard')
  await subscribe(page).click()
  await dialog(page).getByRole('button', { name: 'Create address' }).click()
  const link = dialog(page).getByRole('link', { name: 'Open in calendar app' })
  await dialog(page).getByRole('button', { name: 'Copy address' }).click()
  expect(await touches()).toEqual([3, 0, 0])
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await expect(dialog(page).getByText(address)).toBeVisible()
  await expect(link).toHaveAttribute('href', address.replace(/^http/, 'webcal'))
  const feed = await page.request.get(address)
  expect(eventsIn(await feed.text())).toHaveLength(1)

  await page.keyboard.press('Escape')
  await expect(link).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(subscribe(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Last fetched: ')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Make a new address' }).click()
  await confirm(page, 'Make a new address')
  await expect(link).toBeVisible()
  await expect(link).not.toHaveAttribute('href', address.replace(/^http/, 'webcal'))
  expect((await page.request.get(address)).status()).toBe(404)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await subscribe(page).click()
  await dialog(page).getByRole('button', { name: 'Turn off' }).click()
  await confirm(page, 'Turn off')
  await expect(page.getByText('Calendar turned off')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Create address' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`passes axe and fits every width in the ${colorScheme} scheme`, async ({
    page,
    landlord,
    tenant,
  }) => {
    await bookSlot(landlord, tenant)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await tenant.signInAt(page)
    await show(page, '/dashboard')
    await subscribe(page).click()
    const isFine = async () => {
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      expect(violations).toEqual([])
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        await expect.poll(excess).toBe(0)
      }
    }
    const create = dialog(page).getByRole('button', { name: 'Create address' })
    await expect(create).toBeVisible()
    await isFine()
    await create.click()
    await expect(dialog(page).getByRole('button', { name: 'Copy address' })).toBeVisible()
    await isFine()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toBeHidden()
    await isFine()
  })
}
