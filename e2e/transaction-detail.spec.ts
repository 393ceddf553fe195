import { local, locale } from './local.ts'
import { breakCalls, expect, test, toast } from './person.ts'

// id: transaction-detail-1
test('shows id, method, device, customer, amount, duration and date', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice({ price: 1234.5 })
  const code = await landlord.issueCode({ balance: 2000 })
  const transaction = await tenant.pay(device, code)
  await tenant.signInAt(page)
  await page.goto(`/transactions/${transaction.id}`)
  await expect(page.getByRole('heading', { name: 'Transaction Details' })).toBeVisible()
  const date = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/New_York',
  }).format(new Date(transaction.created_at))
  await expect(page.getByRole('main').locator('dl > div')).toHaveText([
    `Transaction ID${transaction.id}`,
    'Payment MethodPrepaid Code',
    `Device Number${device.device_number}`,
    'Customer NameTerry Tenant',
    local('Amount$1,234.50'),
    'Duration30 minutes',
    `Transaction Date${date}`,
  ])
  await page.getByRole('link', { name: 'Back to Transactions' }).click()
  await expect(page).toHaveURL('/transactions')
})

test('links a payment and its receipt to the device and its current run', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice({ label: 'Big dryer' })
  const { id } = await tenant.pay(device, await landlord.issueCode())
  await tenant.signInAt(page)
  await page.goto(`/transactions/${id}`)
  await page.getByRole('link', { name: 'View machine' }).click()
  await expect(page.getByRole('region', { name: 'Your machine' })).toContainText('Running')
  await page.goBack()
  await page.getByRole('link', { name: device.device_number, exact: true }).click()
  await expect(page).toHaveURL(`/devices/${device.id}`)
  await page.goto(`/transactions/${id}/receipt`)
  await expect(page.getByRole('link', { name: 'View machine' })).toBeVisible()
  await page.getByRole('link', { name: 'Big dryer', exact: true }).click()
  await expect(page).toHaveURL(`/devices/${device.id}`)
  await landlord.call('DELETE', `/devices/${device.id}`)
  await page.goto(`/transactions/${id}`)
  await expect(page.getByRole('main')).toContainText(device.device_number)
  await expect(page.getByRole('link', { name: device.device_number })).toBeHidden()
})

// id: transaction-detail-2
test('shows N/A for a missing customer', async ({ page, landlord }) => {
  const transaction = await landlord.pay(await landlord.addDevice(), await landlord.issueCode())
  await landlord.signInAt(page)
  await page.route(`**/api/transactions/${transaction.id}`, (route) =>
    route.fulfill({ json: { ...transaction, losses: [], customer_name: null } }),
  )
  await page.goto(`/transactions/${transaction.id}`)
  await expect(page.getByRole('main')).toContainText('Customer NameN/A')
})

// id: transaction-detail-3
test('redirects to the list when a transaction fails to load', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await breakCalls(page, /\/api\/transactions\/.+/)
  await page.goto('/transactions/00000000-0000-4000-8000-000000000000')
  await expect(toast(page, 'Failed to load transaction')).toBeVisible()
  await expect(page).toHaveURL('/transactions')
})
