import type { Page } from '@playwright/test'
import { inField, local, typed } from './local.ts'
import { expect, type Person, password, test, toast } from './person.ts'
import { show } from './screens.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Close without saving?' })
const restored = (page: Page) => page.getByText('Your unsaved changes are restored.')
const kept = (page: Page) =>
  page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))

/** Every dialog with text fields: its address, the button that opens it, and what to type. */
async function dialogs(landlord: Person, admin: Person) {
  const { id } = await landlord.issueCode()
  const payment = await landlord.pay(await landlord.addDevice(), await landlord.issueCode())
  await admin.makeAdmin(landlord)
  const code = `/prepaid-codes/${id}`
  const users = `/admin/users?search=${landlord.email}`
  return [
    [code, 'Top Up', { Amount: inField('$12.00') }],
    [code, 'Adjust', { Amount: inField('-$2.00'), Reason: 'Counted wrong' }],
    [code, 'Expiry', { 'Last valid day': '2099-12-31' }],
    [`/transactions/${payment.id}`, 'Refund', { Amount: inField('$1.00'), Reason: 'Stuck' }],
    [users, `Assign Role: ${landlord.email}`, { 'Role Name': 'cleaner' }],
  ] as [string, string, Record<string, string>][]
}

test('asks before closing a dialog with typed values, and restores them after a reload', async ({
  page,
  landlord,
  admin,
}) => {
  test.setTimeout(120_000)
  const all = await dialogs(landlord, admin)
  await landlord.signInAt(page)
  for (const [address, opener, fields] of all) {
    const dialog = page
      .getByRole('dialog')
      .filter({ has: page.getByLabel(Object.keys(fields)[0] ?? '') })
    const open = () => page.getByRole('main').getByRole('button', { name: opener }).click()
    await page.goto(address)
    await open()
    for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text)
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Stay' }).click()
    await expect(question(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(question(page).getByRole('button', { name: 'Stay' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question(page).getByRole('button', { name: 'Close without saving' }).click()
    await expect(dialog).toBeHidden()
    await page.reload()
    await open()
    await expect(restored(page)).toBeVisible()
    for (const [label, text] of Object.entries(fields)) {
      await expect(dialog.getByLabel(label)).toHaveValue(text)
    }
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  }
})

test('asks before Back or a click outside closes a dialog', async ({ page, landlord }) => {
  const { id, code } = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes')
  await page.getByRole('link', { name: `View code ${code}` }).click()
  await page.getByRole('button', { name: 'Top Up' }).click()
  const amount = page.getByRole('dialog').getByLabel('Amount')
  await amount.fill(typed('12'))
  await page.goBack()
  const leaving = page.getByRole('dialog', { name: 'Leave this page?' })
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(`/prepaid-codes/${id}`)
  await expect(leaving).toBeHidden()
  await page.mouse.click(5, 5)
  await question(page).getByRole('button', { name: 'Stay' }).click()
  await expect(amount).toHaveValue(inField('$12.00'))
})

test('keeps an amount typed in a dialog past the session, and moves the money once', async ({
  page,
  landlord,
}) => {
  const { id } = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/${id}`)
  const dialog = page.getByRole('dialog')
  const open = () => page.getByRole('main').getByRole('button', { name: 'Top Up' }).click()
  const send = () => dialog.getByRole('button', { name: 'Top Up' }).click()
  await open()
  await dialog.getByLabel('Amount').fill(typed('5'))
  await page.route(/prepaid-codes\/[\w-]+\/top-up/, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await send()
  await expect(toast(page, 'We don’t know if this went through')).toContainText(/^No response/)
  await page.unroute(/prepaid-codes\/[\w-]+\/top-up/)
  await page.evaluate(() => {
    localStorage.setItem('access_token', 'ran.out.long-ago')
    localStorage.setItem('refresh_token', 'ran out, too')
  })
  await page.reload()
  await expect(page.getByText('Session expired. Please login again.')).toBeVisible()
  await page.getByLabel('Email').fill(landlord.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await open()
  await expect(dialog.getByLabel('Amount')).toHaveValue(inField('$5.00'))
  await send()
  await page.getByRole('button', { name: 'Don’t repeat' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await landlord.call('GET', `/prepaid-codes-id/${id}`)).toMatchObject({
    remaining_balance: 15,
  })
  await open()
  await expect(dialog.getByLabel('Amount')).toHaveValue('')
})

test('does not restore the values of a left dialog once its call has succeeded', async ({
  page,
  landlord,
}) => {
  const { id, code } = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes')
  await page.getByRole('link', { name: `View code ${code}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Top Up' })
  const open = () => page.getByRole('main').getByRole('button', { name: 'Top Up' }).click()
  await open()
  await dialog.getByLabel('Amount').fill(typed('5'))
  const answered = Promise.withResolvers<void>()
  await page.route(/prepaid-codes\/[\w-]+\/top-up/, async (route) => {
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  const sent = page.waitForRequest(/top-up/)
  await dialog.getByRole('button', { name: 'Top Up' }).click()
  await sent
  await page.goBack()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/prepaid-codes')
  await page.getByRole('link', { name: `View code ${code}` }).click()
  await open()
  await expect(dialog.getByLabel('Amount')).toHaveValue(inField('$5.00'))
  answered.resolve()
  await expect(toast(page, 'Prepaid code topped up successfully')).toBeVisible()
  await expect(dialog.getByLabel('Amount')).toHaveValue('')
  await page.unrouteAll({ behavior: 'wait' })
  expect(await landlord.call('GET', `/prepaid-codes-id/${id}`)).toMatchObject({
    remaining_balance: 15,
  })
})

test('asks before leaving typed passwords and never stores them', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await show(page, '/profile')
  await page.getByLabel('Current Password').fill('never kept 1')
  await page.getByLabel('New Password').fill('never kept 2')
  await page.getByRole('link', { name: 'Transactions' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave this page?' })
  await expect(leaving).toContainText('You will have to type passwords and codes again')
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('New Password')).toHaveValue('never kept 2')
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Two-factor sign-in' })
  await dialog.getByLabel('Current Password').fill('never kept 3')
  await page.keyboard.press('Escape')
  await expect(question(page)).toContainText('You will have to type passwords and codes again')
  await question(page).getByRole('button', { name: 'Stay' }).click()
  await expect(dialog.getByLabel('Current Password')).toHaveValue('never kept 3')
  expect(await kept(page)).not.toContain('never kept')
  const asked = page.waitForEvent('dialog')
  const reload = page.reload()
  const warning = await asked
  expect(warning.type()).toBe('beforeunload')
  await warning.accept()
  await reload
  await expect(page.getByLabel('New Password')).toHaveValue('')
  await expect(restored(page)).toBeHidden()
})

test('keeps text typed during a password change, also when the change fails', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await show(page, '/profile')
  const [current, next] = [page.getByLabel('Current Password'), page.getByLabel('New Password')]
  const change = page.getByRole('button', { name: 'Change Password' })
  await current.fill('not the password')
  await next.fill('another good password')
  await change.click()
  await expect(toast(page, 'The current password is wrong.')).toBeVisible()
  await expect(next).toHaveValue('another good password')
  await current.fill(password)
  const answered = Promise.withResolvers<void>()
  await page.route(/users-me\/password/, async (route) => {
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  const sent = page.waitForRequest(/users-me\/password/)
  await change.click()
  await sent
  await next.fill('yet another one')
  answered.resolve()
  await expect(toast(page, 'Password changed.')).toBeVisible()
  await expect(current).toHaveValue('')
  await expect(next).toHaveValue('yet another one')
})

test('asks once before leaving during a payment and says where to find it', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  const { code } = await landlord.issueCode()
  await tenant.signInAt(page)
  await show(page, `/payments?device=${device.id}`)
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code)
  const answered = Promise.withResolvers<void>()
  await page.route(/payments\/prepaid/, async (route) => {
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  const sent = page.waitForRequest(/payments\/prepaid/)
  await page.getByRole('button', { name: local('Pay $') }).click()
  await sent
  const leaving = page.getByRole('dialog', { name: 'Leave this page?' })
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill('')
  await page.getByRole('link', { name: 'Transactions' }).click()
  await expect(leaving).toContainText('A payment is in progress.')
  await expect(leaving).toContainText('it appears in your transactions')
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await expect(leaving).toBeHidden()
  const warned = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const warning = await warned
  expect(warning.type()).toBe('beforeunload')
  await warning.dismiss()
  await closing
  await page.getByRole('link', { name: 'Transactions' }).click()
  await leaving.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible()
  answered.resolve()
  await expect(toast(page, 'Payment successful!')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: device.device_number })).toBeVisible()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect(leaving).toBeHidden()
})

test('shows a second tab both last days of a code before it overwrites one', async ({
  page,
  context,
  landlord,
}) => {
  const { id } = await landlord.issueCode()
  await landlord.signInAt(page)
  const second = await context.newPage()
  const day = (tab: Page) => tab.getByRole('dialog').getByLabel('Last valid day')
  const save = (tab: Page) => tab.getByRole('dialog').getByRole('button', { name: 'Save Changes' })
  for (const [tab, end] of [
    [page, '2098-01-01'],
    [second, '2099-02-02'],
  ] as const) {
    await tab.goto(`/prepaid-codes/${id}`)
    await tab.getByRole('button', { name: 'Expiry' }).click()
    await day(tab).fill(end)
  }
  await save(page).click()
  await expect(toast(page, 'Expiry changed successfully')).toBeVisible()
  await save(second).click()
  const row = second.getByRole('row', { name: 'Last valid day 2099-02-02 2098-01-01' })
  await expect(row).toBeVisible()
  await save(second).click()
  await expect(toast(second, 'Expiry changed successfully')).toBeVisible()
  await expect(day(second)).toBeHidden()
})
