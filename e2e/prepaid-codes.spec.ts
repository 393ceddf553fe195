import { local } from './local.ts'
import { breakCalls, breakLoads, expect, test, toast } from './person.ts'

// id: e2e-prepaid-codes-2
test('lists code, status, balance, remaining balance and creation date', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  await landlord.pay(device, code)
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Code',
    'Status',
    'Balance',
    'Remaining',
    'Created',
    'Actions',
  ])
  const cells = page.getByRole('row').filter({ hasText: code.code }).getByRole('cell')
  await expect(cells.nth(1)).toHaveText('Active')
  await expect(cells.nth(2)).toHaveText(local('$10.00'))
  await expect(cells.nth(3)).toHaveText(local('$7.50'))
  await expect(page.getByText('Showing 1 to 1 of 1 code')).toBeVisible()
})

// id: e2e-prepaid-codes-7
test('hints at the first code in an empty list and at the filters in a filtered one', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes')
  await expect(page.getByText('No prepaid codes found')).toBeVisible()
  await expect(page.getByText('Get started by creating your first prepaid code')).toBeVisible()
  await page.getByLabel('Filter by status').selectOption('Disabled Only')
  await expect(page.getByText('Try adjusting your filters')).toBeVisible()
})

// id: e2e-prepaid-codes-1
test('narrows the list by code and status, and keeps the search out of the URL', async ({
  page,
  landlord,
}) => {
  const active = await landlord.issueCode()
  const disabled = await landlord.issueCode({ disabled: true })
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes')
  const filter = page.getByLabel('Filter by status')
  await expect(filter.getByRole('option')).toHaveText(['All Codes', 'Active Only', 'Disabled Only'])
  await filter.selectOption('Disabled Only')
  await expect(page.getByText('Showing 1 to 1 of 1 code')).toBeVisible()
  await expect(page.getByRole('table')).toContainText(disabled.code)
  await filter.selectOption('Active Only')
  await expect(page.getByRole('table')).toContainText(active.code)
  await filter.selectOption('All Codes')
  await page.getByLabel('Search by code').fill(disabled.code.toLowerCase())
  await expect(page.getByText('Showing 1 to 1 of 1 code')).toBeVisible()
  await expect(page.getByRole('table')).toContainText(disabled.code)
  await expect(page).toHaveURL('/prepaid-codes')
})

// id: e2e-prepaid-codes-3
test('copies a code to the clipboard', async ({ page, context, landlord }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { code } = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes')
  await page.getByRole('button', { name: `Copy code ${code}` }).click()
  await expect(toast(page, 'Code copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
})

// id: e2e-prepaid-codes-4
test('disables and enables a code with its switch', async ({ page, landlord }) => {
  const { code } = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes')
  const row = page.getByRole('row').filter({ hasText: code })
  const control = page.getByRole('switch', { name: `Code ${code} is enabled` })
  await expect(control).toBeChecked()
  await control.press('Space')
  await expect(toast(page, 'Code status updated')).toBeVisible()
  await expect(row).toContainText('Disabled')
  await expect(control).not.toBeChecked()
  await breakCalls(page, /\/api\/prepaid-codes\//, 'PATCH')
  await control.press('Space')
  await expect(toast(page, 'Failed to update prepaid code status')).toBeVisible()
  await expect(control).not.toBeChecked()
})

// id: e2e-prepaid-codes-6
test('deletes a code after a confirmation that names it', async ({ page, landlord }) => {
  const { code } = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes')
  const question = page.getByRole('dialog', { name: 'Delete Prepaid Code?' })
  await page.getByRole('button', { name: `Delete code ${code}` }).click()
  await expect(question).toContainText(
    `Are you sure you want to delete code ${code}? This action cannot be undone.`,
  )
  await breakCalls(page, /\/api\/prepaid-codes\//, 'DELETE')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Failed to delete prepaid code')).toBeVisible()
  await page.unroute(/\/api\/prepaid-codes\//)
  await page.getByRole('button', { name: `Delete code ${code}` }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Prepaid code deleted successfully')).toBeVisible()
  await expect(page.getByText('No prepaid codes found')).toBeVisible()
})

// id: e2e-prepaid-codes-8
test('pages with Previous, Next and numbered buttons', async ({ page, landlord }) => {
  for (let n = 0; n < 41; n++) await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes?page=3')
  await expect(page.getByText('Showing 21 to 30 of 41 codes')).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByRole('button', { name: /^Page/ })).toHaveText(['1', '2', '3', '4', '5'])
  await pages.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText('Showing 11 to 20 of 41 codes')).toBeVisible()
  await pages.getByRole('button', { name: 'Page 1' }).click()
  await expect(page.getByText('Showing 1 to 10 of 41 codes')).toBeVisible()
  await expect(pages.getByRole('button', { name: /^Page/ })).toHaveText(['1', '2', '5'])
  await pages.getByRole('button', { name: 'Page 5' }).click()
  await expect(page.getByText('Showing 41 to 41 of 41 codes')).toBeVisible()
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.goBack()
  await expect(page.getByText('Showing 1 to 10 of 41 codes')).toBeVisible()
})

// id: e2e-prepaid-codes-9
test('reports a list that fails to load and retries', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  await breakLoads(page, /\/api\/prepaid-codes/)
  await page.goto('/prepaid-codes')
  await expect(toast(page, 'Failed to load prepaid codes').first()).toBeVisible()
  await page.unroute(/\/api\/prepaid-codes/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No prepaid codes found')).toBeVisible()
})

// id: e2e-prepaid-codes-5
test('opens the code’s page from view and edit', async ({ page, landlord }) => {
  const { id, code } = await landlord.issueCode()
  await landlord.signInAt(page)
  for (const name of [`View code ${code}`, `Edit code ${code}`]) {
    await page.goto('/prepaid-codes')
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL(`/prepaid-codes/${id}`)
  }
})

test('copies a code over plain HTTP, where the browser offers no clipboard API', async ({
  page,
  landlord,
}) => {
  const { code } = await landlord.issueCode()
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined }),
  )
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes')
  const copy = page.getByRole('button', { name: `Copy code ${code}` })
  await copy.click()
  await expect(toast(page, 'Code copied to clipboard')).toBeVisible()
  await expect(copy).toBeFocused()
  const search = page.getByLabel('Search by code')
  await search.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(search).toHaveValue(code)
})

test('reports when the browser cannot copy', async ({ page, landlord }) => {
  const { code } = await landlord.issueCode()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes')
  await page.getByRole('button', { name: `Copy code ${code}` }).click()
  await expect(toast(page, 'The code could not be copied')).toBeVisible()
})

test('shows the issuer the customer below each code and searches by customer', async ({
  page,
  landlord,
}) => {
  const ana = await landlord.issueCode({ customer_name: 'Ana Alvarez', tag: 'Birch Street' })
  const ben = await landlord.issueCode({ customer_email: 'ben@example.com' })
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes')
  const row = (code: string) => page.getByRole('row').filter({ hasText: code })
  await expect(row(ana.code)).toContainText('Ana Alvarez · Birch Street')
  await expect(row(ben.code)).toContainText('ben@example.com')
  for (const [search, found] of [
    ['birch', ana.code],
    ['ben@', ben.code],
    ['alvarez', ana.code],
  ] as const) {
    await page.getByLabel('Search by code').fill(search)
    await expect(page.getByText('Showing 1 to 1 of 1 code')).toBeVisible()
    await expect(row(found)).toBeVisible()
  }
  await expect(page).toHaveURL('/prepaid-codes')
})
