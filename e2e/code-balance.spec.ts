import { local, typed } from './local.ts'
import { expect, test, toast } from './person.ts'

test('tops up and adjusts a code, and shows the reason in its history', async ({
  page,
  landlord,
}) => {
  const { id } = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/${id}`)
  await page.getByRole('button', { name: 'Top Up' }).click()
  const topUp = page.getByRole('dialog', { name: 'Top up this code' })
  await expect(topUp).toContainText(local('Current balance: $10.00.'))
  await topUp.getByRole('button', { name: 'Top Up' }).click()
  await expect(topUp.getByText('Amount must be a number.')).toBeVisible()
  await topUp.getByLabel('Amount').pressSequentially(typed('5'))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Prepaid code topped up successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Adjust' }).click()
  const adjustment = page.getByRole('dialog', { name: 'Adjust the balance' })
  await adjustment.getByLabel('Amount').fill(typed('-20'))
  await adjustment.getByLabel('Reason').fill('Paid back in cash')
  await adjustment.getByRole('button', { name: 'Adjust' }).click()
  await expect(toast(page, local('You can take off up to $15.00.'))).toBeVisible()
  await adjustment.getByLabel('Amount').fill(typed('-2.5'))
  await adjustment.getByRole('button', { name: 'Adjust' }).click()
  await expect(toast(page, 'Balance adjusted successfully')).toBeVisible()
  const rows = page.getByRole('region', { name: 'Balance history' }).getByRole('row')
  await expect(rows.nth(1)).toContainText(
    local(/Adjustment: Paid back in cash.*-\$2\.50.*\$12\.50/),
  )
  await expect(rows.nth(2)).toContainText(local(/Top-up.*\$5\.00.*\$15\.00/))
})

test('expires a code at the end of the chosen day in the issuer’s time zone', async ({
  page,
  landlord,
}) => {
  const { id } = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/${id}`)
  await page.getByRole('button', { name: 'Expiry' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Last valid day').fill('2020-01-05')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'A code can only expire in the future.')).toBeVisible()
  await dialog.getByLabel('Last valid day').fill('2099-12-31')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Expiry changed successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').locator('dl')).toContainText(
    local('ExpiresJanuary 1, 2100 at 12:00 AM'),
  )
  // Midnight in New York, the time zone of the test browser.
  expect(await landlord.call('GET', `/prepaid-codes-id/${id}`)).toMatchObject({
    expires_at: '2100-01-01T05:00:00.000Z',
  })
  await page.getByRole('button', { name: 'Expiry' }).click()
  await expect(dialog.getByLabel('Last valid day')).toHaveValue('2099-12-31')
  await dialog.getByLabel('Last valid day').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main').locator('dl')).not.toContainText('Expires')
})

test('issues a code with a last valid day', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes/new')
  await page.getByLabel('Last valid day').fill('2099-12-31')
  await page.getByRole('button', { name: 'Create Code' }).click()
  await expect(toast(page, 'Prepaid code created successfully')).toBeVisible()
  await page.getByRole('row').last().getByRole('link').first().click()
  await expect(page.getByRole('main').locator('dl')).toContainText(local('January 1, 2100'))
})

test('shows a code’s holder its balance but no way to change it', async ({
  page,
  admin,
  tenant,
}) => {
  await tenant.verify()
  const { id } = await admin.issueCode({ customer_email: tenant.email })
  await tenant.signInAt(page)
  await page.goto(`/prepaid-codes/${id}`)
  await expect(page.getByRole('main').locator('dl')).toContainText(local('$10.00'))
  await expect(page.getByRole('button', { name: 'Top Up' })).toBeHidden()
})
