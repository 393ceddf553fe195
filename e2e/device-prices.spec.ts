import type { Page } from '@playwright/test'
import { inField, local, typed } from './local.ts'
import { chooseZone, expect, test, toast } from './person.ts'
import { show } from './screens.ts'

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })

test('edits programmes, weekly times and a planned change by keyboard, previews and saves them', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  await landlord.signInAt(page)
  await show(page, `/devices/${device.id}`)
  await page.getByRole('link', { name: 'Prices' }).click()
  const first = group(page, 'Programme 1')
  await first.getByLabel('Name').fill('Normal')
  await expect(first.getByLabel('Price')).toHaveValue(inField('$2.50'))
  await page.getByRole('button', { name: 'Add a programme' }).press('Enter')
  await group(page, 'Programme 2').getByLabel('Name').focus()
  for (const text of ['Long', '60', typed('4')]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.getByRole('button', { name: 'Add a time-based price' }).press('Enter')
  const night = group(page, 'Time-based price 1')
  await night.getByRole('checkbox', { name: 'Sunday' }).press('Space')
  await night.getByLabel('Price of Normal').fill(typed('1.5'))
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/New York')

  const preview = page.getByRole('region', { name: 'Price at a given time' })
  const at = async (day: string, time: string) => {
    await preview.getByLabel('Day').fill(day)
    await preview.getByLabel('Time').fill(time)
  }
  await at('2026-07-04', '23:30')
  await expect(preview).toContainText(local('Normal · 30 minutes · $1.50'))
  await expect(preview).toContainText(local('Long · 60 minutes · $4.00'))
  await at('2026-07-05', '05:59')
  await expect(preview).toContainText(local('$1.50'))
  await at('2026-07-05', '22:00')
  await expect(preview).toContainText(local('Normal · 30 minutes · $2.50'))

  await page.getByRole('button', { name: 'Plan a change' }).click()
  const plan = page.getByRole('region', { name: 'Planned' })
  await plan.getByLabel('Starts on').fill('2999-01-01')
  await plan.getByRole('group', { name: 'Programme 1' }).getByLabel('Price').fill(typed('3'))
  await at('2999-01-01', '12:00')
  await expect(preview).toContainText(local('Normal · 30 minutes · $3.00'))
  await save(page).click()
  await expect(toast(page, 'Prices saved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: device.label })).toBeVisible()
  expect(await landlord.call('GET', `/devices/${device.id}/prices`)).toEqual({
    time_zone: 'America/New_York',
    programmes: [
      { name: 'Normal', duration_minutes: 30, price: 2.5 },
      { name: 'Long', duration_minutes: 60, price: 4 },
    ],
    times: [{ days: [1, 2, 3, 4, 5, 6], from: '22:00', until: '06:00', prices: [1.5, null] }],
    planned: [
      expect.objectContaining({
        from: '2999-01-01',
        programmes: [
          { name: 'Normal', duration_minutes: 30, price: 3 },
          { name: 'Long', duration_minutes: 60, price: 4 },
        ],
      }),
    ],
  })
})

test('names missing or overlapping values at their fields and focuses the first', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  await landlord.signInAt(page)
  await show(page, `/devices/${device.id}/prices`)
  await page.getByRole('button', { name: 'Add a programme' }).click()
  await page.getByRole('button', { name: 'Add a time-based price' }).click()
  await page.getByRole('button', { name: 'Add a time-based price' }).click()
  const second = group(page, 'Programme 2')
  await save(page).click()
  await expect(second.getByLabel('Minutes')).toBeFocused()
  await second.getByLabel('Minutes').fill('60')
  await second.getByLabel('Price').fill(typed('4'))
  await save(page).click()
  await expect(group(page, 'Programme 1').getByLabel('Name')).toBeFocused()
  await expect(second.getByLabel('Name')).toHaveAccessibleDescription('Name is required.')
  await expect(group(page, 'Time-based price 2')).toContainText('These times overlap others')
  await page.getByRole('button', { name: 'Remove time-based price 2' }).click()
  await expect(group(page, 'Time-based price 2')).toBeHidden()
})

test('refuses a planned day already past in the device’s time zone, as it would apply at once', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  await landlord.signInAt(page)
  await show(page, `/devices/${device.id}/prices`)
  await page.getByRole('button', { name: 'Plan a change' }).click()
  const plan = page.getByRole('region', { name: 'Planned' })
  await chooseZone(page, 'Pacific/Kiritimati')
  await plan.getByLabel('Price').fill(typed('9'))
  const there = (at: number) =>
    new Date(at).toLocaleDateString('en-CA', { timeZone: 'Pacific/Kiritimati' })
  const days = plan.getByLabel('Starts on')
  await days.fill(there(Date.now() - 24 * 3_600_000))
  await days.press('Enter')
  await expect(days).toHaveAccessibleDescription('From must not be in the past.')
  await expect(days).toBeFocused()
  expect(await landlord.call('GET', `/devices/${device.id}`)).toMatchObject({ price: 2.5 })
  await days.fill(there(Date.now() + 24 * 3_600_000))
  await days.press('Enter')
  await expect(toast(page, 'Prices saved')).toBeVisible()
})

