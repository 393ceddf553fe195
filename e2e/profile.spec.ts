import { readFile } from 'node:fs/promises'
import { mailedCode } from './mailbox.ts'
import {
  breakCalls,
  breakLoads,
  expect,
  expectNoToastBut,
  password,
  test,
  toast,
} from './person.ts'
import { show } from './screens.ts'

test.beforeEach(async ({ page, tenant }) => {
  await tenant.signInAt(page)
})

// id: profile-1
test('shows the read-only email, the roles and the date of joining', async ({ page, tenant }) => {
  await show(page, '/profile')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(tenant.email)
  await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()
  await expect(page.getByText('Email cannot be changed')).toBeVisible()
  const ground = (label: string) =>
    page
      .getByLabel(label, { exact: true })
      .evaluate((field) => getComputedStyle(field).backgroundColor)
  expect(await ground('Email')).not.toBe(await ground('Full Name *'))
  await expect(page.getByRole('main').getByText('user', { exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(
    /Member Since(\w{3} \d{1,2},|\d{1,2} \w{3}) \d{4}/,
  )
})

// id: profile-2
test('saves a changed name and shows it in the top bar', async ({ page }) => {
  await show(page, '/profile')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await expect(save).toBeDisabled()
  await page.getByLabel('Full Name').fill('')
  await save.click()
  await expect(page.getByText('Full Name must not be empty.')).toBeVisible()
  await page.getByLabel('Full Name').fill('Tess Tenant')
  await save.click()
  await expect(toast(page, 'Profile updated successfully')).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Account of Tess Tenant' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Full Name')).toHaveValue('Tess Tenant')
})

test('shows all cards at once, so that none moves when another has loaded', async ({ page }) => {
  const answer = Promise.withResolvers<void>()
  await page.route(/api\/users-me\/sessions/, async (route) => {
    await answer.promise
    await route.fallback()
  })
  const others = ['left-behind', 'second-factor', 'passkeys'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`users-me/${name}`)),
  )
  await page.goto('/profile')
  await Promise.all(others)
  const cards = page.getByRole('button', { name: 'Change Password' })
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(cards).toBeHidden()
  answer.resolve()
  await expect(cards).toBeVisible()
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeHidden()
})

// id: profile-3
test('reports failures', async ({ page }) => {
  await breakCalls(page, /\/api\/users-me/)
  await page.goto('/profile')
  await expect(toast(page, 'Failed to load profile')).toBeVisible()
  await expect(page.getByText('Failed to load these items')).toBeVisible()
  await expect(page.getByText('Another person may have created these')).toBeHidden()
  await page.getByLabel('Full Name').fill('Tess')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Failed to update profile')).toBeVisible()
})

test('changes the password and signs out all other sessions', async ({ page, tenant }) => {
  await show(page, '/profile')
  const change = page.getByRole('button', { name: 'Change Password' })
  await page.getByLabel('Current Password').fill('not this')
  await page.getByLabel('New Password').fill('short')
  await change.click()
  await expect(page.getByText('Password must be at least 8 characters.')).toBeVisible()
  await page.getByLabel('New Password').fill('another good password')
  await change.click()
  await expect(toast(page, 'The current password is wrong.')).toBeVisible()
  await page.getByLabel('Current Password').fill(password)
  await change.click()
  await expect(toast(page, 'Password changed. You are signed out everywhere else.')).toBeVisible()
  await expect(page.getByLabel('New Password')).toHaveValue('')
  const data = { email: tenant.email, password: 'another good password' }
  expect((await page.request.post('/api/auth-login', { data })).status()).toBe(200)
})

test('lists the user’s sessions, ends one, then all others', async ({ page, tenant, browser }) => {
  const signIn = async () => {
    const data = { email: tenant.email, password }
    const answer = await page.request.post('/api/auth-login', { data })
    return (await answer.json()).session.access_token
  }
  const tokens = [await signIn(), await signIn()]
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const fox = await browser.newContext({ userAgent, baseURL: new URL(page.url()).origin })
  const other = await fox.newPage()
  await other.goto('/auth')
  await other.getByLabel('Email').fill(tenant.email)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Login' }).click()
  await expect(other).toHaveURL('/profile')
  await show(page, '/profile')
  const sessions = page.getByRole('region', { name: 'Active sessions' })
  await expect(sessions.getByText('This one')).toHaveCount(1)
  await sessions.getByRole('button', { name: 'Sign out Firefox on Linux' }).dblclick()
  await expect(toast(page, 'Session ended')).toBeVisible()
  await expect(sessions.getByText('Firefox on Linux')).toBeHidden()
  await expectNoToastBut(page, 'Session ended')
  await other.reload()
  await expect(other.getByText('Session expired. Please login again.')).toBeVisible()
  await fox.close()
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(toast(page, 'Signed out everywhere else')).toBeVisible()
  await expect(sessions.getByRole('button')).toHaveCount(0)
  for (const token of tokens) {
    const headers = { authorization: `Bearer ${token}` }
    expect((await page.request.get('/api/users-me', { headers })).status()).toBe(401)
  }
})

test('reports sessions that fail to load or to end', async ({ page, tenant }) => {
  // Otherwise the page asks for mail every few seconds, and retries once that is answered.
  await tenant.verify()
  const data = { email: tenant.email, password }
  await page.request.post('/api/auth-login', { data })
  await breakLoads(page, /users-me\/sessions/)
  await show(page, '/profile')
  await expect(page.getByText('Failed to load sessions')).toBeVisible()
  await page.unroute(/users-me\/sessions/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await breakCalls(page, /users-me\/sessions/, 'DELETE')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(toast(page, 'Failed to end the session')).toBeVisible()
})

test('verifies the email with the mailed registration code and activates the admin role', async ({
  page,
  tenant,
  admin,
}) => {
  await admin.assignRole(tenant, 'admin')
  await show(page, '/profile')
  const sleeps = page.getByText('The admin role takes effect once this email is verified.')
  const adminMenu = page.getByRole('navigation', { name: 'Admin' })
  await expect(sleeps).toBeVisible()
  await expect(adminMenu).toBeHidden()
  const card = page.getByRole('region', { name: 'Verify your email' })
  await expect(card).toContainText(tenant.email)
  await card.getByRole('button', { name: 'Send again' }).click()
  await expect(toast(page, `A code is on its way to ${tenant.email}`)).toBeVisible()
  await card.getByLabel('Code we sent you').fill('0000-0000')
  await card.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'This code is wrong or has expired.')).toBeVisible()
  await card
    .getByLabel('Code we sent you')
    .fill(await mailedCode(tenant.email, 'Verify your email address'))
  await card.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Email verified')).toBeVisible()
  await expect(card).toBeHidden()
  await expect(sleeps).toBeHidden()
  await expect(adminMenu).toBeVisible()
})

test('reports a code that fails to be sent or checked', async ({ page }) => {
  await breakCalls(page, /users-me\/verification/)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(toast(page, 'Failed to send the code')).toBeVisible()
  await page.getByLabel('Code we sent you').fill('0000-0000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Failed to verify the email')).toBeVisible()
})

test('downloads all data of the account as a file', async ({ page, tenant }) => {
  await show(page, '/profile')
  const save = page.getByRole('region', { name: 'Your data' }).getByRole('button')
  const arriving = page.waitForEvent('download')
  await save.click()
  const file = await arriving
  expect(file.suggestedFilename()).toBe('coinless-account.json')
  const { account } = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(account.email).toBe(tenant.email)
  await breakCalls(page, /users-me\/export/)
  await save.click()
  await expect(toast(page, 'Failed to download your data')).toBeVisible()
})
