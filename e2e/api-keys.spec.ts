import { expect, password, test, toast } from './person.ts'
import { show } from './screens.ts'

test('lets a landlord create an API key with chosen rights, see it once, use it and revoke it', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await show(page, '/settings')
  await page.getByRole('main').getByRole('link', { name: 'API Keys' }).click()
  await expect(page.getByText('No API keys yet')).toBeVisible()
  await page.getByRole('link', { name: 'Add API Key' }).click()
  await expect(page.getByRole('switch', { name: 'Act as admin' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Name' }).fill('Door display')
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Add API Key' }).click()
  await expect(page.getByText('Choose at least one')).toBeVisible()
  await page.getByRole('switch', { name: 'See devices' }).check()
  await page.getByRole('button', { name: 'Add API Key' }).click()
  await expect(page.getByText('Shown only once.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link').first()).toHaveText('Back to API Keys')
  const secret = (await page.locator('pre').textContent()) ?? ''
  expect(secret).toMatch(/^coinless_key_[\w-]{43}$/)
  const headers = { authorization: `Bearer ${secret}` }
  const statuses = async () => [
    (await page.request.get('/api/devices', { headers })).status(),
    (await page.request.get('/api/transactions', { headers })).status(),
  ]
  expect(await statuses()).toEqual([200, 403])

  await page.getByRole('link', { name: 'I’ve saved it' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Door display' })
  await expect(row).toContainText('Active')
  await expect(row).toContainText('See devices')
  await expect(page.locator('body')).not.toContainText(secret)
  await row.getByRole('button', { name: 'Revoke Door display' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(toast(page, 'API key revoked')).toBeVisible()
  await expect(row).toContainText('Revoked')
  await expect(row.getByRole('button', { name: /^Revoke/ })).toHaveCount(0)
  expect(await statuses()).toEqual([401, 401])
})

test('creates no key for a wrong password and keeps the chosen rights', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await show(page, '/settings/api-keys/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Bookkeeping')
  await page.getByRole('switch', { name: 'See payments and revenue' }).check()
  await page.getByLabel('Current password').fill('wrong')
  await page.getByRole('button', { name: 'Add API Key' }).click()
  await expect(toast(page, 'The current password is wrong.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'See payments and revenue' })).toBeChecked()
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Add API Key' }).click()
  await expect(page.getByText('Shown only once.')).toBeVisible()
})

test('lets admins choose whether a key acts as admin, and shows which key made a change', async ({
  page,
  landlord,
  admin,
}) => {
  const { secret } = await landlord.makeKey('Importer', ['change_devices'])
  const device = await landlord.addDevice({ location: 'Birch Street' })
  const deleted = await page.request.delete(`/api/devices/${device.id}`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(deleted.status()).toBe(204)
  await admin.signInAt(page)
  await show(page, '/settings/api-keys/new')
  await expect(page.getByRole('switch', { name: 'Act as admin' })).not.toBeChecked()
  await show(page, `/admin/audit?search=${encodeURIComponent(landlord.email)}`)
  await expect(page.getByRole('row').filter({ hasText: 'Device deleted' })).toContainText(
    `${landlord.email} by API key Importer`,
  )
})
