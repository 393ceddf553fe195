import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { local, locale } from './local.ts'
import { makeBusySaturday, makeWaits } from './passed-time.ts'
import { breakLoads, expect, type Person, test } from './person.ts'
import { show } from './screens.ts'

/** Saturday is the 7th. */
const march = '/revenue/usage?from=2026-03-02&until=2026-03-08'

async function makeUsage(landlord: Person) {
  const device = await landlord.addDevice({ location: 'Oak House' })
  await landlord.call('PATCH', '/places', { location: 'Oak House', time_zone: 'UTC' })
  await makeBusySaturday(device)
  return device
}

/** As the region of this run writes an hour. */
const time = (hour: number) =>
  new Date(Date.UTC(2026, 0, 1, hour))
    .toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
    .replace(/\s/, ' ')

const cellOf = (page: Page, hour: number, weekday: number) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: time(hour), exact: true }) })
    .getByRole('cell')
    .nth(weekday - 1)

// id: e2e-usage-1
test('says when machines are busy and shows each hour of the week', async ({ page, landlord }) => {
  await makeUsage(landlord)
  await landlord.signInAt(page)
  await show(page, '/revenue?from=2026-03-02&until=2026-03-08')
  await page.getByRole('link', { name: 'Usage', exact: true }).click()
  await expect(page).toHaveURL(march)
  await expect(page.getByText(/^Busiest/)).toHaveText(
    local(
      `Busiest: Saturday ${time(10)} to ${time(12)}, 83% in use. Quietest: Monday ${time(0)} to ${time(2)}, 0% in use.`,
    ),
  )
  await expect(page.getByRole('columnheader', { name: 'Saturday' })).toBeVisible()
  await expect(cellOf(page, 10, 6)).toHaveText('100')
  await expect(cellOf(page, 11, 6)).toHaveText('67')
  await expect(cellOf(page, 11, 5)).toHaveText('0')
  await page.getByRole('link', { name: 'Amounts' }).click()
  await expect(page).toHaveURL('/revenue?from=2026-03-02&until=2026-03-08')
})

test('shows waiting times and holds of a room, and exports both tables', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await makeUsage(landlord)
  await makeWaits(device, tenant.signedIn.user)
  await landlord.signInAt(page)
  const daysAgo = (count: number) =>
    new Date(Date.now() - count * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await show(page, `/revenue/usage?from=${daysAgo(4)}&until=${daysAgo(0)}`)
  const table = page.getByRole('region', { name: 'Queues, holds and bookings as a table' })
  await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    ...['12 min', '26 min', '3', '2', '1', '0'],
    ...['1', '1', '0', '0', '0'],
  ])
  await expect(table.getByRole('row').nth(1).getByRole('rowheader')).toHaveText('Oak HouseWasher')
  for (const [name, line] of [
    ['Export Hours', /weekday[,;]hour[,;]cycles/],
    [
      'Export Waiting Times',
      /Oak House[,;]washer[,;]3[,;]2[,;]1[,;]0[,;]12[,;]26[.,]4[,;]1[,;]1[,;]0/,
    ],
  ] as const) {
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    expect(await readFile(await (await file).path(), 'utf8')).toMatch(line)
  }
})

test('fits a small phone, in color and without, by keyboard and in Spanish', async ({
  page,
  landlord,
}) => {
  await makeUsage(landlord)
  await page.setViewportSize({ width: 320, height: 1200 })
  await landlord.signInAt(page)
  await show(page, march)
  const busy = cellOf(page, 10, 6)
  await expect(busy).toHaveText('100')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const quiet = cellOf(page, 3, 6)
  const color = (cell: typeof busy) => cell.evaluate((each) => getComputedStyle(each).background)
  expect(await color(busy)).not.toBe(await color(quiet))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(violations).toEqual([])
  }
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(busy).toHaveCSS('border-top-width', '1px')
  await page.emulateMedia({ forcedColors: 'none' })
  await page.getByRole('link', { name: 'Amounts' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Usage', exact: true })).toBeFocused()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitemradio', { name: 'Español' }).click()
  await expect(page.getByText(/^Más uso: sábado de/)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'sábado' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('says that nothing ran in the period, filters by place, and loads again after a failure', async ({
  page,
  landlord,
}) => {
  await makeUsage(landlord)
  await landlord.addDevice({ location: 'Elm House' })
  await landlord.signInAt(page)
  await show(page, march)
  await page.getByLabel('Place', { exact: true }).selectOption('Elm House')
  await expect(page).toHaveURL(`${march}&place=Elm+House`)
  await expect(page.getByText('No cycles in this period')).toBeVisible()
  await expect(page.getByText(/^None in this period/)).toBeVisible()
  await breakLoads(page, /revenue.usage/)
  await page.getByLabel('Place', { exact: true }).selectOption('Oak House')
  await expect(page.getByText('Failed to load usage')).toBeVisible()
  await page.unroute(/revenue.usage/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^Busiest: Saturday/)).toBeVisible()
})
