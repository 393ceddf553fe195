import { mailedCode } from './mailbox.ts'
import { breakCalls, expect, expectNoToastBut, login, password, test, toast } from './person.ts'

test('replaces a forgotten password with a mailed code', async ({ page, tenant }) => {
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveTitle('Choose a new password · Coinless')
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByText('Email must be an email address.')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(tenant.email)
  await page.getByLabel('Email', { exact: true }).press('Enter')
  await expect(toast(page, 'If this address has an account, a code is on its way.')).toBeVisible()
  const code = await mailedCode(tenant.email, 'new Coinless password')
  const change = page.getByRole('button', { name: 'Change Password' })
  await page.getByLabel('Code we sent you').fill('0000-0000')
  await page.getByLabel('New Password').fill('short')
  await change.click()
  await expect(page.getByText('Password must be at least 8 characters.')).toBeVisible()
  await page.getByLabel('New Password').fill('another good password')
  await change.click()
  await expect(toast(page, 'This code is wrong or has expired.')).toBeVisible()
  await page.getByLabel('Code we sent you').fill(code.toLowerCase())
  await change.click()
  await expect(toast(page, 'Password changed. Please log in.')).toBeVisible()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(tenant.email)
  for (const [secret, status] of [
    [password, 422],
    ['another good password', 200],
  ] as const) {
    const data = { email: tenant.email, password: secret }
    expect((await page.request.post('/api/auth-login', { data })).status()).toBe(status)
  }
})

test('lets a new owner of an address keep or remove what was created under it before', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice({ label: 'Of a stranger' })
  const kept = await landlord.issueCode()
  await page.goto('/auth/password')
  await page.getByLabel('Email', { exact: true }).fill(landlord.email)
  await page.getByRole('button', { name: 'Send Code' }).click()
  const code = await mailedCode(landlord.email, 'new Coinless password')
  await page.getByLabel('Code we sent you').fill(code)
  await page.getByLabel('New Password').fill('of the owner alone')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await login(page, landlord.email, 'of the owner alone')
  const card = page.getByRole('region', { name: 'Created before you verified your email' })
  await expect(card.getByText(kept.code)).toBeVisible()
  await card.getByRole('button', { name: `Keep ${kept.code}` }).dblclick()
  await expect(toast(page, 'Kept')).toBeVisible()
  await expect(card.getByText(kept.code)).toBeHidden()
  await expectNoToastBut(page, 'Kept')
  const name = `${device.device_number} Of a stranger`
  await card.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).dblclick()
  await expect(toast(page, 'Removed')).toBeVisible()
  await expect(card).toBeHidden()
  await expectNoToastBut(page, 'Removed')
  await page.goto('/prepaid-codes')
  await expect(page.getByRole('row').filter({ hasText: kept.code })).toContainText('Active')
  await page.goto(`/devices/${device.id}`)
  await expect(toast(page, 'This device does not exist.')).toBeVisible()
})

test('reports failures and offers a way back', async ({ page }) => {
  await breakCalls(page, /\/api\/password-resets/)
  await page.goto('/auth/password')
  await page.getByLabel('Email', { exact: true }).fill('ana@example.com')
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(toast(page, 'Failed to send the code')).toBeVisible()
  await page.getByLabel('Code we sent you').fill('0000-0000')
  await page.getByLabel('New Password').fill(password)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(toast(page, 'Failed to change password')).toBeVisible()
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
})
