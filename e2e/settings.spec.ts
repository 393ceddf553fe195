import { expect, password, test } from './person.ts'
import { show } from './screens.ts'

const sections = {
  'Business Details': '/settings/business',
  Places: '/settings/places',
  Staff: '/settings/staff',
  'Top-up Settings': '/settings/top-ups',
  Webhooks: '/settings/webhooks',
  'API Keys': '/settings/api-keys',
}

test('holds what concerns a landlord’s business, each section at its own address', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await show(page, '/dashboard')
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Settings' })
    .click()
  await expect(page).toHaveURL('/settings')
  const links = page.getByRole('main').getByRole('link')
  await expect(links).toHaveCount(Object.keys(sections).length)
  const expectPage = async (name: string, address: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page).toHaveURL(address)
    // A list moves what is below it when it has loaded.
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
  }
  for (const [name, address] of Object.entries(sections)) {
    await links.filter({ hasText: name }).click()
    await expectPage(name, address)
    await page.getByRole('link', { name: 'Back to Settings' }).click()
    await expectPage('Settings', '/settings')
    await page.goForward()
    await expectPage(name, address)
    await page.goBack()
    await expectPage('Settings', '/settings')
  }
})

test('leads from the profile, which holds only what concerns the person', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await show(page, '/profile')
  for (const name of ['Staff', 'Webhooks', 'API Keys']) {
    await expect(page.getByRole('main').getByText(name, { exact: true })).toHaveCount(0)
  }
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
})

test('redirects former addresses with their query, also after sign-in', async ({
  page,
  landlord,
}) => {
  const { id } = await landlord.addWebhook()
  await landlord.signInAt(page)
  for (const [former, today] of [
    ['/staff', '/settings/staff'],
    ['/staff/new', '/settings/staff/new'],
    ['/staff/trail?by=staff', '/settings/staff/trail?by=staff'],
    ['/webhooks?page=1', '/settings/webhooks?page=1'],
    [`/webhooks/${id}`, `/settings/webhooks/${id}`],
    ['/api-keys/new', '/settings/api-keys/new'],
    ['/prepaid-codes/top-ups', '/settings/top-ups'],
  ] as const) {
    await show(page, former)
    await expect(page).toHaveURL(today)
  }
  await page.evaluate(() => localStorage.clear())
  await page.goto('/staff')
  await page.getByLabel('Email').fill(landlord.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/settings/staff')
})

test('is not offered to tenants, whose settings are all in the profile', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await show(page, '/settings')
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
})

test('is not part of any role of staff, also at former addresses', async ({
  page,
  landlord,
  tenant,
}) => {
  await Promise.all([landlord.verify(), tenant.verify()])
  const account = await landlord.employ(tenant, 'manager')
  await tenant.signInAt(page)
  for (const path of ['/settings', '/settings/api-keys', '/staff', '/prepaid-codes/top-ups']) {
    await show(page, `/for/${account}${path}`)
    await expect(page.getByRole('heading', { name: 'Not part of your role' })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
})
