import { expect, login, password, test, toast } from './person.ts'

// id: sign-in-1
test('shows the sign-in screen with its two tabs at both / and /auth', async ({ page }) => {
  for (const address of ['/', '/auth']) {
    await page.goto(address)
    await expect(page.getByRole('tab', { name: 'Login', selected: true })).toBeVisible()
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'Register' }).click()
    await expect(page.getByLabel('Full Name')).toBeVisible()
    await expect(page.getByLabel('User Type').getByRole('option')).toHaveText([
      'Tenant',
      'Landlord',
    ])
  }
})

// id: sign-in-2
test('confirms the sign-in and opens the profile, to which / and /auth then redirect', async ({
  page,
  tenant,
}) => {
  await page.goto('/')
  await login(page, tenant.email)
  await expect(toast(page, 'Logged in successfully!')).toBeVisible()
  await expect(page).toHaveURL('/profile')
  for (const address of ['/', '/auth']) {
    await page.goto(address)
    await expect(page).toHaveURL('/profile')
  }
  const stored = await page.evaluate(() => Object.keys(localStorage).sort())
  expect(stored).toEqual(expect.arrayContaining(['access_token', 'refresh_token', 'user']))
})

// id: sign-in-8
test('returns to the requested page after sign-in', async ({ page, tenant }) => {
  await page.goto('/transactions?method=prepaid_code')
  await expect(page).toHaveURL(/^[^?]*\/auth/)
  await login(page, tenant.email)
  await expect(page).toHaveURL('/transactions?method=prepaid_code')
})

test('never redirects to another site after sign-in', async ({ page, tenant }) => {
  for (const next of ['//elsewhere.example/', '/%09/elsewhere.example']) {
    await page.goto(`/auth?next=${next}`)
    await login(page, tenant.email)
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await page.evaluate(() => localStorage.clear())
  }
})

// id: sign-in-3
test('asks for empty fields', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(toast(page, 'Please fill in all fields')).toBeVisible()
  await page.reload()
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'Please fill in all fields')).toBeVisible()
})

// id: sign-in-4
test('refuses a short password', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Full Name').fill('Ana')
  await page.getByLabel('Email').fill('ana@example.com')
  await page.getByLabel('Password', { exact: true }).fill('1234567')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'Password must be at least 8 characters')).toBeVisible()
})

// id: sign-in-6
test('shows the server’s errors: a wrong password, a taken email, an invalid email', async ({
  page,
  tenant,
}) => {
  await page.goto('/auth')
  await login(page, tenant.email, 'not the one')
  await expect(toast(page, 'Email or password is wrong.')).toBeVisible()
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Full Name').fill('Ana')
  await page.getByLabel('Email').fill(tenant.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'An account with this email already exists.')).toBeVisible()
  await page.getByLabel('Email').fill('ana')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Email must be an email address.').last()).toBeVisible()
})

// id: sign-in-7
test('reports an unreachable server', async ({ page }) => {
  await page.goto('/auth')
  await page.route('**/api/auth-*', (route) => route.abort())
  await login(page, 'ana@example.com')
  await expect(
    toast(
      page,
      'Cannot connect to server. This is likely a CORS issue. The server needs to allow requests from this domain.',
    ),
  ).toBeVisible()
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Full Name').fill('Ana')
  await page.getByLabel('Email').fill('ana@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'Registration failed')).toBeVisible()
})

test('reports an answer without a message by its status', async ({ page }) => {
  await page.goto('/auth')
  await page.route('**/api/auth-login', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  )
  await login(page, 'ana@example.com')
  await expect(toast(page, 'API Error: 502 Bad Gateway')).toBeVisible()
})

// id: sign-in-5
test('reports an invalid answer as a failure of the form', async ({ page }) => {
  await page.route(/\/api\/auth-(login|register)/, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<html>' }),
  )
  await page.goto('/auth')
  await login(page, 'ana@example.com')
  await expect(toast(page, 'Login failed')).toBeVisible()
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Full Name').fill('Ana')
  await page.getByLabel('Email').fill('ana@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'Registration failed')).toBeVisible()
})

test('carries typed values except passwords to the other forms and across a reload', async ({
  page,
  tenant,
}) => {
  await page.goto('/transactions?method=prepaid_code')
  const email = page.getByLabel('Email')
  const secret = page.getByLabel('Password', { exact: true })
  await email.fill(tenant.email)
  await secret.fill(password)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(email).toHaveValue(tenant.email)
  await page.reload()
  await expect(email).toHaveValue(tenant.email)
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(email).toHaveValue(tenant.email)
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Full Name').fill('Ana Amsel')
  await page.getByLabel('User Type').selectOption('Landlord')
  await secret.fill(password)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Register', selected: true })).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ana Amsel')
  await expect(page.getByLabel('User Type')).toHaveValue('landlord')
  await expect(email).toHaveValue(tenant.email)
  await expect(secret).toHaveValue('')
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(await kept()).not.toContain(password)
  await page.getByRole('tab', { name: 'Login' }).click()
  await login(page, tenant.email)
  await expect(page).toHaveURL('/transactions?method=prepaid_code')
  expect(await kept()).not.toContain('Ana Amsel')
})
