import { readFile } from 'node:fs/promises'
import { breakLoads, expect, test } from './person.ts'
import { show } from './screens.ts'

test('shows a building’s revenue of last month in three clicks from the dashboard', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice({ location: 'Oak House' })
  await landlord.pay(device, await landlord.issueCode())
  await landlord.signInAt(page)
  await show(page, '/dashboard')
  let clicks = 0
  const click = async (work: Promise<unknown>) => {
    clicks++
    await work
  }
  await click(page.getByRole('navigation').getByRole('link', { name: 'Revenue' }).click())
  await click(page.getByLabel('Period').selectOption('Last month'))
  await click(page.getByLabel('Group by', { exact: true }).selectOption('By place'))
  const table = page.getByRole('region', { name: 'Revenue as a table' })
  // The payment of today is outside last month, which may therefore show no table.
  await expect(page.getByText('No revenue in this period').or(table)).toBeVisible()
  await expect(page).toHaveURL('/revenue?period=last_month&by=location')
  expect(clicks).toBeLessThanOrEqual(3)
  await page.getByLabel('Period').selectOption('This month')
  await expect(table.getByRole('row', { name: /Oak House/ })).toContainText('$2.50')
  expect(tenant.email).not.toBe(landlord.email)
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
  await expect(page.getByRole('region', { name: 'Gross' })).toContainText('$2.50')
  await expect(page.getByRole('region', { name: 'Unused prepaid balance' })).toContainText('$')
  await page.getByRole('link', { name: 'Oak House' }).click()
  await page.getByRole('link', { name: device.device_number }).click()
  await expect(page.getByRole('figure', { name: /Net revenue/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Net', exact: true })).toContainText('$2.50')
  await page.getByRole('button', { name: 'Oak House: show all' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'One device: show all' })).toBeVisible()
  for (const [name, line] of [
    ['Export These Rows', ',2.50,0.00,2.50,1,'],
    ['Export for Bookkeeping', ',2.50,0.00,2.50,prepaid_code,'],
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
  await expect(page.getByText('Jan 5, 2026 to')).toBeVisible()
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
