import { local, typed } from './local.ts'
import { expect, password, test, toast } from './person.ts'
import { show } from './screens.ts'

test('signs in, pays and signs out without a mouse', async ({ page, landlord, tenant }) => {
  const device = await landlord.addDevice()
  const { code } = await landlord.issueCode()
  await show(page, '/auth')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(tenant.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  const payments = page.getByRole('link', { name: 'Payments' })
  await payments.focus()
  await page.keyboard.press('Enter')
  const picker = page.getByRole('combobox', { name: 'Device' })
  await picker.focus()
  await page.keyboard.type(device.device_number)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText(local('$2.50'))
  const tab = page.getByRole('tab', { name: 'Prepaid Code' })
  await tab.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Credit Card' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Prepaid Code').last()).toBeFocused()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Payment successful!')).toBeVisible()
  const account = page.getByRole('button', { name: /^Account of/ })
  await account.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/auth')
})

test('offers to skip the menu on the first Tab', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await show(page, '/devices')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('focuses the payment after signing in at a scanned machine, but not on a first page load', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await show(page, `/m/${device.sticker_number}`)
  await page.getByLabel('Email').fill(tenant.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('definition').first()).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await show(page, `/m/${device.sticker_number}`)
  await expect(page.getByRole('definition').first()).toBeVisible()
  await expect(page.locator('body')).toBeFocused()
})

test('moves the focus into a dialog, traps it, and returns it', async ({
  page,
  landlord,
  admin,
}) => {
  await admin.makeAdmin(landlord)
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  const resource = await landlord.addResource({ name: 'Ana' })
  await landlord.signInAt(page)
  const openers: [string, string][] = [
    [`/devices?search=${device.device_number}`, `Delete device ${device.device_number}`],
    ['/prepaid-codes', `Delete code ${code.code}`],
    [`/prepaid-codes/${code.id}`, 'Delete'],
    [`/prepaid-codes/${code.id}`, 'Top Up'],
    [`/prepaid-codes/${code.id}`, 'Expiry'],
    [`/resources/${resource.id}`, 'Delete'],
    [`/admin/users?search=${landlord.email}`, `Assign Role: ${landlord.email}`],
  ]
  for (const [address, name] of openers) {
    await show(page, address)
    const opener = page.getByRole('main').getByRole('button', { name, exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator(':focus')).toHaveCount(1)
    for (let n = 0; n < 6; n++) await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener, name).toBeFocused()
  }
})

test('returns the focus from a dialog closed together with a confirmation above it', async ({
  page,
  landlord,
}) => {
  const code = await landlord.issueCode()
  await landlord.signInAt(page)
  await show(page, `/prepaid-codes/${code.id}`)
  const opener = page.getByRole('main').getByRole('button', { name: 'Top Up' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const amount = page.getByRole('dialog').getByRole('textbox', { name: 'Amount' })
  await expect(amount).toBeFocused()
  await page.keyboard.type(typed('5'))
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Close without saving?' })
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('opens, moves through and closes the user menu by keyboard, and returns the focus', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await show(page, '/profile')
  const account = page.getByRole('button', { name: /^Account of/ })
  await account.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Help' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(account).toBeFocused()
})

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test('animates nothing', async ({ page, landlord }) => {
    const { device_number } = await landlord.addDevice()
    await landlord.signInAt(page)
    await show(page, `/devices?search=${device_number}`)
    await page.getByRole('button', { name: `Delete device ${device_number}` }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    )
    expect(moving).toBe(0)
  })
})

test('reports that the chosen device is still loading on Enter, and pays nothing', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  const { code } = await landlord.issueCode()
  await tenant.signInAt(page)
  const answer = Promise.withResolvers<void>()
  await page.route(`**/api/devices/${device.id}`, async (route) => {
    await answer.promise
    await route.fallback()
  })
  await page.goto(`/payments?device=${device.id}`)
  const field = page.getByRole('textbox', { name: 'Prepaid Code' })
  await field.fill(code)
  await field.press('Enter')
  await expect(toast(page, 'The device is still loading')).toBeVisible()
  await expect(field).toHaveValue(code)
  answer.resolve()
  await expect(page.getByRole('main').locator('dl')).toContainText(local('$2.50'))
  await field.press('Enter')
  await expect(toast(page, 'Payment successful!')).toContainText(local('Remaining balance: $7.50'))
})

test('keeps the focus in a form while its button is busy or disappears', async ({
  page,
  landlord,
}) => {
  const payment = await landlord.pay(await landlord.addDevice(), await landlord.issueCode())
  await landlord.signInAt(page)
  await page.goto(`/transactions/${payment.id}`)
  const opener = page.getByRole('main').getByRole('button', { name: 'Refund' })
  const dialog = page.getByRole('dialog', { name: 'Refund this payment' })
  const [amount, reason] = [dialog.getByLabel('Amount'), dialog.getByLabel('Reason')]
  const refund = dialog.getByRole('button', { name: 'Refund' })
  await opener.press('Enter')
  await amount.fill(typed('99'))
  await reason.fill('Stuck')
  await refund.press('Enter')
  await expect(toast(page, 'You can refund up to')).toBeVisible()
  await expect(amount).toBeFocused()
  const answered = Promise.withResolvers<void>()
  await page.route(/refunds/, async (route) => {
    await answered.promise
    await route.fallback()
  })
  const sent = page.waitForRequest(/refunds/)
  await refund.press('Enter')
  await sent
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Close without saving?' })
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  answered.resolve()
  await expect(amount).toBeFocused()
  await page.reload()
  await opener.press('Enter')
  await dialog.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(amount).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('keeps a button usable after the server refused its call', async ({
  page,
  landlord,
  tenant,
}) => {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(tenant.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  const signIn = page.getByRole('button', { name: 'Login', exact: true })
  await signIn.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(signIn).toBeFocused()
  const device = await landlord.addDevice()
  await tenant.signInAt(page)
  await show(page, `/payments?device=${device.id}`)
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill('NO-SUCH-CODE')
  const pay = page.getByRole('button', { name: local('Pay $') })
  await pay.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(pay).toBeFocused()
})

test('keeps the focus when a confirmed action ends its menu or removes its button', async ({
  page,
  tenant,
  admin,
}) => {
  await admin.assignRole(tenant, 'helper')
  await admin.signInAt(page)
  await show(page, `/admin/users/${tenant.signedIn.user.id}`)
  const confirm = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    const question = page.getByRole('dialog').filter({ has: button })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await button.press('Enter')
  }
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitem').press('Enter')
  await confirm('Sign out')
  await expect(toast(page, 'signed out everywhere')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()

  await page.getByRole('button', { name: 'Assign Role' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Assign a role to/ })
  await dialog.getByRole('button', { name: 'Remove role helper' }).press('Enter')
  await confirm('Remove')
  await expect(dialog).toContainText('No roles assigned')
  await expect(dialog).toBeFocused()
})
