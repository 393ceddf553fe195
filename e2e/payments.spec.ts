import type { Device } from '@coinless/contract/devices.ts'
import type { Page } from '@playwright/test'
import { local } from './local.ts'
import { breakCalls, breakLoads, expect, login, test, toast } from './person.ts'

const prepaidButton = /Pay with Prepaid Code|Pay .*\d|Processing.../

async function choose(page: Page, { device_number }: Device) {
  await page.getByRole('combobox', { name: 'Device' }).fill(device_number)
  await page.getByRole('option', { name: device_number }).click()
}

// id: payments-2
test('finds a device by label, number and location and shows its terms', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice({ label: 'Big dryer', device_type: 'dryer', price: 3 })
  await tenant.signInAt(page)
  await page.goto('/payments')
  await expect(page.getByRole('heading', { name: 'Process Payment' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Device' }).fill(device.device_number)
  await expect(page.getByRole('option')).toHaveText(
    `Big dryer · ${device.device_number} · Elm Street 4`,
  )
  await page.getByRole('option').click()
  const terms = page.getByRole('main').locator('dl')
  await expect(terms).toHaveText(
    local(
      /Device\s*Big dryer .* · Elm Street 4.*Price\s*\$3\.00\s*Duration\s*30 minutes\s*Type\s*Dryer\s*Operated by\s*Lou Landlord/,
    ),
  )
})

test('keeps the chosen device across a reload, the end of the session and Back', async ({
  page,
  landlord,
}) => {
  const [first, second] = [await landlord.addDevice(), await landlord.addDevice()]
  const field = page.getByRole('combobox', { name: 'Device' })
  const terms = page.getByRole('main').locator('dl')
  const isChosen = ({ device_number }: Device) => expect(terms).toContainText(device_number)
  await landlord.signInAt(page)
  await page.goto(`/payments?device=${first.id}`)
  await isChosen(first)
  await expect(field).toBeHidden()
  await page.getByRole('button', { name: 'Change' }).click()
  await expect(field).toBeFocused()
  await choose(page, second)
  await expect(field).toHaveValue(new RegExp(second.device_number))
  await page.reload()
  await isChosen(second)
  await page.evaluate(() => {
    localStorage.setItem('access_token', 'ran.out.long-ago')
    localStorage.setItem('refresh_token', 'ran out, too')
  })
  await page.reload()
  await login(page, landlord.email)
  await isChosen(second)
  await page.getByRole('link', { name: 'Payments' }).click()
  await expect(field).toHaveValue('')
  await page.goBack()
  await isChosen(second)
})

test('names an unknown or out-of-service device and does not allow choosing it', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice({ status: 'inactive', label: 'Old washer' })
  await landlord.signInAt(page)
  for (const unknown of ['0b5b1f0e-2f7c-4a51-9c3f-0d8c4b7e2a10', 'nonsense']) {
    await page.goto(`/payments?device=${unknown}`)
    await expect(page.getByRole('main')).toContainText('This device does not exist.')
  }
  await page.goto(`/payments?device=${device.id}`)
  await expect(page.getByRole('main')).toContainText('Old washer is out of service.')
  await page.getByRole('combobox', { name: 'Device' }).fill(device.device_number)
  await expect(page.getByText('No device found')).toBeVisible()
})

// id: payments-3
test('allows no payment before a device is chosen', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await page.goto('/payments')
  await expect(page.getByRole('tab', { name: 'Prepaid Code', selected: true })).toBeVisible()
  await expect(page.getByRole('button', { name: prepaidButton })).toBeDisabled()
  await page.getByLabel('Prepaid Code').last().fill('SOME-CODE')
  await page.getByLabel('Prepaid Code').last().press('Enter')
  await page.getByRole('tab', { name: 'Credit Card' }).click()
  await expect(page.getByRole('button', { name: 'Pay with Credit Card' })).toBeDisabled()
  await expect(toast(page, 'Payment')).toBeHidden()
})

