import { typed } from './local.ts'
import { expect, password, test, toast } from './person.ts'
import { show } from './screens.ts'

test('keeps a role chosen in one tab and places chosen in another', async ({
  page,
  context,
  landlord,
  tenant,
}) => {
  await Promise.all([landlord.verify(), tenant.verify()])
  await landlord.addDevice({ location: 'Cellar' })
  await landlord.employ(tenant, 'manager', password, ['Attic'])
  await landlord.signInAt(page)
  const other = await context.newPage()
  const tabs = [page, other]
  for (const tab of tabs) {
    await show(tab, '/settings/staff')
    await tab.getByRole('button', { name: `Change ${tenant.email}` }).click()
    await tab.getByRole('dialog').getByLabel('Current password').fill(password)
  }
  await page.getByRole('dialog').getByLabel('Role').selectOption('Technician')
  await other.getByRole('dialog').getByRole('switch', { name: 'Cellar' }).check()
  for (const tab of tabs) {
    await tab.getByRole('dialog').getByLabel('Current password').press('Enter')
    await expect(toast(tab, 'Role and places saved')).toBeVisible()
  }
  const row = other.getByRole('row').filter({ hasText: tenant.email })
  await expect(row).toContainText('Technician')
  await expect(row).toContainText('Attic, Cellar')
})

test('restores chosen places after All places, and keeps places without devices selectable', async ({
  page,
  landlord,
  tenant,
}) => {
  await Promise.all([landlord.verify(), tenant.verify()])
  await landlord.addDevice({ location: 'Attic' })
  await landlord.employ(tenant, 'manager', password, ['Attic', 'Sold'])
  await landlord.signInAt(page)
  await show(page, '/settings/staff')
  await page.getByRole('button', { name: `Change ${tenant.email}` }).click()
  const all = page.getByRole('switch', { name: 'All places' })
  const sold = page.getByRole('switch', { name: 'Sold' })
  const attic = page.getByRole('switch', { name: 'Attic' })
  for (const place of [sold, attic]) await place.uncheck()
  for (const place of [sold, attic]) await place.check()
  await all.check()
  await expect(sold).toHaveCount(0)
  await all.uncheck()
  await expect(sold).toBeChecked()
  await expect(attic).toBeChecked()
  // Nothing has changed, so that no question appears.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('waits for the list of places, and offers a retry when it fails to load', async ({
  page,
  landlord,
}) => {
  await landlord.verify()
  await landlord.addDevice({ location: 'Attic' })
  await landlord.signInAt(page)
  let answer = () => {}
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/staff/places', async (route) => {
    await isAsked
    await route.fulfill({ status: 403, json: { error: 'Not now' } })
  })
  await page.goto('/settings/staff/new')
  await page.getByRole('switch', { name: 'All places' }).uncheck()
  await expect(page.getByRole('group', { name: 'Places' }).getByRole('status')).toBeVisible()
  answer()
  await expect(page.getByText('Not now')).toBeVisible()
  await page.unroute('**/api/staff/places')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('switch', { name: 'Attic' })).toBeVisible()
})

test('shows staff who lose a place the rest in an open form, and keeps their text', async ({
  page,
  landlord,
  tenant,
}) => {
  await Promise.all([landlord.verify(), tenant.verify()])
  const account = await landlord.employ(tenant, 'manager', password, ['Attic', 'Cellar'])
  await tenant.signInAt(page)
  await show(page, `/for/${account}/devices/new`)
  await page.getByLabel('Label').fill('Dryer')
  await page.getByLabel('Device number').fill('A-1')
  await page.getByLabel('Location').selectOption('Cellar')
  await page.getByRole('textbox', { name: 'Duration in minutes', exact: true }).fill('30')
  await page.getByLabel('Price').fill(typed('2'))
  const { data } = await landlord.call<{ data: { id: string }[] }>('GET', '/staff')
  const body = { role: 'manager', places: ['Attic'], current_password: password }
  await landlord.call('PATCH', `/staff/${data[0]?.id}`, body)
  await page.getByRole('button', { name: 'Create Device' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByLabel('Location').getByRole('option')).toHaveText(['', 'Attic'])
  await expect(page.getByLabel('Label')).toHaveValue('Dryer')
  await page.getByLabel('Location').selectOption('Attic')
  await page.getByRole('button', { name: 'Create Device' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dryer')
})
