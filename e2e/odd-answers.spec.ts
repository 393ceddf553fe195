import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import type { Page } from '@playwright/test'
import { local, toApi, typed } from './local.ts'
import { expect, login, test, toast } from './person.ts'

// web/shared/calls/reply.test.ts covers further answers.
for (const [what, answer] of [
  ['is a page', { status: 200, contentType: 'text/html', body: '<p>Please sign in</p>' }],
  ['is refused in between', { status: 403, contentType: 'text/html', body: '<h1>No</h1>' }],
] as const) {
  // id: odd-answers-2
  test(`reports a payment as taken and charges it once when its answer ${what}`, async ({
    page,
    landlord,
    tenant,
  }) => {
    const [device, code] = [await landlord.addDevice(), await landlord.issueCode()]
    await tenant.signInAt(page)
    await page.route(/payments\/prepaid/, async (route) => {
      await route.fetch()
      await route.fulfill(answer)
    })
    await page.goto(`/payments?device=${device.id}`)
    await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code.code)
    await page.getByRole('button', { name: local('Pay $') }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Your last payment succeeded' })
    await expect(notice).toContainText(device.label)
    await expect(toast(page, 'Payment failed')).toBeHidden()
    const path = `/prepaid-codes-id/${code.id}`
    const { remaining_balance } = await landlord.call<PrepaidCode>('GET', path)
    expect(remaining_balance).toBe(7.5)
  })
}

test('shows a payment by code from its remaining balance alone', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  await tenant.signInAt(page)
  await page.route(/payments\/prepaid/, (route) =>
    route.fulfill({ status: 200, json: toApi({ remaining_balance: 7.5 }) }),
  )
  await page.goto(`/payments?device=${device.id}`)
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code.code)
  await page.getByRole('button', { name: local('Pay $') }).click()
  await expect(toast(page, 'Payment successful!')).toContainText(local('Remaining balance: $7.50'))
})

test('does not call a top-up failed when its answer is not the documented one', async ({
  page,
  landlord,
}) => {
  const code = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.route(/prepaid-codes\/[\w-]+\/top-up/, async (route) => {
    await route.fetch()
    await route.fulfill({ status: 200, json: { done: true } })
  })
  await page.goto(`/prepaid-codes/${code.id}`)
  await page.getByRole('button', { name: 'Top up' }).click()
  await page.getByLabel('Amount').fill(typed('5'))
  await page.getByRole('dialog').getByRole('button', { name: 'Top up' }).click()
  await expect(toast(page, 'No response')).toBeVisible()
  await expect(page.getByText(local('$15.00')).first()).toBeVisible()
})

// id: odd-answers-3
test('fails a sign-in answered without tokens and user, and stores nothing', async ({
  page,
  tenant,
}) => {
  await page.goto('/auth')
  for (const json of [{}, null, { session: { access_token: 'a', refresh_token: 'r' } }]) {
    await page.route('**/api/auth-*', (route) => route.fulfill({ status: 200, json }))
    await page.getByRole('tab', { name: 'Login' }).click()
    await login(page, tenant.email)
    await expect(toast(page, 'Login failed')).toBeVisible()
    await expect(toast(page, 'Cannot connect to server')).toBeHidden()
    await expect(toast(page, 'Logged in successfully!')).toBeHidden()
    await page.getByRole('tab', { name: 'Register' }).click()
    await page.getByLabel('Full Name').fill('Ana')
    await page.getByLabel('Email').fill('ana@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(toast(page, 'Registration failed')).toBeVisible()
    const names = ['user', 'access_token', 'refresh_token']
    const stored = await page.evaluate(
      (all) => all.map((name) => localStorage.getItem(name)),
      names,
    )
    expect(stored).toEqual([null, null, null])
    await page.unroute('**/api/auth-*')
    await page.reload()
  }
})

test('ignores a stored user that is invalid', async ({ page, tenant }) => {
  for (const user of ['undefined', 'null', '{}', '"ana"']) {
    await tenant.signInAt(page)
    await page.evaluate((text) => localStorage.setItem('user', text), user)
    await page.goto('/devices')
    await expect(page).toHaveURL(/\/auth/)
    await expect(page.getByLabel('Email')).toBeVisible()
  }
})

test('shows and searches users sent as a plain list', async ({ page, admin }) => {
  await admin.signInAt(page)
  const user = { roles: [], created_at: '2026-01-05T12:00:00Z', user_type: 'tenant' }
  const users = [
    { ...user, id: '1', email: 'jose@example.com', full_name: 'José Inés' },
    { ...user, id: '2', email: 'ben@example.com', full_name: 'Ben' },
  ]
  await page.route('**/api/admin-users?*', (route) => route.fulfill({ json: users }))
  await page.goto('/admin/users')
  await expect(page.getByRole('row').filter({ hasText: 'ben@example.com' })).toBeVisible()
  await page.getByLabel('Search by email or full name').fill('jose ines')
  await expect(page.getByRole('row').filter({ hasText: 'ben@example.com' })).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'jose@example.com' })).toBeVisible()
})