// id: payments-4
test('pays once on a double click and shows a busy button', async ({ page, landlord, tenant }) => {
  const device = await landlord.addDevice()
  const { code, id } = await landlord.issueCode()
  await tenant.signInAt(page)
  await page.goto('/payments')
  await choose(page, device)
  const field = page.getByRole('textbox', { name: 'Prepaid Code' })
  await field.fill(code)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/payments/prepaid', async (route) => {
    await held
    await route.fallback()
  })
  await page.getByRole('button', { name: prepaidButton }).dblclick()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  release()
  const paid = toast(page, 'Payment successful!')
  // A toast stays under the pointer.
  await paid.hover()
  await expect(paid).toContainText(local('Remaining balance: $7.50'))
  await expect(field).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Device' })).toHaveValue('')
  const left = await landlord.call('GET', `/prepaid-codes-id/${id}`)
  expect(left).toMatchObject({ remaining_balance: 7.5 })
  await paid.getByRole('link', { name: 'View transaction' }).click()
  await expect(page.getByRole('heading', { name: 'Transaction Details' })).toBeVisible()
})

// id: payments-5
test('says why a payment is refused and keeps the typed values', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  const { code } = await landlord.issueCode({ balance: 1 })
  await tenant.signInAt(page)
  await page.goto('/payments')
  await choose(page, device)
  const field = page.getByRole('textbox', { name: 'Prepaid Code' })
  await field.fill(code)
  await page.getByRole('button', { name: prepaidButton }).click()
  await expect(
    toast(page, local('This code has $1.00 left; this device costs $2.50.')),
  ).toBeVisible()
  await expect(field).toHaveValue(code)
  await field.fill('NO-SUCH-CODE')
  await page.getByRole('button', { name: prepaidButton }).click()
  await expect(toast(page, 'This code is not valid at this device.')).toBeVisible()
  await breakCalls(page, /payments\/prepaid/)
  await page.getByRole('button', { name: prepaidButton }).click()
  await expect(toast(page, 'We don’t know if this was paid')).toBeVisible()
  await expect(field).toHaveValue('NO-SUCH-CODE')
})

test('shows a changed price before anything is paid', async ({ page, landlord, tenant }) => {
  const device = await landlord.addDevice()
  const { code } = await landlord.issueCode()
  await tenant.signInAt(page)
  await page.goto('/payments')
  await choose(page, device)
  const { label, device_number, device_type, landlord_email, location, duration_minutes } = device
  const body = { label, device_number, device_type, landlord_email, location, duration_minutes }
  await landlord.call('PUT', `/devices/${device.id}`, { ...body, price: 4 })
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code)
  await page.getByRole('button', { name: prepaidButton }).click()
  await expect(toast(page, local('This device now costs $4.00 for 30 minutes.'))).toBeVisible()
  await expect(page.getByRole('main').locator('dl')).toContainText(local('$4.00'))
  await page.getByRole('button', { name: prepaidButton }).click()
  await expect(toast(page, 'Payment successful!')).toContainText(local('Remaining balance: $6.00'))
})

