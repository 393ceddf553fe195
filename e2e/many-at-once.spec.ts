import type { Device } from '@coinless/contract/devices.ts'
import type { Page } from '@playwright/test'
import { inField, local, typed } from './local.ts'
import { beginBulkChange } from './passed-time.ts'
import { chooseMore, expect, type Person, test } from './person.ts'

async function prices(landlord: Person): Promise<number[]> {
  const { data } = await landlord.call<{ data: Device[] }>('GET', '/devices?own=only&limit=100')
  return data.map(({ price }) => price)
}

async function addWashers(landlord: Person, count: number, facts: Partial<Device> = {}) {
  const washers: Device[] = []
  for (let n = 1; n <= count; n++) {
    washers.push(await landlord.addDevice({ device_number: `W-${n}`, ...facts }))
  }
  return washers
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change Devices' })

/** Previews one new price for all devices. */
async function previewPrice(page: Page, landlord: Person) {
  await landlord.signInAt(page)
  await page.goto('/devices?show=mine')
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Change…' }).click()
  await dialog(page).getByLabel('Price').fill(typed('3'))
  await dialog(page).getByRole('button', { name: 'Preview' }).click()
}

test('changes the price of ten washers in five clicks and restores the old prices on undo', async ({
  page,
  landlord,
}) => {
  await addWashers(landlord, 9)
  await addWashers(landlord, 1, { price: 4 })
  await landlord.addDevice({ device_type: 'dryer', device_number: 'D-1' })
  await landlord.signInAt(page)
  await page.goto('/devices?show=mine')
  await page.getByLabel('Filter by type').selectOption('Washer') // 1
  await expect(page.getByText('Showing 1 to 10 of 10 devices')).toBeVisible()
  await page.getByLabel('Select all on this page').click() // 2
  await page.getByRole('button', { name: 'Change…' }).click() // 3
  await expect(dialog(page).getByLabel('Price')).toBeFocused()
  await page.keyboard.type(typed('3'))
  await dialog(page).getByRole('button', { name: 'Preview' }).click() // 4
  await expect(dialog(page)).toContainText('10 will change')
  await expect(dialog(page)).toContainText(local('$2.50 → $3.00 (9)'))
  await expect(dialog(page)).toContainText(local('$4.00 → $3.00 (1)'))
  expect((await prices(landlord)).filter((price) => price === 3)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Change 10' }).click() // 5
  await expect(dialog(page)).toContainText('10 changed')
  expect((await prices(landlord)).filter((price) => price === 3)).toHaveLength(10)
  await dialog(page).getByRole('button', { name: /^Undo/ }).click()
  await expect(dialog(page)).toContainText('10 restored')
  expect((await prices(landlord)).sort()).toEqual([...Array(10).fill(2.5), 4])
})

test('copies the programmes of one washer to many, and names them in the preview', async ({
  page,
  landlord,
}) => {
  const [model, ...others] = await addWashers(landlord, 3)
  await landlord.call('PUT', `/devices/${model?.id}/prices`, {
    time_zone: 'UTC',
    programmes: [
      { name: 'Short', duration_minutes: 15, price: 2 },
      { name: 'Long', duration_minutes: 60, price: 4 },
    ],
    times: [],
    planned: [],
  })
  await landlord.signInAt(page)
  await page.goto('/devices?show=mine')
  for (const { device_number } of others) await page.getByLabel(`Select ${device_number}`).click()
  await page.getByRole('button', { name: 'Change…' }).click()
  const models = dialog(page).getByLabel('Copy programmes and prices from')
  await models.selectOption({ label: `W-1 · ${model?.label}` })
  await dialog(page).getByRole('button', { name: 'Preview' }).click()
  await expect(dialog(page)).toContainText('2 will change')
  await expect(dialog(page)).toContainText('Prices')
  await dialog(page).getByRole('button', { name: 'Change 2' }).click()
  await expect(dialog(page)).toContainText('2 changed')
  const pricesOf = (id?: string) => landlord.call('GET', `/devices/${id}/prices`)
  for (const { id } of others) expect(await pricesOf(id)).toEqual(await pricesOf(model?.id))
})

test('selects rows and a range of rows and changes them by keyboard alone', async ({
  page,
  landlord,
}) => {
  await addWashers(landlord, 4)
  await landlord.signInAt(page)
  await page.goto('/devices?show=mine')
  await page.getByLabel('Select W-1').focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Select W-3').focus()
  await page.keyboard.press('Shift+Space')
  await expect(page.getByRole('group', { name: 'Selection' })).toContainText('3 selected')
  await page.getByRole('button', { name: 'Change…' }).press('Enter')
  await expect(dialog(page).getByLabel('Price')).toBeFocused()
  await page.keyboard.type(typed('5'))
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Change 3' }).press('Enter')
  await expect(dialog(page)).toContainText('3 changed')
  expect(await prices(landlord)).toEqual([5, 5, 5, 2.5])
})

test('selects all matching rows across pages except those taken out', async ({
  page,
  landlord,
}) => {
  await addWashers(landlord, 12)
  await landlord.signInAt(page)
  await page.goto('/devices?show=mine')
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Select all 12 matches' }).click()
  await page.getByLabel('Select W-2', { exact: true }).uncheck()
  await expect(page.getByRole('group', { name: 'Selection' })).toContainText('11 selected')
  await page.getByRole('button', { name: 'Change…' }).click()
  await dialog(page).getByLabel('Location').fill('New house')
  await dialog(page).getByRole('button', { name: 'Preview' }).click()
  await dialog(page).getByRole('button', { name: 'Change 11' }).click()
  await expect(dialog(page)).toContainText('11 changed')
})

test('reports and skips rows that another tab changed since the preview', async ({
  page,
  landlord,
}) => {
  const [first] = await addWashers(landlord, 2)
  await previewPrice(page, landlord)
  await expect(dialog(page)).toContainText('2 will change')
  const { label, device_number, device_type, landlord_email, location } = first as Device
  const facts = { label, device_number, device_type, landlord_email, location }
  await landlord.call('PUT', `/devices/${first?.id}`, { ...facts, duration_minutes: 30, price: 9 })
  await dialog(page).getByRole('button', { name: 'Change 2' }).click()
  await expect(dialog(page)).toContainText('1 changed')
  await expect(dialog(page)).toContainText('Changed by someone else (1): W-1')
  expect(await prices(landlord)).toEqual([9, 3])
})

test('retries after a lost answer and makes the change once', async ({ page, landlord }) => {
  await addWashers(landlord, 2)
  await previewPrice(page, landlord)
  await page.route(
    /bulk-changes\/[\w-]+\/apply/,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await dialog(page).getByRole('button', { name: 'Change 2' }).click()
  await expect(dialog(page)).toContainText('2 changed')
  expect(await prices(landlord)).toEqual([3, 3])
})

test('disables codes together', async ({ page, landlord }) => {
  const codes = [await landlord.issueCode(), await landlord.issueCode()]
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes')
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Disable…' }).click()
  const question = page.getByRole('dialog', { name: 'Change Codes' })
  await expect(question).toContainText('Enabled → Disabled (2)')
  await question.getByRole('button', { name: 'Change 2' }).click()
  await expect(question).toContainText('2 changed')
  for (const { id } of codes) {
    expect(await landlord.call('GET', `/prepaid-codes-id/${id}`)).toMatchObject({ disabled: true })
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('selects rows only after the user turns selection on', async ({ page, landlord }) => {
    await addWashers(landlord, 3)
    await landlord.signInAt(page)
    await page.goto('/devices?show=mine')
    await expect(page.getByLabel('Select W-1')).toBeHidden()
    await chooseMore(page, 'Select')
    await page.getByLabel('Select W-1').tap()
    await page.getByLabel('Select W-3').tap()
    await expect(page.getByRole('group', { name: 'Selection' })).toContainText('2 selected')
    const { width, height } = (await page.getByLabel('Select W-1').locator('..').boundingBox()) ?? {
      width: 0,
      height: 0,
    }
    expect([width >= 44, height >= 44]).toEqual([true, true])
    await page.getByRole('button', { name: 'Change…' }).tap()
    await expect(dialog(page)).toBeVisible()
  })
})

test('moves the focus with each step, and changes nothing on a double Enter', async ({
  page,
  landlord,
}) => {
  await addWashers(landlord, 2)
  await landlord.signInAt(page)
  await page.goto('/devices?show=mine')
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Change…' }).press('Enter')
  await expect(dialog(page).getByLabel('Price')).toBeFocused()
  await page.keyboard.type(typed('7'))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('2 will change')
  await page.keyboard.press('Enter')
  expect(await prices(landlord)).toEqual([2.5, 2.5])
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('button', { name: 'Back' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Price')).toBeFocused()
  await expect(dialog(page).getByLabel('Price')).toHaveValue(inField('$7.00'))
  await dialog(page).getByLabel('Price').fill(typed('8'))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('2 will change')
  await expect(dialog(page).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('2 changed')
  const undo = dialog(page).getByRole('button', { name: /^Undo/ })
  await expect(undo).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('2 restored')
  await expect(dialog(page).locator(':focus')).toHaveCount(1)
})

test('shows a stopped change in the list after a reload, and resumes it there', async ({
  page,
  landlord,
}) => {
  await addWashers(landlord, 3)
  const { data } = await landlord.call<{ data: Device[] }>('GET', '/devices?own=only&limit=100')
  const chosen = { ids: data.map(({ id }) => id) }
  const change = await landlord.call<{ id: string }>('POST', '/devices/bulk-changes', {
    ...{ chosen, set: { price: 3 } },
  })
  await beginBulkChange(change.id)
  await landlord.signInAt(page)
  await page.goto('/devices?show=mine')
  const alert = page.getByRole('alert').filter({ hasText: 'Bulk change in progress' })
  await expect(alert).toContainText('0 changed')
  await page.reload()
  await alert.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Bulk change finished' })).toContainText(
    '3 changed',
  )
  expect(await prices(landlord)).toEqual([3, 3, 3])
})

test('ignores a late progress answer once a change has finished', async ({ page, landlord }) => {
  await addWashers(landlord, 2)
  await previewPrice(page, landlord)
  const begun = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const applied = Promise.withResolvers<void>()
  await page.route('**/api/bulk-changes/*', async (route) => {
    const response = await route.fetch()
    asked.resolve()
    await applied.promise
    const json = { ...(await response.json()), state: 'applying', changed: 0, undo_until: null }
    await route.fulfill({ response, json })
  })
  await page.route('**/api/bulk-changes/*/apply', async (route) => {
    await Promise.all([begun.promise, asked.promise])
    await route.continue()
  })
  await dialog(page).getByRole('button', { name: 'Change 2' }).click()
  await expect(dialog(page)).toContainText('0 changed')
  const late = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/api/bulk-changes/'),
  )
  begun.resolve()
  await expect(dialog(page)).toContainText('2 changed')
  applied.resolve()
  await late
  await expect(dialog(page)).toContainText('2 changed')
})
