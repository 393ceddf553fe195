import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { hasCents, inField, local, onlyWithCents, typed } from './local.ts'
import { expireCode } from './passed-time.ts'
import { expect, test, toast } from './person.ts'
import { show } from './screens.ts'

test.describe('where decimals follow a comma', () => {
  test.use({ locale: 'de-DE' })

  test('takes and shows amounts with a comma', async ({ page, landlord }) => {
    onlyWithCents('The amounts have decimals.')
    await landlord.verify()
    await landlord.signInAt(page)
    await show(page, '/settings/top-ups')
    const amounts = page.getByLabel('Angebotene Beträge')
    await page.getByLabel('Aufladen mit Karte erlauben').check()
    await amounts.fill('20, 7,5')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(toast(page, 'Einstellungen für Aufladungen geändert')).toBeVisible()
    await expect(amounts).toHaveValue('7,50; 20')
  })
})

test('lets an issuer allow top-ups by card, a holder make one, and the issuer refund it', async ({
  page,
  landlord,
  tenant,
}) => {
  await landlord.verify()
  await tenant.verify()
  const code = await landlord.issueCode({ customer_email: tenant.email })
  await landlord.signInAt(page)
  await show(page, '/settings')
  await page.getByRole('link', { name: 'Top-up Settings' }).click()
  await expect(page.getByLabel('Amounts offered')).toHaveAccessibleDescription(
    `One to six, such as ${hasCents ? '5, 10, 20' : '600, 1200, 2400'}`,
  )
  await page.getByLabel('Allow top-ups by card').check()
  await page.getByLabel('Amounts offered').fill('5, none')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Amounts offered')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Amounts offered').fill(`${typed('20')}, ${typed('7.5')}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Top-up settings changed')).toBeVisible()
  await expect(page.getByLabel('Amounts offered')).toHaveValue(`${typed('7.50')}, ${typed('20')}`)

  await tenant.signInAt(page)
  await show(page, `/prepaid-codes/${code.id}`)
  await page.getByRole('link', { name: 'Top Up by Card' }).click()
  // Twenty times the usual price.
  const most = hasCents ? '50' : '60'
  await page.getByRole('textbox', { name: 'Amount' }).fill(typed(`${most}.01`))
  await page.keyboard.press('Enter')
  const refused = local(`You can add up to $${most}.00 to this code at once.`)
  await expect(toast(page, refused)).toBeVisible()
  await page.getByRole('button', { name: local('$7.50'), exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue(inField('$7.50'))
  await page.getByRole('button', { name: local('Pay $7.50') }).click()
  await expect(page.getByText(local('$7.50 added.'))).toBeVisible()
  await expect(page.getByRole('main').locator('dl')).toContainText(local('Current balance$17.50'))
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  const receipt = page.url()
  await page.getByRole('link', { name: 'View code' }).click()
  const rows = page.getByRole('region', { name: 'Balance history' }).getByRole('row')
  await expect(rows.nth(1)).toContainText(local(/Top-up by card.*\$7\.50.*\$17\.50/))

  await landlord.signInAt(page)
  await page.goto(receipt)
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund this top-up' })
  await expect(dialog).toContainText(local('You can refund up to $7.50 to the card.'))
  await dialog.getByLabel('Reason').fill('Moved out')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(toast(page, 'Refund completed')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('Moved out')
  await expect(page.getByRole('main').locator('dl')).toContainText(local('Current balance$10.00'))
  await page.setViewportSize({ width: 320, height: 640 })
  await show(page, '/top-ups')
  const date = page.getByRole('cell', { name: / \d{4}, / })
  await expect(date).toBeVisible()
  const fits = () => date.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)
  await expect.poll(fits).toBe(true)
})

test('leads from a low balance to a top-up and back, and charges once after a lost answer', async ({
  page,
  landlord,
  tenant,
}) => {
  await landlord.verify()
  await tenant.verify()
  await landlord.allowTopUps()
  const device = await landlord.addDevice()
  const code = await landlord.issueCode({ customer_email: tenant.email, balance: 1 })
  await tenant.signInAt(page)
  let left = 1
  await page.route(/prepaid-codes\/[\w-]+\/card-top-up/, async (route) => {
    const body = route.request().postDataJSON()
    if (!body) return route.fallback()
    const payment_method_id = sandboxPaymentMethods.delayed
    const postData = { ...body, payment_method_id }
    if (left-- === 0) return route.fallback({ postData })
    await route.fetch({ postData })
    await route.abort()
  })
  let isSlow = true
  await page.route(/api\/top-ups\/[0-9a-f-]+$/, async (route) => {
    if (!isSlow) return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), status: 'pending' } })
  })
  await show(page, `/payments?device=${device.id}`)
  await expect(page.getByRole('link', { name: 'Top up' })).toHaveCount(1)
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code.code)
  await page.getByRole('button', { name: local('Pay $2.50') }).click()
  await page.getByRole('link', { name: 'Top up' }).nth(1).click()
  await expect(page.getByText(local(`Code … ${code.code.slice(-4)}: $1.00 left`))).toBeVisible()
  await page.getByRole('button', { name: local('Pay $5.00') }).click()
  await expect(page.getByText('Your card is being charged.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  isSlow = false
  await expect(page.getByText(local('$5.00 added.'))).toBeVisible()
  await expect(page.getByRole('main').locator('dl')).toContainText(local('Current balance$6.00'))
  await page.getByRole('link', { name: 'Back to the payment' }).click()
  await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(
    local(/\$6\.00 left/),
  )
})

test('returns to the payment when a reloaded top-up page fails to load', async ({
  page,
  landlord,
  tenant,
}) => {
  await landlord.verify()
  await tenant.verify()
  await landlord.allowTopUps()
  const device = await landlord.addDevice()
  await landlord.issueCode({ customer_email: tenant.email, balance: 1 })
  await tenant.signInAt(page)
  await show(page, `/payments?device=${device.id}`)
  await page.getByRole('link', { name: 'Top up' }).click()
  await expect(page.getByRole('button', { name: local('Pay $5.00') })).toBeVisible()
  await page.route(/api\/.*top-up/, (route) => route.abort())
  await page.reload()
  await expect(page).toHaveURL(`/payments?device=${device.id}`)
})

test('warns a second tab of a changed balance, and charges only when sent again', async ({
  page,
  landlord,
  tenant,
}) => {
  await landlord.verify()
  await tenant.verify()
  await landlord.allowTopUps()
  const code = await landlord.issueCode({ customer_email: tenant.email, balance: 1 })
  await tenant.signInAt(page)
  const other = await page.context().newPage()
  for (const tab of [page, other]) await show(tab, `/prepaid-codes/${code.id}/top-up`)
  await page.getByRole('button', { name: local('Pay $5.00') }).click()
  await expect(page.getByText(local('$5.00 added.'))).toBeVisible()
  await other.getByRole('button', { name: local('Pay $5.00') }).click()
  await expect(toast(other, 'The amounts have changed')).toBeVisible()
  await expect(other.getByText(local(`Code … ${code.code.slice(-4)}: $6.00 left`))).toBeVisible()
  await other.getByRole('button', { name: local('Pay $5.00') }).click()
  await expect(other.getByRole('main').locator('dl')).toContainText(local('Current balance$11.00'))
})

test('tops up again at once after the holder’s own top-up, even with a lost answer', async ({
  page,
  landlord,
  tenant,
}) => {
  await landlord.verify()
  await tenant.verify()
  await landlord.allowTopUps()
  const code = await landlord.issueCode({ customer_email: tenant.email, balance: 1 })
  await tenant.signInAt(page)
  const held = Promise.withResolvers<void>()
  let lost = 3
  await page.route(/prepaid-codes\/[\w-]+\/card-top-up/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch()
    if (lost-- > 0) return route.abort()
    await held.promise
    await route.fulfill({ response })
  })
  await show(page, `/prepaid-codes/${code.id}/top-up`)
  const left = (amount: string) => page.getByText(`Code … ${code.code.slice(-4)}: ${amount} left`)
  await page.getByRole('button', { name: local('Pay $5.00') }).click()
  await expect(toast(page, 'We don’t know if this went through')).toBeVisible()
  await expect(left(local('$6.00'))).toBeVisible()
  await page.getByRole('button', { name: local('Pay $5.00') }).click()
  await page.getByRole('button', { name: 'Repeat', exact: true }).click()
  await page.getByRole('button', { name: local('$10.00'), exact: true }).click()
  held.resolve()
  await expect(toast(page, 'Payment successful!')).toBeVisible()
  await expect(left(local('$11.00'))).toBeVisible()
  await page.getByRole('button', { name: local('Pay $10.00') }).click()
  await expect(page.getByText(local('$10.00 added.'))).toBeVisible()
  await expect(page.getByRole('main').locator('dl')).toContainText(local('Current balance$21.00'))
})

test('focuses the page when the issuer turns top-ups off just before a payment', async ({
  page,
  landlord,
  tenant,
}) => {
  await landlord.verify()
  await tenant.verify()
  await landlord.allowTopUps()
  const code = await landlord.issueCode({ customer_email: tenant.email, balance: 1 })
  await tenant.signInAt(page)
  await show(page, `/prepaid-codes/${code.id}/top-up`)
  await page.getByRole('button', { name: local('Pay $5.00') }).focus()
  const settings = { is_on: false, amounts: [5], amount_max: 5, balance_max: 5 }
  await landlord.call('PUT', '/top-up-settings', settings)
  await page.keyboard.press('Enter')
  const notOffered = page.getByText('This landlord doesn’t take card top-ups. Ask them.')
  await expect(notOffered).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await expect(notOffered).toBeVisible()
  await expect(page.locator('body')).toBeFocused()
})

test('says why a code takes no top-up', async ({ page, landlord, tenant }) => {
  await landlord.verify()
  await tenant.verify()
  await landlord.allowTopUps()
  const full = await landlord.issueCode({ customer_email: tenant.email, balance: 100 })
  const disabled = await landlord.issueCode({ customer_email: tenant.email, disabled: true })
  const expired = await landlord.issueCode({ customer_email: tenant.email })
  await expireCode(expired)
  await tenant.signInAt(page)
  for (const [{ id }, why] of [
    [full, 'The code has reached its maximum balance.'],
    [disabled, 'This code is disabled. Ask the landlord.'],
    [expired, 'This code has expired. Ask the landlord.'],
  ] as const) {
    await show(page, `/prepaid-codes/${id}/top-up`)
    await expect(page.getByText(why)).toBeVisible()
  }
})
