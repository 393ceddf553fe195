import { local, locale } from './local.ts'
import { mailedCode } from './mailbox.ts'
import { breakLoads, expect, test, toast } from './person.ts'

// id: dashboard-1
test('welcomes the user by name and shows the account', async ({ page, tenant, admin }) => {
  await tenant.signInAt(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome, Terry Tenant' })).toBeVisible()
  const account = page.getByRole('region', { name: 'Account' })
  await expect(account).toContainText(`Email${tenant.email}`)
  await expect(account).toContainText('Full NameTerry Tenant')
  await expect(account).toContainText('Rolesuser')
  await expect(account).toContainText(/Member Since(\w{3} \d{1,2},|\d{1,2} \w{3}) \d{4}/)
  await admin.assignRole(tenant, 'moderator')
  await page.reload()
  await expect(account).toContainText('Rolesmoderator')
})

// id: dashboard-2
test('counts resources, codes and active codes, and links to each', async ({ page, landlord }) => {
  await landlord.addResource({ name: 'Ana' })
  for (const disabled of [true, false, false]) await landlord.issueCode({ disabled })
  await landlord.signInAt(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Total Resources 1' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Total Codes 3' })).toBeVisible()
  await page.getByRole('link', { name: 'Active Codes 2' }).click()
  await expect(page.getByText('Showing 1 to 2 of 2 codes')).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Total Resources 1' }).click()
  await expect(page.getByText('Showing 1 to 1 of 1 resource')).toBeVisible()
})

test('shows a new landlord the first steps, ticked when done, and a new tenant where to pay', async ({
  page,
  landlord,
  tenant,
}) => {
  await landlord.signInAt(page)
  await page.goto('/dashboard')
  const steps = page.getByRole('region', { name: 'First steps' })
  const done = steps.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Done' }) })
  await expect(steps.getByRole('link', { name: 'Add a device' })).toHaveAttribute(
    'href',
    '/devices/new',
  )
  const before = await done.count()
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  await page.reload()
  await expect(done).toHaveCount(before + 2)
  await landlord.pay(device, code)
  await page.reload()
  await expect(done).toHaveCount(before + 3)

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await tenant.signInAt(page)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Pay at a machine' }).click()
  await expect(page).toHaveURL('/payments')
})

test('starts with what each role came for, on the first screen of a phone', async ({
  page,
  tenant,
  landlord,
  admin,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const first = [
    [tenant, page.getByRole('link', { name: 'Pay at a machine' })],
    [landlord, page.getByRole('link', { name: 'Add a device' })],
    [admin, page.getByRole('link', { name: 'Details of the system' })],
  ] as const
  for (const [person, step] of first) {
    await person.signInAt(page)
    for (const address of ['/profile', '/dashboard']) {
      await page.goto(address)
      await expect(step).toBeInViewport({ ratio: 1 })
    }
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
  }
})

test('folds the first steps on the profile of a phone to the next one', async ({
  page,
  landlord,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await landlord.signInAt(page)
  await page.goto('/profile')
  const steps = page.getByRole('region', { name: 'First steps' })
  const shown = steps.getByRole('listitem')
  await expect(shown).toHaveText('Add a device')
  await steps.getByRole('button', { name: 'Show all' }).click()
  await expect(shown).toHaveCount(4)
  await steps.getByRole('button', { name: 'Show less' }).click()
  await landlord.addDevice()
  await page.reload()
  await expect(shown).toHaveText('Issue a prepaid code')
  await page.goto('/dashboard')
  await expect(shown).toHaveCount(4)
  await landlord.pay(await landlord.addDevice(), await landlord.issueCode())
  await landlord.verify()
  await landlord.signInAt(page)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Today at your machines' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(steps).toHaveCount(0)
})

test('shows a landlord the revenue of their devices as a chart and a table', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice({ label: 'Big washer', price: 2.25 })
  const low = await landlord.issueCode({ balance: 6.5 })
  await tenant.pay(device, low)
  const last = await tenant.pay(device, low)
  await landlord.signInAt(page)
  await page.goto('/dashboard')
  const section = page.getByRole('region', { name: 'Your devices' })
  await expect(section).toContainText(local('Revenue today$4.50Revenue, 30 days$4.50'))
  await expect(section).toContainText('Cycles, 30 days2')
  await expect(section).toContainText('in your time zone (America/New York)')
  await section.getByRole('button', { name: 'Show the figures as a table' }).press('Enter')
  const rows = section.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(31)
  await expect(rows.first()).toHaveText('DayRevenueCycles')
  const day = new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    timeZone: 'America/New_York',
  }).format(new Date(last.created_at))
  await expect(rows.nth(1)).toHaveText(local(`${day}$4.502`))
  const chart = section.getByRole('figure')
  const { width = 0 } = (await chart.boundingBox()) ?? {}
  await chart.hover({ position: { x: width - 28, y: 100 } })
  await expect(chart.getByText(local(`${day}: $4.50`))).toBeVisible()
  const best = section.getByRole('region', { name: 'Best devices' })
  await expect(best).toContainText(local('$4.502 cycles'))
  const empty = section.getByRole('region', { name: 'Low-balance codes' })
  await expect(empty).toContainText(local('$2.00 left'))
  await expect(empty.getByRole('link')).toHaveText(low.code)
  await best.getByRole('link', { name: `Big washer · ${device.device_number}` }).click()
  await expect(page).toHaveURL(`/devices/${device.id}`)
})

