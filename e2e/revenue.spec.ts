import { readFile } from 'node:fs/promises'
import type { Device } from '@coinless/contract/devices.ts'
import type { Page } from '@playwright/test'
import { local, typed } from './local.ts'
import { movePayment } from './passed-time.ts'
import { breakCalls, breakLoads, expect, type Person, password, test } from './person.ts'
import { show } from './screens.ts'

const march = '/revenue?from=2025-03-01&until=2025-03-28&by=location'

/** Payments at two places in March 2025, one in February, and none a year before. */
async function payInMarch(landlord: Person) {
  const oak = await landlord.addDevice({ location: 'Oak House' })
  const elm = await landlord.addDevice({ location: 'Elm House', price: 4.1 })
  const code = await landlord.issueCode({ balance: 50 })
  const payOn = async (day: string, device: Device) =>
    movePayment(await landlord.pay(device, code), new Date(`${day}T17:00:00Z`))
  await payOn('2025-02-10', oak)
  await payOn('2025-03-05', oak)
  await payOn('2025-03-06', oak)
  await payOn('2025-03-07', elm)
  return { oak, elm }
}

const tableOf = (page: Page) => page.getByRole('region', { name: 'Revenue as a table' })
const rowOf = (page: Page, name: RegExp) => tableOf(page).getByRole('row', { name })
const netOf = (page: Page) => page.getByRole('region', { name: 'Net', exact: true })

test('shows a building’s last month within three clicks from the dashboard', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice({ location: 'Oak House' })
  const code = await landlord.issueCode()
  const now = new Date()
  // Noon of the first day: last month in every time zone and on every day.
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1, 17))
  await movePayment(await landlord.pay(device, code), first)
  await landlord.pay(device, code)
  await page.addInitScript(() =>
    addEventListener('click', ({ isTrusted }) => {
      const before = Number(sessionStorage.getItem('clicks'))
      if (isTrusted) sessionStorage.setItem('clicks', String(before + 1))
    }),
  )
  await landlord.signInAt(page)
  await show(page, '/dashboard')
  await page.getByRole('link', { name: 'Last month by place' }).click()
  await expect(rowOf(page, /^Oak House/)).toContainText(local('$2.50'))
  await tableOf(page).getByRole('link', { name: 'Oak House' }).click()
  await expect(page).toHaveURL('/revenue?period=last_month&by=device&place=Oak+House')
  const month = first.toLocaleDateString('en', { month: 'short', timeZone: 'UTC' })
  await expect(
    page.getByRole('heading', { name: new RegExp(`^${month} 1–|^1–\\d+ ${month}`) }),
  ).toBeVisible()
  await expect(netOf(page)).toContainText(local('$2.50'))
  const clicks = await page.evaluate(() => Number(sessionStorage.getItem('clicks')))
  expect(clicks).toBe(2)
})

test('names earlier periods by their dates, with the change of each figure and a total', async ({
  page,
  landlord,
}) => {
  await payInMarch(landlord)
  await landlord.signInAt(page)
  await show(page, march)
  await expect(page.getByRole('heading', { name: local('Mar 1–28, 2025') })).toBeVisible()
  const earlier = (name: string) => page.getByRole('region', { name, exact: true }).locator('dl')
  const days = [local('Feb 1–28, 2025'), local('Mar 1–28, 2024')]
  await expect(earlier('Gross')).toHaveText(local(`${days[0]}$2.50 +264%${days[1]}–`))
  await expect(earlier('Refunded')).toHaveText(local(`${days[0]}$0.00 –${days[1]}–`))
  await expect(earlier('Payments')).toHaveText(local(`${days[0]}1 +200%${days[1]}–`))
  const rows = tableOf(page).getByRole('row')
  await expect(rows).toHaveText([
    `PlaceNetNet, ${days[0]}Net, ${days[1]}GrossRefundedPayments`,
    local('Oak House$5.00$2.50 +100%–$5.00$0.002'),
    local('Elm House$4.10––$4.10$0.001'),
    local('Total$9.10$2.50 +264%–$9.10$0.003'),
  ])
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitemradio', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { name: '1–28 mar 2025' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Neto, 1–28 feb 2025' })).toBeVisible()
})

