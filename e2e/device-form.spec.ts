import { inField, local, onlyInDollars, onlyWithCents, typed } from './local.ts'
import { breakCalls, expect, test, toast } from './person.ts'

// id: device-form-1
test('fills a new device with the defaults of the specification', async ({ page, landlord }) => {
  onlyInDollars('The specification has dollars and quarters.')
  await landlord.signInAt(page)
  await page.goto('/devices/new')
  await expect(page.getByLabel('Device Type')).toHaveValue('washer')
  await expect(page.getByRole('textbox', { name: 'Duration in minutes', exact: true })).toHaveValue(
    '30',
  )
  await expect(page.getByLabel('Minimum duration in minutes')).toHaveValue('15')
  await expect(page.getByLabel('Coin Type')).toHaveValue('quarter')
  await expect(page.getByLabel('Price')).toHaveValue(inField('$2.50'))
  await expect(page.getByLabel('Status')).toHaveValue('active')
  await expect(page.getByLabel('Landlord Email')).toHaveValue(landlord.email)
})

// id: device-form-3
test('names required fields and limits below their fields and sends nothing', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await page.goto('/devices/new')
  await page.getByLabel('Price').fill('')
  await page.getByRole('textbox', { name: 'Duration in minutes', exact: true }).fill('')
  await page.getByRole('button', { name: 'Create Device' }).click()
  for (const sentence of [
    'Label must not be empty.',
    'Device Number must not be empty.',
    'Landlord Email must be an email address.',
    'Location must not be empty.',
    'Duration in minutes must be a number.',
    'Price must be a number.',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await expect(page.getByLabel('Label')).toBeFocused()
  await page.getByLabel('Label').fill('Washer')
  await page.getByLabel('Device Number').fill('1')
  await page.getByRole('button', { name: 'Create Device' }).click()
  await expect(page.getByLabel('Landlord Email')).toBeFocused()
  await expect(page).toHaveURL('/devices/new')
})

test('checks a number as typed and never cuts, rounds or replaces it', async ({
  page,
  landlord,
}) => {
  onlyWithCents('The sentences name decimals and the limit in dollars.')
  const { id } = await landlord.addDevice()
  await landlord.signInAt(page)
  await page.goto(`/devices/${id}/edit`)
  const fields = {
    duration: page.getByRole('textbox', { name: 'Duration in minutes', exact: true }),
    minimum: page.getByLabel('Minimum duration in minutes'),
    price: page.getByLabel('Price'),
  }
  for (const [field, typed, sentence] of [
    ['duration', '1.5', 'Duration in minutes must be a whole number.'],
    ['duration', '0', 'Duration in minutes must be 1 or more.'],
    ['duration', '99999', 'Duration in minutes must be 10080 or less.'],
    ['minimum', '-1', 'Minimum duration in minutes must be 1 or more.'],
    ['price', '0.005', 'Price must have at most 2 decimals.'],
    ['price', '-1', 'Price must be 0 or more.'],
    ['price', '99999', 'Price must be 10000 or less.'],
    ['price', 'two', 'Price must be a number.'],
  ] as const) {
    const before = await fields[field].inputValue()
    await fields[field].selectText()
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(fields[field]).toHaveValue(new RegExp(`${typed.replace('-', '')}`))
    await fields[field].fill(before)
  }
  for (const typed of ['6', '12.5', '3.50']) {
    await page.goto(`/devices/${id}/edit`)
    await fields.price.selectText()
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/devices/${id}`)
    await expect(page.getByRole('main')).toContainText(local(`$${Number(typed).toFixed(2)}`))
  }
})

// id: device-form-4
test('accepts an empty optional minimum duration', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  await page.goto('/devices/new')
  await page.getByLabel('Label').fill('Shower')
  await page.getByLabel('Device Number').fill('S-1')
  await page.getByLabel('Device Type').selectOption('Shower')
  await page.getByLabel('Location').fill('Camp')
  await page.getByLabel('Minimum duration in minutes').fill('')
  await page.getByRole('button', { name: 'Create Device' }).click()
  await expect(toast(page, 'Device created successfully')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Minimum Duration–')
})

// id: device-form-2
test('changes a device with the same form', async ({ page, landlord }) => {
  const { id } = await landlord.addDevice()
  await landlord.signInAt(page)
  await page.goto(`/devices/${id}/edit`)
  await page.getByLabel('Label').fill('Old washer')
  await page.getByLabel('Price').fill(typed('3.25'))
  await page.getByLabel('Status').selectOption('Inactive')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Device updated successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Old washer' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(local('$3.25'))
  await expect(page.getByRole('main')).toContainText('Inactive')
})

test('shows a device instead of its form to users who may not change it', async ({
  page,
  landlord,
  tenant,
}) => {
  const { id } = await landlord.addDevice()
  await tenant.signInAt(page)
  await page.goto(`/devices/${id}/edit`)
  await expect(page).toHaveURL(`/devices/${id}`)
})

// id: device-form-5
test('keeps typed values when saving fails', async ({ page, landlord }) => {
  const { id } = await landlord.addDevice()
  await landlord.signInAt(page)
  await page.goto(`/devices/${id}/edit`)
  await page.getByLabel('Label').fill('Kept')
  await breakCalls(page, /\/api\/devices/, 'PUT')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Failed to update device')).toBeVisible()
  await expect(page.getByLabel('Label')).toHaveValue('Kept')
  await page.goto('/devices/new')
  await page.getByLabel('Label').fill('Kept too')
  await page.getByLabel('Device Number').fill('1')
  await page.getByLabel('Location').fill('Here')
  await breakCalls(page, /\/api\/devices/, 'POST')
  await page.getByRole('button', { name: 'Create Device' }).click()
  await expect(toast(page, 'Failed to create device')).toBeVisible()
  await expect(page.getByLabel('Label')).toHaveValue('Kept too')
})

// id: device-form-6
test('asks about a number that another device has, and saves it only if confirmed', async ({
  page,
  landlord,
}) => {
  const first = await landlord.addDevice({ label: 'Washer by the door' })
  const second = await landlord.addDevice()
  await landlord.signInAt(page)
  await page.goto('/devices/new')
  const number = page.getByLabel('Device Number')
  const same = page.getByRole('switch', { name: 'Use this number anyway' })
  await page.getByLabel('Label').fill('Washer of the other house')
  await page.getByLabel('Location').fill('Harbour Road 17')
  await number.fill(first.device_number.toLowerCase())
  await page.getByRole('button', { name: 'Create Device' }).click()
  const sentence = 'Washer by the door, Elm Street 4, already has this number.'
  await expect(page.getByText(sentence).first()).toBeVisible()
  await expect(number).toBeFocused()
  await number.fill(`${first.device_number}0`)
  await expect(same).toBeHidden()
  await number.fill(first.device_number.toLowerCase())
  await expect(same).not.toBeChecked()
  await same.press('Space')
  await page.getByRole('button', { name: 'Create Device' }).click()
  await expect(toast(page, 'Device created successfully')).toBeVisible()
  await page.goto(`/devices/${second.id}/edit`)
  await number.fill(first.device_number)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(same).toBeVisible()
  await page.getByLabel('Location').fill('Harbour Road 19')
  await same.press('Space')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Device updated successfully')).toBeVisible()
  const { device_number } = first
  expect(await landlord.call('GET', `/devices/${second.id}`)).toMatchObject({ device_number })
})

test('lowers an untouched minimum along with a shorter duration', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  await page.goto('/devices/new')
  const duration = page.getByRole('textbox', { name: 'Duration in minutes', exact: true })
  const minimum = page.getByLabel('Minimum duration in minutes')
  await duration.fill('6')
  await expect(minimum).toHaveValue('6')
  await duration.fill('60')
  await expect(minimum).toHaveValue('15')
  await minimum.fill('12')
  await duration.fill('10')
  await expect(minimum).toHaveValue('12')
  await page.reload()
  await minimum.fill('15')
  await duration.fill('')
  await duration.pressSequentially('10')
  await expect(minimum).toHaveValue('10')
  await page.getByLabel('Label').fill('Dryer')
  await page.getByLabel('Device Number').fill('D-10')
  await page.getByLabel('Location').fill('House 1')
  onlyWithCents('Without decimals, 1,500 is a thousand and a half.')
  await page.getByLabel('Price').fill('1,500')
  await page.getByRole('button', { name: 'Create Device' }).click()
  await expect(page.getByText('Thousands or decimals?')).toBeVisible()
  await page.getByLabel('Price').fill('0,500')
  await page.getByLabel('Price').blur()
  await expect(page.getByLabel('Price')).toHaveValue(inField('$0.50'))
  await page.getByRole('button', { name: 'Create Device' }).click()
  await expect(toast(page, 'Device created successfully')).toBeVisible()
})