test('shows a payer the last payments and no revenue', async ({ page, landlord, tenant }) => {
  const device = await landlord.addDevice()
  const transaction = await tenant.pay(device, await landlord.issueCode())
  await tenant.signInAt(page)
  await page.goto('/dashboard')
  const section = page.getByRole('region', { name: 'Your payments' })
  const recent = section.getByRole('region', { name: 'Recent payments' })
  await expect(recent).toContainText(device.label)
  await expect(recent).toContainText(local('$2.50'))
  await expect(page.getByRole('region', { name: 'Codes you can pay with' })).toContainText(
    'You have no prepaid code with a balance.',
  )
  await expect(page.getByRole('region', { name: 'Your devices' })).toBeHidden()
  await section.getByRole('link', { name: device.device_number }).click()
  await expect(page).toHaveURL(`/transactions/${transaction.id}`)
})

// id: dashboard-3
test('reports parts that fail to load and retries them', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await breakLoads(page, /\/api\/(api-|dashboard\/)/)
  await page.goto('/dashboard')
  await expect(toast(page, 'Failed to load dashboard stats').first()).toBeVisible()
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(retry).toHaveCount(3)
  await page.unroute(/\/api\/(api-|dashboard\/)/)
  // When one part has loaded, the others may load on their own.
  await expect(async () => {
    if ((await retry.count()) > 0) await retry.first().click()
    await expect(retry).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('link', { name: 'Total Codes 0' })).toBeVisible()
})

test('announces codes that await a verified email, and lets the user pay with one once verified', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await landlord.issueCode({ customer_email: tenant.email })
  await tenant.signInAt(page)
  for (const address of ['/dashboard', '/prepaid-codes', `/payments?device=${device.id}`]) {
    await page.goto(address)
    await expect(page.getByRole('main')).toContainText('They were issued to your email.')
    await expect(page.getByText('You have no prepaid code')).toBeHidden()
  }
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill('TYPED-BEFORE')
  const proof = page.getByRole('form', { name: 'Verify your email' })
  await expect(proof).toContainText(`We sent a code to ${tenant.email}.`)
  await proof.getByLabel('Code we sent you').fill('0000-0000')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'This code is wrong or has expired.')).toBeVisible()
  await proof
    .getByLabel('Code we sent you')
    .fill(await mailedCode(tenant.email, 'Verify your email address'))
  await page.keyboard.press('Enter')
  await expect(proof).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Prepaid Code' })).toHaveValue('TYPED-BEFORE')
  await page.getByRole('radio', { name: local('$10.00 left') }).check()
  await page.getByRole('button', { name: local('Pay $2.50') }).click()
  await expect(page.getByRole('region', { name: 'Your machine' })).toContainText('Running')
})

for (const [kind, address, section] of [
  ['tenant', 'revenue', 'Your devices'],
  ['landlord', 'spending', 'Your payments'],
] as const) {
  test(`shows a ${kind} no placeholder for ${section}, which may stay empty`, async ({
    page,
    tenant,
    landlord,
  }) => {
    const person = kind === 'tenant' ? tenant : landlord
    if (kind === 'landlord') await landlord.addDevice()
    let isAsked = false
    await page.route(`**/api/dashboard/${address}*`, () => {
      isAsked = true
    })
    await person.signInAt(page)
    await page.goto('/dashboard')
    const other = kind === 'tenant' ? 'Your payments' : 'Your devices'
    await expect(page.getByRole('region', { name: other })).toBeVisible()
    await expect.poll(() => isAsked).toBe(true)
    await expect(page.getByRole('region', { name: section })).toHaveCount(0)
  })
}
