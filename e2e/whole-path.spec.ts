import { randomUUID } from 'node:crypto'
import { local, typed } from './local.ts'
import { expect, test, toast } from './person.ts'

// id: whole-path-1
test('registers, adds a device, issues a code, pays with it, and shows the transaction', async ({
  page,
}) => {
  const number = `PATH-${randomUUID().slice(0, 6)}`
  await page.goto('/')
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Full Name').fill('Lou Landlord')
  await page.getByLabel('User Type').selectOption('Landlord')
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'Account created successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()

  await page.getByRole('link', { name: 'Devices' }).click()
  await page.getByRole('link', { name: 'Add Device' }).click()
  await page.getByLabel('Label').fill('Washer by the window')
  await page.getByLabel('Device Number').fill(number)
  await page.getByLabel('Location').fill('Elm Street 4, basement')
  await page.getByLabel('Price').fill(typed('2.5'))
  await page.getByRole('button', { name: 'Create Device' }).click()
  await expect(toast(page, 'Device created successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Washer by the window' })).toBeVisible()

  await page.getByRole('link', { name: 'Prepaid Codes' }).click()
  await page.getByRole('link', { name: 'Create Code' }).click()
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(toast(page, 'Code generated successfully')).toBeVisible()
  const code = await page.getByLabel('Code', { exact: true }).inputValue()
  await page.getByLabel('Balance').fill(typed('10'))
  await page.getByRole('button', { name: 'Create Code' }).click()
  await expect(toast(page, 'Prepaid code created successfully')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText(local('$10.00'))

  await page.getByRole('link', { name: 'Payments' }).click()
  await page.getByRole('combobox', { name: 'Device' }).fill(number)
  await page.getByRole('option', { name: number }).click()
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code)
  await page.getByRole('button', { name: local('Pay $') }).click()
  await expect(toast(page, 'Payment successful!')).toContainText(local('Remaining balance: $7.50'))

  await page.getByRole('link', { name: 'Transactions' }).click()
  const transaction = page.getByRole('row').filter({ hasText: number })
  await expect(transaction).toContainText(local('$2.50'))
  await transaction.getByRole('link', { name: /View transaction/ }).click()
  await expect(page.getByRole('heading', { name: 'Transaction Details' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Lou Landlord')

  await page.getByRole('link', { name: 'Prepaid Codes' }).click()
  await expect(row).toContainText(local('$7.50'))
})
