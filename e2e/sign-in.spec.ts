import { expect, login, password, test, toast } from './person.ts'

// id: sign-in-1
test('both / and /auth show the sign-in screen with its two tabs', async ({ page }) => {
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
test('signing in says so and leads to the profile, where / and /auth lead from then on', async ({
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
test('whoever was sent to sign in comes back to the page that they asked for', async ({
  page,
  tenant,
}) => {
  await page.goto('/transactions?method=prepaid_code')
  await expect(page).toHaveURL(/^[^?]*\/auth/)
  await login(page, tenant.email)
  await expect(page).toHaveURL('/transactions?method=prepaid_code')
})

test('a page of another site is not where sign-in leads', async ({ page, tenant }) => {
  for (const next of ['//elsewhere.example/', '/%09/elsewhere.example']) {
    await page.goto(`/auth?next=${next}`)
    await login(page, tenant.email)
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await page.evaluate(() => localStorage.clear())
  }
})

// id: sign-in-3
test('empty fields are asked for', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(toast(page, 'Please fill in all fields')).toBeVisible()
  await page.reload()
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'Please fill in all fields')).toBeVisible()
})

// id: sign-in-4
test('a short password is refused', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Full Name').fill('Ana')
  await page.getByLabel('Email').fill('ana@example.com')
  await page.getByLabel('Password', { exact: true }).fill('1234567')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'Password must be at least 8 characters')).toBeVisible()
})

// id: sign-in-6
test("what the server says is shown: a wrong password, a taken address, an address that isn't one", async ({
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
test('a server that cannot be reached is named as such', async ({ page }) => {
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

test('an answer without a sentence is named by its status', async ({ page }) => {
  await page.goto('/auth')
  await page.route('**/api/auth-login', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  )
  await login(page, 'ana@example.com')
  await expect(toast(page, 'API Error: 502 Bad Gateway')).toBeVisible()
})

// id: sign-in-5
test('an answer that is no answer is a failure of the form', async ({ page }) => {
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

test('what is typed before signing in goes along to the other forms and over a reload, but for passwords', async ({
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