test('filters by a place, kept in the URL, also in the files', async ({ page, landlord }) => {
  await payInMarch(landlord)
  await landlord.signInAt(page)
  await show(page, march)
  const place = page.getByLabel('Place', { exact: true })
  await expect(place.getByRole('option')).toHaveText(['All places', 'Elm House', 'Oak House'])
  await place.selectOption('Elm House')
  await expect(page).toHaveURL(`${march}&place=Elm+House`)
  await expect(rowOf(page, /^Oak House/)).toHaveCount(0)
  await page.reload()
  await expect(place).toHaveValue('Elm House')
  await expect(rowOf(page, /^Total/)).toContainText(local('$4.10'))
  for (const name of ['Export These Rows', 'Export for Bookkeeping']) {
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const text = await readFile(await (await file).path(), 'utf8')
    expect([text.includes('Elm House'), text.includes('Oak House')]).toEqual([true, false])
  }
  await place.selectOption('All places')
  await expect(rowOf(page, /^Oak House/)).toBeVisible()
})

test('finds one of many places by typing a part of its name', async ({ page, landlord }) => {
  await Promise.all(
    Array.from({ length: 13 }, (_, n) => landlord.addDevice({ location: `House ${n + 1}, café` })),
  )
  await landlord.signInAt(page)
  await show(page, '/revenue')
  const place = page.getByPlaceholder('All places')
  await place.fill('12, CAFE')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['House 12, café'])
  await place.press('ArrowDown')
  await place.press('Enter')
  await expect(page).toHaveURL('/revenue?place=House+12%2C+caf%C3%A9')
  await page.reload()
  await expect(place).toHaveValue('House 12, café')
  await place.click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(14)
  await page.getByRole('option', { name: 'All places' }).click()
  await expect(page).toHaveURL('/revenue')
})

test('reports places that fail to load, and loads them again', async ({ page, landlord }) => {
  await Promise.all(
    Array.from({ length: 13 }, (_, n) => landlord.addDevice({ location: `House ${n + 1}` })),
  )
  await landlord.signInAt(page)
  await breakLoads(page, /revenue.places/)
  await page.goto('/revenue')
  const retry = page.getByRole('button', { name: 'Try again' })
  const failure = page.getByText('Failed to load places')
  await expect(failure).toBeVisible()
  await expect(page.getByText('No revenue in this period')).toBeVisible()
  await page.unroute(/revenue.places/)
  await retry.click()
  await expect(retry).toHaveCount(0)
  const place = page.getByPlaceholder('All places')
  await expect(place).toBeVisible()
  await breakCalls(page, /revenue.places/)
  await place.fill('House 13')
  await expect(failure).toBeVisible()
  await page.unroute(/revenue.places/)
  await retry.click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['House 13'])
})

test('offers staff of some places only theirs', async ({ page, landlord, tenant }) => {
  await Promise.all([landlord.verify(), tenant.verify()])
  await payInMarch(landlord)
  const account = await landlord.employ(tenant, 'bookkeeper', password, ['Elm House'])
  await tenant.signInAt(page)
  await show(page, `/for/${account}${march}`)
  const place = page.getByLabel('Place', { exact: true })
  await expect(place.getByRole('option')).toHaveText(['All places', 'Elm House'])
  await expect(rowOf(page, /^Total/)).toContainText(local('$4.10'))
  await page.goto(`/for/${account}${march}&place=Oak+House`)
  await expect(page.getByText('No revenue in this period')).toBeVisible()
})

