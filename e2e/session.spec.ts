import { expect, login, register, test, toast } from './person.ts'

test.describe('the session', () => {
  // id: session-2
  test('is restored only when all three of its parts are stored', async ({ page, tenant }) => {
    for (const part of ['user', 'access_token', 'refresh_token']) {
      await tenant.signInAt(page)
      await page.evaluate((name) => localStorage.removeItem(name), part)
      await page.goto('/devices')
      await expect(page).toHaveURL(/\/auth/)
    }
    await tenant.signInAt(page)
    await page.goto('/devices')
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  })

  // id: session-4
  test('is renewed once for all calls of a screen that get a 401', async ({ page, tenant }) => {
    await tenant.signInAt(page)
    await page.evaluate(() => localStorage.setItem('access_token', 'ran.out.long-ago'))
    let renewals = 0
    let refused = 0
    page.on('response', (response) => {
      if (response.status() === 401) refused++
    })
    await page.route('**/api/auth-refresh', async (route) => {
      renewals++
      await expect.poll(() => refused).toBeGreaterThan(1)
      return route.fallback()
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: 'Total Codes 0' })).toBeVisible()
    expect(renewals).toBe(1)
  })

  // A token stored by one tab may reach another after the lock. That tab then renews again.
  test('is renewed in several tabs at once, and all stay signed in', async ({
    page,
    context,
    tenant,
  }) => {
    await tenant.signInAt(page)
    await page.evaluate(() => localStorage.setItem('access_token', 'ran.out.long-ago'))
    const tabs = await Promise.all([1, 2, 3].map(() => context.newPage()))
    await Promise.all(
      tabs.map(async (tab) => {
        await tab.goto('/transactions')
        await expect(tab.getByText('No transactions found')).toBeVisible()
      }),
    )
    const token = await page.evaluate(() => localStorage.getItem('access_token'))
    expect(token).not.toBe('ran.out.long-ago')
  })

  test('is renewed in any number of tabs on plain HTTP, where the browser has no locks', async ({
    page,
    context,
    tenant,
  }) => {
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'))
    await tenant.signInAt(page)
    await page.evaluate(() => localStorage.setItem('access_token', 'ran.out.long-ago'))
    const tabs = await Promise.all([1, 2].map(() => context.newPage()))
    await Promise.all(tabs.map((tab) => tab.goto('/transactions')))
    for (const tab of tabs) await expect(tab.getByText('No transactions found')).toBeVisible()
    await page.goto('/devices')
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
    const token = await page.evaluate(() => localStorage.getItem('access_token'))
    expect(token).not.toBe('ran.out.long-ago')
  })

  // id: session-3
  test('is discarded when it cannot be renewed, and the sign-in screen says why', async ({
    page,
    tenant,
  }) => {
    await tenant.signInAt(page)
    await page.evaluate(() => {
      localStorage.setItem('access_token', 'ran.out.long-ago')
      localStorage.setItem('refresh_token', 'ran out, too')
    })
    await page.goto('/transactions')
    await expect(page).toHaveURL(/\/auth/)
    await expect(page.getByText('Session expired. Please login again.')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
    await expect(page.getByText('Session expired. Please login again.')).toBeHidden()
  })

  test('returns to the requested page after it has ended, not to its list', async ({
    page,
    landlord,
  }) => {
    const code = await landlord.issueCode()
    const payment = await landlord.pay(await landlord.addDevice(), code)
    for (const address of [
      `/prepaid-codes/${code.id}`,
      `/transactions/${payment.id}`,
      `/transactions/${payment.id}/receipt`,
    ]) {
      await landlord.signInAt(page)
      await page.evaluate(() => {
        localStorage.setItem('access_token', 'ran.out.long-ago')
        localStorage.setItem('refresh_token', 'ran out, too')
      })
      await page.goto(address)
      await expect(page.getByText('Session expired. Please login again.')).toBeVisible()
      await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(address)}`)
    }
  })

  // id: session-5
  test('survives a server that temporarily fails to renew it', async ({ page, tenant }) => {
    await tenant.signInAt(page)
    await page.evaluate(() => localStorage.setItem('access_token', 'ran.out.long-ago'))
    await page.route('**/api/auth-refresh', (route) => route.fulfill({ status: 503, json: {} }))
    await page.goto('/devices')
    await expect(toast(page, 'Failed to refresh token').first()).toBeVisible()
    await page.unroute('**/api/auth-refresh')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Try again' })).toBeHidden()
    await expect(page).toHaveURL('/devices')
  })

  // id: session-1
  test('is discarded on sign-out in every tab, even if the server cannot be reached', async ({
    page,
    context,
    tenant,
  }) => {
    await tenant.signInAt(page)
    await page.goto('/devices')
    const other = await context.newPage()
    await other.goto('/transactions')
    await expect(other.getByRole('heading', { name: 'Transactions' })).toBeVisible()
    await page.route('**/api/auth-logout', (route) => route.abort())
    await page.getByRole('button', { name: 'Account of Terry Tenant' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(toast(page, 'Logged out successfully')).toBeVisible()
    await expect(page).toHaveURL('/auth')
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
    await expect(other).toHaveURL(/\/auth/)
  })
})

// id: session-6
test('leaves nothing of one account in the browser for the next, in any tab', async ({
  page,
  context,
  request,
}) => {
  const first = await register(request, 'landlord')
  await first.addDevice({ device_number: 'FIRST-1', status: 'inactive' })
  const { code } = await first.issueCode()
  await page.goto('/auth')
  await login(page, first.email)
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'FIRST-1' })).toBeVisible()
  await page.getByRole('link', { name: 'Prepaid Codes' }).click()
  const search = page.getByRole('searchbox')
  await search.fill(code)
  await page.getByLabel('Filter by status').selectOption('active')
  await expect(page).toHaveURL(/status=active/)
  await expect(page.getByRole('row').filter({ hasText: code })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/devices')
  await expect(other.getByRole('row').filter({ hasText: 'FIRST-1' })).toBeVisible()
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  await expect(other).toHaveURL('/auth')
  const second = await register(request, 'landlord')
  await login(page, second.email)
  await expect(page).toHaveURL('/profile')
  await expect(other).toHaveURL('/profile')
  await expect(page.getByText(first.email)).toBeHidden()
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText('FIRST-1')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/profile')
  await page.goBack()
  await expect(page).toHaveURL('/prepaid-codes')
  await expect(page.getByText('Get started by creating your first prepaid code')).toBeVisible()
  await expect(search).toHaveValue('')
  const left = await page.evaluate(() =>
    JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }]),
  )
  expect(left).not.toContain(code)
  expect(left).not.toContain(first.email)
  await page.goBack()
  await expect(page).toHaveURL('/devices')
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText('FIRST-1')).toBeHidden()
})