// id: payments-1
test('says that the card tab is a placeholder, asks for name and email, and pays', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await tenant.signInAt(page)
  await page.goto('/payments')
  await choose(page, device)
  await page.getByRole('tab', { name: 'Credit Card' }).click()
  await expect(page.getByText('Card integration is a placeholder, not real')).toBeVisible()
  await expect(page.getByLabel('Customer Name')).toHaveValue(tenant.fullName)
  await expect(page.getByLabel('Email')).toHaveValue(tenant.email)
  await page.getByLabel('Customer Name').fill('')
  await page.getByLabel('Email').fill('')
  await page.getByRole('button', { name: local('Pay $') }).click()
  await expect(page.getByText('Customer Name must not be empty.')).toBeVisible()
  await expect(page.getByText('Customer Email must be an email address.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('inputmode', 'email')
  await page.getByLabel('Customer Name').fill('Carla Card')
  await page.getByLabel('Email').fill('carla@example.com')
  await page.getByRole('button', { name: local('Pay $') }).click()
  await expect(toast(page, 'Payment successful!')).toBeVisible()
  await expect(page.getByLabel('Customer Name')).toHaveValue('')
  await page.getByRole('link', { name: 'Transactions' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Carla Card' })).toContainText('Credit Card')
})

test('reports devices that fail to load in a toast, and shows them once the server answers', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  await landlord.signInAt(page)
  await breakCalls(page, /\/api\/devices/)
  await page.goto('/payments')
  await expect(page.getByRole('status')).toHaveText('The server cannot be reached. Retrying …')
  await expect(page.getByText('Failed to load devices').first()).toBeVisible()
  await expect(toast(page, 'Failed to load devices').last()).toBeVisible()
  await page.unroute(/\/api\/devices/)
  await choose(page, device)
  await expect(page.getByRole('status')).toBeEmpty()
})

// id: payments-7
test('requests up to 100 devices for the picker', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  const asked = page.waitForRequest(/\/api\/devices[?]/)
  await page.goto('/payments')
  const query = new URL((await asked).url()).searchParams
  expect([query.get('page'), query.get('limit')]).toEqual(['1', '100'])
})

// id: payments-6
test('asks for a device when a form is sent without one', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  await page.goto('/payments')
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill('ANY-CODE')
  // The button is disabled, but scripts and browser extensions can still submit the form.
  await page
    .locator('form')
    .first()
    .evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expect(toast(page, 'Please select a device')).toBeVisible()
})

test('finds a device beyond the first 100 by its number and by its link', async ({
  page,
  landlord,
}) => {
  test.slow()
  const first = await landlord.addDevice()
  for (let n = 0; n < 100; n++) await landlord.addDevice()
  await landlord.signInAt(page)
  await page.goto('/payments')
  await choose(page, first)
  await expect(page.getByRole('main').locator('dl')).toContainText(local('$2.50'))
  await page.goto(`/payments?device=${first.id}`)
  await expect(page.getByRole('main').locator('dl')).toContainText(
    `Washer by the window ${first.device_number} · Elm Street 4`,
  )
})

test('offers a retry when devices fail to load', async ({ page, landlord }) => {
  const device = await landlord.addDevice()
  await landlord.signInAt(page)
  await breakLoads(page, /\/api\/devices/)
  await page.goto('/payments')
  await expect(page.getByText('Failed to load devices').first()).toBeVisible()
  await page.unroute(/\/api\/devices/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await choose(page, device)
})

test('asks about a payment or text in the other tab before leaving, and clears the device once paid', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  await landlord.signInAt(page)
  await page.goto(`/payments?device=${device.id}`)
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill('TYPED-HERE')
  await page.getByRole('tab', { name: 'Credit Card' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave this page?' })
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(leaving).toContainText('passwords and codes again')
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await page.getByLabel('Customer Name').fill('Carla Card')
  await page.getByLabel('Email').fill('carla@example.com')
  const answer = Promise.withResolvers<void>()
  await page.route(/payments\/card$/, async (route) => {
    const response = await route.fetch()
    await answer.promise
    await route.fulfill({ response })
  })
  const sent = page.waitForRequest(/payments\/card$/)
  await page.getByRole('button', { name: local('Pay $') }).click()
  await sent
  await page.getByRole('tab', { name: 'Prepaid Code' }).click()
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(leaving).toContainText('A payment is in progress.')
  answer.resolve()
  await expect(toast(page, 'Payment successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/payments\?cycle=[\w-]{36}$/)
  await expect(page.getByRole('combobox', { name: 'Device' })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Prepaid Code' })).toHaveValue('TYPED-HERE')
})
