import type { Page } from '@playwright/test'
import { local } from './local.ts'
import { expect, test, toast } from './person.ts'
import { show } from './screens.ts'

const programmes = [
  { name: 'Normal', duration_minutes: 30, price: 2.5 },
  { name: 'Short', duration_minutes: 15, price: 1.25 },
  { name: 'Long', duration_minutes: 60, price: 4 },
]

const pay = (page: Page, amount: string) => page.getByRole('button', { name: `Pay ${amount}` })
const programme = (page: Page, name: string) => page.getByRole('radio', { name })

/** A price for three hours from a quarter of an hour that begins in two to seventeen minutes, in UTC. */
function soon() {
  const now = new Date(Math.ceil((Date.now() + 120_000) / 900_000) * 900_000)
  const clock = (at: Date) => at.toISOString().slice(11, 16)
  return {
    days: [1, 2, 3, 4, 5, 6, 7],
    from: clock(now),
    until: clock(new Date(now.getTime() + 3 * 3_600_000)),
  }
}

test('lets a payer choose a programme, see cheaper times, and find its name on the receipt', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await landlord.savePrices(device, {
    time_zone: 'UTC',
    programmes,
    times: [{ ...soon(), prices: [null, null, 3] }],
  })
  const { code } = await landlord.issueCode()
  await tenant.signInAt(page)
  await show(page, `/payments?device=${device.id}`)
  await expect(programme(page, 'Normal')).toBeChecked()
  await expect(page.getByText('Cheaper from')).toBeHidden()
  await programme(page, 'Long').check()
  await expect(page.getByText(local(/^Cheaper from .+: \$3\.00$/))).toBeVisible()
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code)
  await pay(page, local('$4.00')).click()
  await page.getByRole('link', { name: 'View transaction' }).first().click()
  const field = page.locator('dl div').filter({ hasText: 'Programme' })
  await expect(field).toContainText('Long')
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  await expect(field).toContainText('Long')
})

test('asks again about a price that has changed, and charges nothing', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await landlord.savePrices(device, { programmes })
  const code = await landlord.issueCode()
  await tenant.signInAt(page)
  await show(page, `/payments?device=${device.id}`)
  await programme(page, 'Short').check()
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code.code)
  await expect(pay(page, local('$1.25'))).toBeVisible()
  const [normal, short] = programmes
  await landlord.savePrices(device, { programmes: [normal, { ...short, price: 1.75 }] as never })
  await pay(page, local('$1.25')).click()
  await expect(toast(page, local('This device now costs $1.75 for 15 minutes.'))).toBeVisible()
  await expect(programme(page, 'Short')).toBeChecked()
  await expect(programme(page, 'Long')).toBeHidden()
  const kept = await landlord.call('GET', `/prepaid-codes-id/${code.id}`)
  expect(kept).toMatchObject({ remaining_balance: 10 })
  await pay(page, local('$1.75')).click()
  await expect(page.getByRole('region', { name: 'Your machine' })).toContainText('Running')
})

test('does not offer a code for a programme that costs more than its balance', async ({
  page,
  landlord,
  tenant,
}) => {
  await tenant.verify()
  const device = await landlord.addDevice()
  await landlord.savePrices(device, { programmes })
  await landlord.issueCode({ customer_email: tenant.email, balance: 3 })
  await tenant.signInAt(page)
  await show(page, `/payments?device=${device.id}`)
  const code = page.getByRole('group', { name: 'Your codes' }).getByRole('radio')
  await expect(code).toBeEnabled()
  await programme(page, 'Long').check()
  await expect(code).toBeDisabled()
})

test('shows the lowest price in lists, rooms and on stickers', async ({ page, landlord }) => {
  const device = await landlord.addDevice({ location: `Hall of ${landlord.email}` })
  const [normal] = programmes
  await landlord.savePrices(device, {
    time_zone: 'UTC',
    programmes,
    times: [{ ...soon(), prices: [0.75, null, null] }],
  })
  await landlord.signInAt(page)
  await show(page, `/devices?search=${device.device_number}`)
  const row = page.getByRole('row', { name: device.device_number })
  await expect(row).toContainText(local('now from $1.25'))
  await expect(row).toContainText('15–60 min')
  await show(page, `/rooms/${device.sticker_number}`)
  await expect(page.getByRole('link', { name: device.device_number })).toContainText(
    local('now from $1.25 · 15–60 min'),
  )
  await show(page, `/stickers?device=${device.id}`)
  await expect(page.getByText(local('from $0.75'))).toBeVisible()
  const always = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '00:00' }
  for (const [list, told] of [
    [{ programmes, times: [{ ...always, prices: [null, 1, null] }] }, local('now from $1.00')],
    [{ programmes: [normal], times: [{ ...soon(), prices: [1] }] }, local('now $2.50')],
  ] as const) {
    await landlord.savePrices(device, { time_zone: 'UTC', ...list } as never)
    await show(page, `/devices?search=${device.device_number}`)
    await expect(row).toContainText(told)
  }
  await landlord.savePrices(device, { programmes: [normal] as never })
  await show(page, `/stickers?device=${device.id}`)
  await expect(page.getByRole('img', { name: local('$2.50') })).toBeVisible()
})
