import { readFile } from 'node:fs/promises'
import { local, locale } from './local.ts'
import { breakCalls, expect, test, toast } from './person.ts'

// id: e2e-transactions-2
test('lists payments made and received, with short ids', async ({ page, landlord }) => {
  const device = await landlord.addDevice()
  const { id } = await landlord.pay(device, await landlord.issueCode())
  await landlord.signInAt(page)
  await page.goto('/transactions')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Transaction ID',
    'Device Number',
    'Customer',
    'Amount',
    'Payment Method',
    'Duration',
    'Date',
    'Actions',
  ])
  const row = page.getByRole('row').filter({ hasText: device.device_number })
  await expect(row.getByRole('cell').first()).toHaveText(`${id.slice(0, 8)}…`)
  for (const text of ['Lou Landlord', local('$2.50'), 'Prepaid Code', '30 min']) {
    await expect(row).toContainText(text)
  }
  await expect(page.getByText('Showing 1 to 1 of 1 transaction')).toBeVisible()
  await row.getByRole('link', { name: /View transaction/ }).click()
  await expect(page).toHaveURL(`/transactions/${id}`)
})

// id: e2e-transactions-1
test('narrows the list by search and method', async ({ page, landlord }) => {
  const device = await landlord.addDevice()
  const { id } = await landlord.pay(device, await landlord.issueCode())
  await landlord.signInAt(page)
  await page.goto('/transactions')
  const filter = page.getByLabel('Filter by payment method')
  await expect(filter.getByRole('option')).toHaveText([
    'All methods',
    'Credit Card',
    'Prepaid Code',
  ])
  await filter.selectOption('Credit Card')
  await expect(page.getByText('No transactions found')).toBeVisible()
  await expect(page.getByText('Try adjusting your filters')).toBeVisible()
  await filter.selectOption('Prepaid Code')
  for (const text of [id, device.device_number.toLowerCase(), 'lou LAND']) {
    await page.getByLabel('Search by id, device or customer').fill(text)
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === text)
    await expect(page.getByText('Showing 1 to 1 of 1 transaction')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByLabel('Search by id, device or customer')).toHaveValue('')
})

test('hides transactions from users who neither paid nor earned', async ({
  page,
  landlord,
  tenant,
}) => {
  const transaction = await landlord.pay(await landlord.addDevice(), await landlord.issueCode())
  await tenant.signInAt(page)
  await page.goto('/transactions')
  await expect(page.getByText('No transactions found')).toBeVisible()
  await page.goto(`/transactions/${transaction.id}`)
  await expect(toast(page, 'This transaction does not exist.')).toBeVisible()
  await expect(page).toHaveURL('/transactions')
  await page.getByRole('link', { name: 'Pay for your first cycle' }).click()
  await expect(page).toHaveURL('/payments')
})

test('reports a list that fails to load', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await breakCalls(page, /\/api\/transactions/)
  await page.goto('/transactions')
  await expect(toast(page, 'Failed to load transactions').first()).toBeVisible()
})

test('exports a year as a file and reports a failure', async ({ page, landlord }) => {
  const payment = await landlord.pay(await landlord.addDevice(), await landlord.issueCode())
  await landlord.signInAt(page)
  await page.goto('/transactions')
  const year = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    timeZone: 'America/New_York',
  }).format(new Date(payment.created_at))
  const exportYear = async () => {
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    await page.getByRole('menuitem', { name: year }).click()
  }
  const arriving = page.waitForEvent('download')
  await exportYear()
  const file = await arriving
  expect(file.suggestedFilename()).toBe(`transactions-${year}.csv`)
  expect(await readFile(await file.path(), 'utf8')).toContain(payment.id)
  const signInPage = { status: 200, contentType: 'text/html', body: '<p>Please sign in</p>' }
  await page.route(/transactions\/export/, (route) => route.fulfill(signInPage))
  page.on('download', (kept) => expect.soft(kept.suggestedFilename()).toBe('no file'))
  await exportYear()
  await expect(toast(page, 'Failed to export the transactions')).toBeVisible()
  await page.reload()
  await breakCalls(page, /transactions\/export/)
  await exportYear()
  await expect(toast(page, 'Failed to export the transactions')).toBeVisible()
})
