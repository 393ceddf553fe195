import { expect, test } from './person.ts'

test('offers devices of an unverified landlord only to those who type the whole number', async ({
  page,
  landlord,
  tenant,
}) => {
  const unverified = await landlord.addDevice({ label: 'Washer of a stranger' })
  await tenant.signInAt(page)
  await page.goto('/payments')
  const field = page.getByRole('combobox', { name: 'Device' })
  await field.fill('Washer of a stranger')
  await expect(page.getByText('No device found')).toBeVisible()
  await field.fill(unverified.device_number)
  await page.getByRole('option', { name: unverified.device_number }).click()
  await expect(page.getByRole('main').locator('dl')).toContainText('Washer of a stranger')
})
