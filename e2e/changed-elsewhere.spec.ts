import type { Page } from '@playwright/test'
import { local, typed } from './local.ts'
import { breakCalls, expect, type Person, test, toast } from './person.ts'

/** Every form with a version: its address, field, new text and success message. */
async function forms(landlord: Person) {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  return [
    [`/devices/${device.id}/edit`, 'Location', 'Second floor', 'Device updated'],
    ['/profile', 'Full Name', 'Lou Lord', 'Profile updated'],
    [`/prepaid-codes/${code.id}`, 'Customer Name', 'Ana', 'Customer changed'],
    [`/prepaid-codes/${code.id}`, 'Code', `${code.code}-B`, 'Prepaid code updated'],
  ] as const
}

/** Makes the next change, but drops its answer. */
async function loseAnswer(page: Page) {
  let isLost = false
  await page.route('**/api/**', async (route) => {
    if (isLost || !/PUT|PATCH/.test(route.request().method())) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}

test('reports a change with a lost answer as saved when it is sent again', async ({
  page,
  landlord,
}) => {
  test.setTimeout(120_000)
  await landlord.signInAt(page)
  for (const [address, label, text, saved] of await forms(landlord)) {
    await page.goto(address)
    const field = page.getByRole('textbox', { name: label, exact: true })
    await field.fill(text)
    await loseAnswer(page)
    await field.press('Enter')
    await expect(toast(page, 'We don’t know if this went through')).toBeVisible()
    await field.press('Enter')
    await expect(toast(page, saved)).toBeVisible()
    await page.unrouteAll()
  }
})

/** Changes a device elsewhere while its form is open. */
async function changeElsewhere(page: Page, landlord: Person) {
  const device = await landlord.addDevice()
  await landlord.signInAt(page)
  await page.goto(`/devices/${device.id}/edit`)
  await page.getByLabel('Location').fill('Second floor')
  await landlord.call('PUT', `/devices/${device.id}`, {
    label: device.label,
    device_number: device.device_number,
    device_type: device.device_type,
    landlord_email: landlord.email,
    location: 'First floor',
    duration_minutes: device.duration_minutes,
    price: device.price,
  })
  return device
}

test('scrolls to a conflicting change when a user saves from the end of a long form', async ({
  page,
  landlord,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await changeElsewhere(page, landlord)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(
    page.getByRole('row', { name: 'Location Second floor First floor' }),
  ).toBeInViewport()
})

test('compares conflicting values in words for every kind of field', async ({ page, landlord }) => {
  const device = await landlord.addDevice()
  const webhook = await landlord.addWebhook()
  await landlord.signInAt(page)
  await page.goto(`/devices/${device.id}/edit`)
  await page.getByLabel('Type', { exact: false }).first().selectOption('dryer')
  await landlord.call('PUT', `/devices/${device.id}`, {
    ...{ label: device.label, device_number: device.device_number, device_type: 'shower' },
    ...{ landlord_email: landlord.email, location: device.location, price: device.price },
    duration_minutes: device.duration_minutes,
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('row', { name: 'Device Type Dryer Shower' })).toBeVisible()

  await page.goto(`/devices/${device.id}/prices`)
  await page.getByRole('textbox', { name: 'Price' }).fill(typed('3'))
  await landlord.savePrices(device, {
    time_zone: 'UTC',
    programmes: [{ name: 'Normal', duration_minutes: 30, price: 4 }],
    times: [{ days: [6, 7], from: '22:00', until: '06:00', prices: [1.5] }],
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const prices = page.getByRole('row', { name: /^Programmes and prices/ })
  await expect(prices.getByRole('cell').nth(1)).toHaveText(local('Now\n30 minutes · $3.00'))
  await expect(prices.getByRole('cell').nth(2)).toHaveText(
    local('Now\nNormal · 30 minutes · $4.00\nSat, Sun 22:00–06:00: $1.50'),
  )

  await page.goto(`/settings/webhooks/${webhook.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('switch', { name: 'refund.completed' }).check()
  await page.getByRole('switch', { name: 'Payment' }).uncheck()
  const events = ['payment.created', 'report.created']
  await landlord.call('PUT', `/webhooks/${webhook.id}`, {
    ...{ url: webhook.url, description: 'The office', is_enabled: true, events },
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: 'Refund Yes No' })).toBeVisible()
  await expect(page.getByRole('row', { name: /true|false|[{_]/ })).toHaveCount(0)
})

test('reports a conflicting change that fails to load and keeps the typed values', async ({
  page,
  landlord,
}) => {
  const device = await changeElsewhere(page, landlord)
  await breakCalls(page, /api\/devices\/[^/]+$/, 'GET')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await expect(toast(page, 'This changed after you opened it.')).toBeVisible()
  await expect(page.getByLabel('Location')).toHaveValue('Second floor')
  await page.unrouteAll()
  await save.click()
  await expect(page.getByRole('row', { name: 'Location Second floor First floor' })).toBeVisible()
  await save.click()
  await expect(page).toHaveURL(`/devices/${device.id}`)
})

test('keeps the page and typed values when a reload of its data fails', async ({
  page,
  landlord,
}) => {
  const { id } = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/${id}`)
  await page.getByLabel('Customer Name').fill('Ana')
  await page.getByRole('button', { name: 'Top Up' }).click()
  const amount = page.getByRole('dialog').getByLabel('Amount')
  await amount.fill(typed('5'))
  await breakCalls(page, /prepaid-codes-id/, 'GET')
  await amount.press('Enter')
  await expect(toast(page, 'Failed to load prepaid code')).toBeVisible()
  await expect(page.getByLabel('Customer Name')).toHaveValue('Ana')
})