test('keeps the focus in place when a pressed button disappears', async ({ page, landlord }) => {
  const device = await landlord.addDevice()
  const table = {
    programmes: ['Short', 'Long'].map((name) => ({ name, duration_minutes: 30, price: 2 })),
    times: [{ days: [1], from: '22:00', until: '06:00', prices: [1, null] }],
  }
  const planned = [{ from: '2999-01-01', ...table }]
  await landlord.savePrices(device, { time_zone: 'UTC', ...table, planned })
  await landlord.signInAt(page)
  await show(page, `/devices/${device.id}/prices`)
  const plan = page.getByRole('region', { name: 'Planned' })
  for (const [around, button] of [
    [plan, 'Remove programme 2'],
    [plan, 'Remove time-based price 1'],
    [page, 'Remove this change'],
  ] as const) {
    await around.getByRole('button', { name: button }).press('Enter')
    const field = around === plan ? plan : group(page, 'Programme 1')
    await expect(field.locator('input').first(), button).toBeFocused()
  }
  const more = page.getByRole('button', { name: 'Add a programme' })
  for (let programmes = 2; programmes < 8; programmes++) {
    await more.press('Enter')
    if (programmes < 7) await expect(more).toBeFocused()
  }
  await expect(more).toBeHidden()
  await expect(group(page, 'Programme 1').getByLabel('Name')).toBeFocused()
})

test('compares prices that another user has saved before overwriting them', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  await landlord.signInAt(page)
  await show(page, `/devices/${device.id}/prices`)
  await group(page, 'Programme 1').getByLabel('Price').fill(typed('3'))
  await landlord.savePrices(device, {
    programmes: [{ name: null, duration_minutes: 30, price: 2 }],
  })
  await save(page).click()
  await expect(page.getByText(/This changed after you opened it/)).toBeVisible()
  await save(page).click()
  await expect(toast(page, 'Prices saved')).toBeVisible()
  expect(await landlord.call('GET', `/devices/${device.id}`)).toMatchObject({ price: 3 })
})

test('hides a device’s prices form from users who may not change the device', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await tenant.signInAt(page)
  await page.goto(`/devices/${device.id}/prices`)
  await expect(page).toHaveURL(`/devices/${device.id}`)
  await expect(page.getByRole('link', { name: 'Programmes and prices' })).toBeHidden()
})

test('shows the price of each programme for each hour of the week, now and later', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  const programmes = [
    { name: 'Normal', duration_minutes: 30, price: 2.5 },
    { name: 'Long', duration_minutes: 60, price: 4 },
  ]
  await landlord.savePrices(device, {
    time_zone: 'Europe/Madrid',
    programmes,
    times: [{ days: [5, 6], from: '22:15', until: '06:00', prices: [1.5, null] }],
    planned: [
      {
        from: '2999-01-01',
        programmes: [{ name: null, duration_minutes: 30, price: 3 }],
        times: [],
      },
    ],
  })
  await landlord.signInAt(page)
  await show(page, `/devices/${device.id}`)
  const offers = page.getByRole('region', { name: 'Programmes and prices' })
  await expect(offers.getByRole('row', { name: local('Long 60 minutes $4.00') })).toBeVisible()
  const week = offers.getByRole('table', { name: /device time \(Europe\/Madrid\)/ })
  await expect(week.getByRole('columnheader', { name: 'Saturday' })).toBeVisible()
  const rowOf = (from: string) => week.getByRole('row', { name: new RegExp(`^${from}`) })
  const dollars = (price: number) => typed(price.toFixed(2))
  const night = rowOf('22:15–24:00').getByRole('cell')
  await expect(night).toHaveText([2.5, 2.5, 2.5, 2.5, 1.5, 1.5, 2.5].map(dollars))
  await expect(rowOf('00:00–06:00').getByRole('cell')).toHaveText(
    [2.5, 2.5, 2.5, 2.5, 2.5, 1.5, 1.5].map(dollars),
  )
  await offers.getByLabel('Programme').selectOption('Long')
  await expect(week.getByRole('row')).toHaveCount(2)
  await expect(rowOf('00:00–24:00').getByRole('cell')).toHaveText(Array(7).fill(typed('4.00')))
  await offers.getByLabel('Starts on').selectOption({ index: 1 })
  await expect(offers.getByRole('row', { name: local('– 30 minutes $3.00') })).toBeVisible()
  await expect(week).toHaveCount(0)

  await tenant.signInAt(page)
  await show(page, `/devices/${device.id}`)
  await expect(week).toBeVisible()
  await expect(offers.getByLabel('Starts on')).toHaveCount(0)
})

test('offers a retry when the prices of the week fail to load', async ({ page, landlord }) => {
  const device = await landlord.addDevice()
  await landlord.savePrices(device, {
    time_zone: 'UTC',
    programmes: [{ name: null, duration_minutes: 30, price: 2.5 }],
    times: [{ days: [1], from: '00:00', until: '12:00', prices: [1] }],
  })
  await landlord.signInAt(page)
  await page.route('**/api/devices/*/prices', (route) => route.fulfill({ status: 500, json: {} }))
  await show(page, `/devices/${device.id}`)
  const offers = page.getByRole('region', { name: 'Programmes and prices' })
  await expect(offers.getByRole('alert')).toContainText('500')
  await page.unroute('**/api/devices/*/prices')
  await offers.getByRole('button', { name: 'Try again' }).click()
  await expect(offers.getByRole('table').last()).toContainText('12:00–24:00')
})