test('reports a list that is not a list as failed to load', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await page.route('**/api/devices?*', (route) => route.fulfill({ json: {} }))
  await page.goto('/devices')
  await expect(page.getByRole('alert', { name: 'Failed to load devices' })).toBeVisible()
})

test('reports a failed load on every screen whose answer has the wrong shape', async ({
  page,
  landlord,
  admin,
}) => {
  test.setTimeout(180_000)
  await admin.makeAdmin(landlord)
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  const { id } = await landlord.pay(device, code)
  const [controller, webhook] = [await landlord.addController(), await landlord.addWebhook()]
  await landlord.allowTopUps()
  const batch = await landlord.call<{ id: string }>('POST', '/prepaid-code-batches', {
    customers: [{ customer_name: 'Ana Alvarez' }],
    balance: 10,
  })
  await landlord.signInAt(page)
  const screens: [screen: string, call: string, said: string][] = [
    [`/devices/${device.id}`, `devices/${device.id}`, 'device'],
    [`/devices/${device.id}/edit`, `devices/${device.id}`, 'device'],
    [`/devices/${device.id}/controller`, `devices/${device.id}/link`, 'the link'],
    [`/devices/${device.id}/prices`, `devices/${device.id}/prices`, 'the prices'],
    [`/transactions/${id}`, `transactions/${id}`, 'transaction'],
    [`/transactions/${id}/receipt`, `transactions/${id}/receipt`, 'the receipt'],
    [`/controllers/${controller.id}`, `controllers/${controller.id}`, 'controller'],
    [`/settings/webhooks/${webhook.id}`, `webhooks/${webhook.id}`, 'webhook'],
    [`/prepaid-codes/${code.id}`, `prepaid-codes-id/${code.id}`, 'prepaid code'],
    [`/prepaid-codes/batches/${batch.id}`, `prepaid-code-batches/${batch.id}`, 'the batch'],
    ['/settings/business', 'users-me/business-details', 'business details'],
    ['/settings/top-ups', 'top-up-settings', 'top-up settings'],
    ['/revenue', 'revenue', 'revenue'],
    ['/dashboard', 'dashboard/revenue', 'dashboard stats'],
    ['/dashboard', 'dashboard/spending', 'dashboard stats'],
    ['/stickers', 'devices/stickers', 'devices'],
    ['/bulk-changes', 'bulk-changes/recent', 'the changes'],
    ['/profile', 'users-me', 'profile'],
    ['/profile', 'users-me/second-factor', 'two-factor sign-in'],
    ['/profile', 'users-me/notifications', 'notifications'],
    ['/admin/system', 'admin-system', 'the state of the system'],
    [`/payments?device=${device.id}`, `devices/${device.id}`, 'device'],
    [`/payments?cycle=${id}`, `cycles/${id}`, 'the machine'],
    [`/rooms/${device.sticker_number}`, `rooms/${device.sticker_number}`, 'the machines here'],
  ]
  const look = async (tab: Page, answer: object | null, part: number) => {
    for (const [screen, call, said] of screens.filter((_, n) => n % 2 === part)) {
      const address = new RegExp(`/api/${call}([?]|$)`)
      await tab.route(address, (route) => route.fulfill({ json: answer }))
      await tab.goto(screen)
      await expect.soft(tab.getByText(`Failed to load ${said}`).first(), screen).toBeVisible()
      await expect.soft(tab.getByText(/Something went wrong|NaN|undefined/), screen).toHaveCount(0)
      await tab.unroute(address)
    }
  }
  const other = await page.context().newPage()
  await Promise.all([look(page, {}, 0), look(other, null, 1)])
})

