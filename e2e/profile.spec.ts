import { breakCalls, expect, test, toast } from './person.ts'

test.beforeEach(async ({ page, tenant }) => {
  await tenant.signInAt(page)
})

test('shows the email, which cannot be changed, the roles and the date of joining', async ({
  page,
  tenant,
}) => {
  await page.goto('/profile')
  await expect(page.getByLabel('Email')).toHaveValue(tenant.email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await expect(page.getByText('Email cannot be changed')).toBeVisible()
  await expect(page.getByRole('main').getByText('user', { exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/Member Since\w{3} \d{1,2}, \d{4}/)
})

test('saves a changed name, which the top bar then shows', async ({ page }) => {
  await page.goto('/profile')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await expect(save).toBeDisabled()
  await page.getByLabel('Full Name').fill('')
  await save.click()
  await expect(page.getByText('Full name must not be empty.')).toBeVisible()
  await page.getByLabel('Full Name').fill('Tess Tenant')
  await save.click()
  await expect(toast(page, 'Profile updated successfully')).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Account of Tess Tenant' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Full Name')).toHaveValue('Tess Tenant')
})

test('failures are said', async ({ page }) => {
  await breakCalls(page, /\/api\/users-me/)
  await page.goto('/profile')
  await expect(toast(page, 'Failed to load profile')).toBeVisible({ timeout: 15_000 })
  await page.getByLabel('Full Name').fill('Tess')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Failed to update profile')).toBeVisible()
})