test('fits a phone, with names that stay, unbroken dates and bars in forced colors', async ({
  page,
  landlord,
}) => {
  await payInMarch(landlord)
  await page.setViewportSize({ width: 390, height: 1800 })
  await landlord.signInAt(page)
  await show(page, march)
  const header = page.getByRole('columnheader', { name: local('Net, Feb 1–28, 2025') })
  await expect(header).toHaveCSS('white-space', 'nowrap')
  await expect(header).toHaveCSS('text-align', 'end')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const table = tableOf(page)
  await table.evaluate((frame) => frame.scrollTo({ left: frame.scrollWidth }))
  await expect(rowOf(page, /^Oak House/).getByRole('link')).toBeInViewport()
  const bar = () =>
    rowOf(page, /^Elm House/)
      .getByRole('cell')
      .first()
      .evaluate((cell) => {
        const { width, borderTopWidth } = getComputedStyle(cell, '::before')
        return [Math.round((100 * Number.parseFloat(width)) / cell.clientWidth), borderTopWidth]
      })
  expect(await bar()).toEqual([82, '0px'])
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await bar()).toEqual([82, '1px'])
})

test('applies both of two filters chosen before the first is drawn', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  await show(page, '/revenue')
  await expect(page.getByLabel('Period')).toBeVisible()
  await page.evaluate(() => {
    for (const [label, value] of [
      ['Period', 'last_month'],
      ['Group by', 'location'],
    ] as const) {
      const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)
      if (select) select.value = value
      select?.dispatchEvent(new Event('change', { bubbles: true }))
    }
  })
  await expect(page).toHaveURL('/revenue?period=last_month&by=location')
})

test('links a place to its devices and days, keeps filters in the URL, and exports files', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice({ location: 'Oak House' })
  await landlord.pay(device, await landlord.issueCode())
  await landlord.signInAt(page)
  await show(page, '/revenue?by=location')
  await expect(page.getByRole('region', { name: 'Gross' })).toContainText(local('$2.50'))
  await expect(page.getByRole('region', { name: 'Unused prepaid balance' })).toContainText(
    local('$7.50'),
  )
  await page.getByRole('link', { name: 'Oak House' }).click()
  await page.getByRole('link', { name: device.device_number }).click()
  await expect(page.getByRole('figure', { name: /Net revenue/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Net', exact: true })).toContainText(local('$2.50'))
  await page.getByLabel('Place', { exact: true }).selectOption('All places')
  await page.reload()
  await expect(page.getByRole('button', { name: 'One device: show all' })).toBeVisible()
  for (const [name, line] of [
    ['Export These Rows', `,${typed('2.50')},${typed('0.00')},${typed('2.50')},1,`],
    ['Export for Bookkeeping', `,${typed('2.50')},${typed('0.00')},${typed('2.50')},prepaid_code,`],
  ] as const) {
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const path = await (await file).path()
    expect(await readFile(path, 'utf8')).toContain(line)
  }
})

test('shows chosen days, periods without payments, and failures to load with a retry', async ({
  page,
  landlord,
}) => {
  await landlord.addDevice()
  await landlord.signInAt(page)
  await show(page, '/revenue')
  await expect(page.getByText('No revenue in this period')).toBeVisible()
  await page.getByLabel('Period').selectOption('From – to')
  await page.getByLabel('From', { exact: true }).fill('2026-01-05')
  await expect(page).toHaveURL(/from=2026-01-05/)
  await expect(page.getByRole('heading', { name: /^(Jan 5|5 Jan)/ })).toBeVisible()
  await breakLoads(page, /api.revenue/)
  await page.getByLabel('Period').selectOption('Last year')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute(/api.revenue/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No revenue in this period')).toBeVisible()
})

test('leads a landlord with an admin’s link to all revenue back to their own', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/revenue?owner=all')
  await expect(page.getByText('Only admins can do this.')).toBeVisible()
  await page.getByRole('button', { name: 'Paid to anyone: show all' }).click()
  await expect(page.getByText('Only admins can do this.')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Gross' })).toBeVisible()
})
