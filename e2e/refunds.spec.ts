import { inField, local, typed } from './local.ts'
import { breakCalls, expect, test, toast } from './person.ts'

test('refunds a part of a payment and shows it to the payer', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  const { id } = await tenant.pay(device, code)
  await landlord.signInAt(page)
  await page.goto(`/transactions/${id}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(local('You can refund up to $2.50.'))
  await expect(dialog.getByLabel('Amount')).toHaveValue(inField('$2.50'))
  // The amount is selected, so that typing replaces it.
  await expect(dialog.getByLabel('Amount')).toBeFocused()
  await page.keyboard.type(typed('1'))
  await expect(dialog.getByLabel('Amount')).toHaveValue(typed('1'))
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByText('Reason must not be empty.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The door was stuck')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(toast(page, 'Refund completed')).toBeVisible()
  const refunds = page.getByRole('region', { name: 'Refunds' })
  await expect(refunds.getByRole('row').last()).toContainText(
    local(/\$1\.00.*The door was stuck.*Completed/),
  )

  await tenant.signInAt(page)
  await page.goto('/transactions')
  await expect(page.getByRole('row').last()).toContainText(local('$1.00 refunded'))
  await page.goto(`/transactions/${id}`)
  await expect(page.getByRole('main').locator('dl')).toContainText(local('Refunded$1.00'))
  await expect(page.getByRole('button', { name: 'Refund' })).toBeHidden()
})

test('rejects a refund above the remaining amount, and offers none once all is refunded', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  const { id } = await landlord.pay(device, await landlord.issueCode())
  await landlord.signInAt(page)
  await page.goto(`/transactions/${id}`)
  const refund = page.getByRole('main').getByRole('button', { name: 'Refund' })
  await refund.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill(typed('2.51'))
  await dialog.getByLabel('Reason').fill('Generous')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(toast(page, local('You can refund up to $2.50.'))).toBeVisible()
  await dialog.getByLabel('Amount').fill(typed('2.50'))
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog).toBeHidden()
  await expect(refund).toBeDisabled()
})

test('offers the current remaining amount when another refund came first', async ({
  page,
  landlord,
}) => {
  const payment = await landlord.pay(await landlord.addDevice(), await landlord.issueCode())
  await landlord.signInAt(page)
  await page.goto(`/transactions/${payment.id}`)
  const dialog = page.getByRole('dialog', { name: 'Refund this payment' })
  await page.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByLabel('Reason').fill('It did not start')
  await landlord.call('POST', `/transactions/${payment.id}/refunds`, { amount: 1, reason: 'Stuck' })
  await page.reload()
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('It did not start')
  await expect(dialog).toContainText(local('You can refund up to $1.50.'))
  await expect(dialog.getByLabel('Amount')).toHaveValue(inField('$1.50'))
})

test('makes a refund once when its answer is lost', async ({ page, landlord }) => {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  const { id } = await landlord.pay(device, code)
  await landlord.signInAt(page)
  await page.goto(`/transactions/${id}`)
  await page.getByRole('main').getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill(typed('1'))
  await dialog.getByLabel('Reason').fill('Stuck')
  await page.route('**/refunds', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(toast(page, 'We don’t know if this went through')).toContainText(/^No response/)
  await page.unroute('**/refunds')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await page.getByRole('button', { name: 'Don’t repeat' }).click()
  await expect(dialog).toHaveCount(0)
  const left = await landlord.call('GET', `/prepaid-codes-id/${code.id}`)
  expect(left).toMatchObject({ remaining_balance: 8.5 })
})

test('prints a receipt with only the payment, dark on white', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice({ label: 'Big dryer' })
  const { id } = await tenant.pay(device, await landlord.issueCode())
  await page.emulateMedia({ colorScheme: 'dark' })
  await tenant.signInAt(page)
  await page.goto(`/transactions/${id}`)
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  const facts = page.getByRole('main').locator('dl')
  for (const fact of [
    local('$2.50'),
    'Big dryer',
    'Elm Street 4',
    '30 minutes',
    landlord.email,
    id,
  ]) {
    await expect(facts).toContainText(fact)
  }
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.locator('.screen-only:visible')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(facts.locator('dd').first()).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

test('prints badges, tables and selected rows in dark mode as on a light screen', async ({
  page,
  landlord,
}) => {
  await landlord.pay(await landlord.addDevice(), await landlord.issueCode())
  await landlord.signInAt(page)
  // One call finds and reads them: the list may draw its rows again between two.
  const looks = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.mantine-Badge-root, td, h1, .mantine-Card-root')].map(
        (each) => {
          const { color, backgroundColor, borderColor } = getComputedStyle(each)
          return [color, backgroundColor, borderColor].join()
        },
      ),
    )
  for (const address of ['/transactions', '/prepaid-codes']) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await page.goto(address)
    await expect(page.getByRole('cell').getByRole('link').first()).toBeVisible()
    const dark = await looks()
    await page.emulateMedia({ media: 'print', colorScheme: 'light' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
    await expect.poll(looks).not.toEqual(dark)
    // Colors change gradually, so the first that differ can be halfway.
    await page.waitForFunction(() =>
      document.getAnimations().every((each) => !(each instanceof CSSTransition)),
    )
    const light = await looks()
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await expect.poll(looks).toEqual(dark)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect.poll(looks).toEqual(light)
  }
})

test('redirects to the transactions when a receipt fails to load', async ({ page, landlord }) => {
  const { id } = await landlord.pay(await landlord.addDevice(), await landlord.issueCode())
  await landlord.signInAt(page)
  await breakCalls(page, /receipt$/)
  await page.goto(`/transactions/${id}`)
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(toast(page, 'Failed to load the receipt')).toBeVisible()
  await expect(page).toHaveURL('/transactions')
})