test('lists devices without the current bulk changes when their answer is invalid', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  await landlord.signInAt(page)
  for (const json of [{}, null, { data: [null] }]) {
    await page.route('**/api/bulk-changes', (route) => route.fulfill({ json }))
    await page.goto('/devices')
    await expect(page.getByRole('row').filter({ hasText: device.device_number })).toBeVisible()
    await page.unroute('**/api/bulk-changes')
  }
})

test('reports an unknown outcome, not success or failure, when the answer is unknown', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  await landlord.signInAt(page)
  for (const json of [{}, null]) {
    await page.route(`**/api/devices/${device.id}*`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ json }) : route.fallback(),
    )
    await page.goto(`/devices/${device.id}/edit`)
    await page.getByLabel('Location').fill('Birch Street 9')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const said = toast(page, 'Failed to update device')
    await expect(said).toContainText('We don’t know if this went through')
    await expect(page).toHaveURL(/edit/)
  }
})

test('shows an unknown event as it is', async ({ page, landlord }) => {
  const { id } = await landlord.addWebhook()
  await landlord.signInAt(page)
  await page.route(/api\/webhooks/, async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replaceAll('"payment.created"', '"payment.disputed"')
    await route.fulfill({ response, body: text })
  })
  for (const path of ['/settings/webhooks', `/settings/webhooks/${id}`]) {
    await page.goto(path)
    await expect(page.getByText('payment.disputed').first()).toBeVisible()
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('keeps ß in a domain instead of changing it to ss', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes/new')
  await page.getByLabel('Customer Email').pressSequentially('ana@straße.example')
  await page.getByRole('button', { name: 'Create Code' }).click()
  await expect(page).toHaveURL('/prepaid-codes')
  const { data } = await landlord.call<{ data: PrepaidCode[] }>('GET', '/prepaid-codes')
  expect(data.map(({ customer_email }) => customer_email)).toEqual(['ana@xn--strae-oqa.example'])
})

test('shows an unknown value as it is', async ({ page, landlord }) => {
  const device = await landlord.addDevice()
  const { id } = await landlord.pay(device, await landlord.issueCode())
  await landlord.signInAt(page)
  await page.route(/api\/(transactions|devices)/, async (route) => {
    const response = await route.fetch()
    const text = (await response.text())
      .replaceAll('"prepaid_code"', '"bank_transfer"')
      .replaceAll('"washer"', '"hair_dryer"')
      .replaceAll('"active"', '"in_repair"')
    await route.fulfill({ response, body: text })
  })
  for (const [path, value] of [
    ['/transactions', 'bank_transfer'],
    [`/transactions/${id}`, 'bank_transfer'],
    ['/devices', 'hair_dryer'],
    [`/devices/${device.id}`, 'in_repair'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(value, { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/words[.]/)).toHaveCount(0)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

// id: odd-answers-1
test('ends a session whose renewal is permanently refused', async ({ page, tenant }) => {
  for (const status of [403, 404]) {
    await tenant.signInAt(page)
    await page.evaluate(() => localStorage.setItem('access_token', 'ran.out.long-ago'))
    await page.route('**/api/auth-refresh', (route) => route.fulfill({ status, body: 'no' }))
    await page.goto('/devices')
    await expect(page.getByText('Session expired. Please login again.')).toBeVisible()
    await expect(page).toHaveURL(/\/auth/)
  }
})
