import type { Page } from '@playwright/test'
import { local, typed } from './local.ts'
import { mailedLink } from './mailbox.ts'
import { expect, type Person, password, register, test, toast } from './person.ts'
import { show } from './screens.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const strip = (page: Page) => page.getByRole('region', { name: 'Working for' })

async function employed(
  landlord: Person,
  role: 'manager' | 'technician' | 'bookkeeper',
  request: Parameters<typeof register>[0],
) {
  const member = await register(request, 'tenant')
  if (!landlord.signedIn.user.email_verified) await landlord.verify()
  await member.verify()
  const account = await landlord.employ(member, role)
  return { member, at: (path: string) => `/for/${account}${path}` }
}

// id: staff-2
test('invites staff, who accept by the mailed link, work for the owner, and are removed', async ({
  page,
  browser,
  landlord,
  tenant,
}) => {
  await Promise.all([landlord.verify(), tenant.verify()])
  await landlord.signInAt(page)
  await show(page, '/settings')
  await page.getByRole('main').getByRole('link', { name: 'Staff' }).click()
  await expect(page.getByText('No staff yet')).toBeVisible()
  await page.getByRole('link', { name: 'Invite Staff' }).click()
  await page.getByLabel('Email').fill(tenant.email)
  await page.getByLabel('Role').selectOption('Technician')
  await expect(page.getByText('Sees no money or codes.')).toBeVisible()
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('Current password').press('Enter')
  await expect(toast(page, 'Invitation sent, valid for 7 days')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: tenant.email })
  await expect(row).toContainText('Invited')

  const other = await (await browser.newContext()).newPage()
  await tenant.signInAt(other)
  await other.goto(await mailedLink(tenant.email, 'invites you to'))
  await expect(
    other.getByText(`${landlord.fullName} (${landlord.email}) invites you`),
  ).toBeVisible()
  expect(new URL(other.url()).hash).toBe('')
  await other.getByRole('button', { name: 'Accept' }).click()
  await expect(strip(other)).toContainText(`Working for ${landlord.fullName} as Technician`)

  await menu(other).getByRole('link', { name: 'Devices' }).click()
  await other.getByRole('link', { name: 'Add Device' }).click()
  await expect(other.getByLabel('Landlord email')).toHaveValue(landlord.email)
  await other.getByLabel('Label').fill('Dryer in the attic')
  await other.getByLabel('Device number').fill('A-1')
  await other.getByLabel('Location').fill('Attic')
  await other.getByRole('textbox', { name: 'Duration in minutes', exact: true }).fill('30')
  await other.getByLabel('Price').fill(typed('2'))
  await other.getByRole('button', { name: 'Create Device' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Dryer in the attic')

  await show(page, '/settings/staff')
  await expect(row).toContainText('Active')
  await page.getByRole('link', { name: 'Account Trail' }).click()
  const event = page.getByRole('row').filter({ hasText: 'Device created' })
  await expect(event).toContainText(tenant.email)
  await page.getByRole('link', { name: 'Back to Staff' }).click()
  await row.getByRole('button', { name: `Remove ${tenant.email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Removed from staff')).toBeVisible()
  await expect(row).toHaveCount(0)

  await menu(other).getByRole('link', { name: 'Controllers' }).click()
  await expect(other.getByRole('heading', { name: 'Not your account' })).toBeVisible()
  await other.getByRole('link', { name: 'Back to your own account' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toContainText(tenant.fullName)
})

// id: staff-1
test('limits staff to chosen places and shows and offers them nothing of other places', async ({
  page,
  browser,
  landlord,
  tenant,
}) => {
  await Promise.all([landlord.verify(), tenant.verify()])
  const above = await landlord.addDevice({ device_number: 'UP-1', location: 'Attic' })
  const below = await landlord.addDevice({ device_number: 'DOWN-1', location: 'Cellar' })
  await landlord.signInAt(page)
  await show(page, '/settings/staff/new')
  await page.getByLabel('Email').fill(tenant.email)
  await page.getByRole('switch', { name: 'All places' }).uncheck()
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Invite Staff' }).click()
  await expect(page.getByText('Choose at least one')).toBeVisible()
  await page.getByRole('switch', { name: 'Attic' }).check()
  await page.getByRole('button', { name: 'Invite Staff' }).click()
  await expect(toast(page, 'Invitation sent, valid for 7 days')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: tenant.email })
  await expect(row).toContainText('Attic')

  const other = await (await browser.newContext()).newPage()
  await tenant.signInAt(other)
  await other.goto(await mailedLink(tenant.email, 'invites you to'))
  await expect(other.getByText('Only at these places: Attic.')).toBeVisible()
  await other.getByRole('button', { name: 'Accept' }).click()
  await expect(strip(other)).toContainText(`for ${landlord.fullName} as Manager at Attic`)
  await expect(menu(other).getByRole('link')).toHaveText([
    'Dashboard',
    'Devices',
    'Controllers',
    'Reports',
    'Revenue',
    'Transactions',
  ])
  await menu(other).getByRole('link', { name: 'Devices' }).click()
  await expect(other.getByText('UP-1')).toBeVisible()
  await expect(other.getByText('DOWN-1')).toHaveCount(0)
  const at = (path: string) => `/for/${landlord.signedIn.user.id}${path}`
  await show(other, at('/transactions'))
  await expect(other.getByRole('button', { name: /Export/ })).toHaveCount(0)
  await show(other, at('/revenue'))
  await expect(other.getByText('Prepaid and not used yet')).toHaveCount(0)
  await show(other, at('/controllers/new'))
  await expect(other.getByRole('heading', { name: 'Not part of your role' })).toBeVisible()
  await show(other, at(`/devices/${above.id}/edit`))
  await expect(other.getByLabel('Location').getByRole('option')).toHaveText(['', 'Attic'])
  await other.goto(at(`/devices/${below.id}`))
  await expect(other.getByRole('alert').first()).toContainText('This device does not exist')

  await row.getByRole('button', { name: `Change ${tenant.email}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch', { name: 'Attic' }).uncheck()
  await dialog.getByRole('switch', { name: 'Cellar' }).check()
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('Current password').press('Enter')
  await expect(toast(page, 'Role and places saved')).toBeVisible()
  await expect(row).toContainText('Cellar')
  await page.getByRole('link', { name: 'Account Trail' }).click()
  await expect(page.getByText('Places: Attic → Cellar')).toBeVisible()
  await show(other, at('/devices'))
  await expect(other.getByText('DOWN-1')).toBeVisible()
  await expect(other.getByText('UP-1')).toHaveCount(0)
})

test('makes staff’s bulk change of the owner’s devices, and hides its plan from the owner', async ({
  page,
  landlord,
  request,
}) => {
  const devices = [await landlord.addDevice(), await landlord.addDevice()]
  const { member, at } = await employed(landlord, 'technician', request)
  await member.signInAt(page)
  await show(page, at('/devices?show=mine'))
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Change…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Devices' })
  await dialog.getByLabel('Price').fill(typed('3'))
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Change 2' }).click()
  await expect(dialog).toContainText('2 changed')
  await page.keyboard.press('Escape')
  for (const { id } of devices) {
    expect(await landlord.call('GET', `/devices/${id}`)).toMatchObject({ price: 3 })
  }
  await show(page, at('/bulk-changes'))
  await expect(page.getByText(local('$2.50 → $3.00'))).toBeVisible()
  expect(await landlord.call('GET', '/bulk-changes/recent')).toEqual({ data: [] })
})

test('shows each role the pages and buttons that its rights allow', async ({
  page,
  landlord,
  request,
}) => {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  const paid = await landlord.pay(device, code)
  const pagesOf = {
    manager: [
      'Dashboard',
      'Devices',
      'Controllers',
      'Reports',
      'Revenue',
      'Transactions',
      'Prepaid Codes',
    ],
    technician: ['Dashboard', 'Devices', 'Controllers', 'Reports'],
    bookkeeper: ['Dashboard', 'Devices', 'Revenue', 'Transactions'],
  }
  for (const role of ['manager', 'technician', 'bookkeeper'] as const) {
    const { member, at } = await employed(landlord, role, request)
    await member.signInAt(page)
    await show(page, at('/dashboard'))
    await expect(menu(page).getByRole('link')).toHaveText(pagesOf[role])
    await show(page, at(`/devices/${device.id}`))
    const mayChange = role !== 'bookkeeper'
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(mayChange ? 1 : 0)
    await expect(page.getByRole('link', { name: 'Pay Here' })).toHaveCount(0)
    const refused = role === 'technician' ? `/transactions/${paid.id}` : '/payments'
    await show(page, at(refused))
    await expect(page.getByRole('heading', { name: 'Not part of your role' })).toBeVisible()
  }
})

test('shows a manager codes and payments, and no way to give money', async ({
  page,
  landlord,
  request,
}) => {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  const paid = await landlord.pay(device, code)
  const { member, at } = await employed(landlord, 'manager', request)
  await member.signInAt(page)
  await show(page, at(`/prepaid-codes/${code.id}`))
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Top Up|Adjust/ })).toHaveCount(0)
  await show(page, at(`/transactions/${paid.id}`))
  await expect(page.getByRole('link', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await show(page, at('/prepaid-codes'))
  await expect(page.getByRole('button', { name: 'Select' })).toHaveCount(0)
})

test('works for two accounts in two tabs, and opens a link in its account, also after sign-in', async ({
  page,
  context,
  landlord,
  request,
}) => {
  await landlord.addDevice({ device_number: 'OF-OWNER', status: 'inactive' })
  const { member, at } = await employed(landlord, 'technician', request)
  await member.signInAt(page)
  await show(page, at('/devices'))
  await expect(page.getByText('OF-OWNER')).toBeVisible()
  const own = await context.newPage()
  await show(own, '/devices')
  await expect(own.getByText('OF-OWNER')).toHaveCount(0)
  await expect(strip(own)).toHaveCount(0)
  await own.getByRole('button', { name: /^Account/ }).click()
  await own.getByRole('menuitem', { name: `Work for ${landlord.fullName}` }).click()
  await expect(strip(own)).toBeVisible()
  await expect(own).toHaveURL(at('/dashboard'))
  await own.getByRole('link', { name: 'Back to your own account' }).click()
  await expect(strip(own)).toHaveCount(0)
  await own.close()

  await page.getByRole('link', { name: 'OF-OWNER', exact: true }).click()
  const shared = page.url()
  await page.evaluate(() => localStorage.clear())
  await page.goto(shared)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(shared)
  await expect(strip(page)).toBeVisible()
})

test('says what an invitation lacks: the right address, a verified one, or a link', async ({
  page,
  landlord,
  tenant,
  request,
}) => {
  await landlord.verify()
  const body = { email: tenant.email, role: 'manager', current_password: password }
  await landlord.call('POST', '/staff', body)
  const link = await mailedLink(tenant.email, 'invites you to')
  await tenant.signInAt(page)
  await page.goto(link)
  await expect(page.getByText('the invitation is valid for it only')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  const stranger = await register(request, 'tenant')
  await stranger.verify()
  await stranger.signInAt(page)
  await page.goto('/staff-invitation')
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await expect(page.getByText('Open the link in your invitation email')).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('alert').first()).toContainText('is for another address')
})
