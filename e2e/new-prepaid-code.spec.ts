import { local, typed, usualBalance } from './local.ts'
import { breakCalls, expect, test, toast } from './person.ts'

test.beforeEach(async ({ page, landlord }) => {
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes/new')
})

// id: new-prepaid-code-1
test('starts with a balance of 1, enabled, and a code to generate', async ({ page }) => {
  await expect(page.getByLabel('Balance')).toHaveValue(usualBalance)
  await expect(page.getByRole('switch', { name: 'Disabled' })).not.toBeChecked()
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toHaveAttribute('placeholder', 'Auto-generated')
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(toast(page, 'Code generated successfully')).toBeVisible()
  await expect(code).toHaveValue(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)
})

// id: new-prepaid-code-2
test('issues a code with all its fields', async ({ page }) => {
  await page.getByLabel('Code', { exact: true }).fill(`ELM-STREET-${Date.now()}`)
  await page.getByLabel('Balance').fill(typed('12.5'))
  await page.getByLabel('Customer Email').fill('Tessa@Example.com')
  await page.getByLabel('Landlord Email').fill('lou@example.com')
  await page.getByLabel('Customer Name').fill('Tessa Lindqvist')
  await page.getByLabel('Phone Number').fill('+1 555 0100')
  await page.getByLabel('Location').fill('Elm Street 4')
  await page.getByRole('switch', { name: 'Disabled' }).press('Space')
  await page.getByRole('button', { name: 'Create Code' }).click()
  await expect(toast(page, 'Prepaid code created successfully')).toBeVisible()
  await expect(page).toHaveURL('/prepaid-codes')
  await page.getByRole('link', { name: /^ELM-/ }).click()
  const main = page.getByRole('main')
  for (const fact of ['Disabled', local('$12.50'), 'lou@example.com']) {
    await expect(main).toContainText(fact)
  }
  await expect(page.getByLabel('Customer Email')).toHaveValue('tessa@example.com')
  await expect(page.getByLabel('Customer Name')).toHaveValue('Tessa Lindqvist')
  await expect(page.getByLabel('Phone Number')).toHaveValue('+1 555 0100')
  await expect(page.getByLabel('Location')).toHaveValue('Elm Street 4')
})

test('generates a code when the field is empty', async ({ page }) => {
  await page.getByRole('button', { name: 'Create Code' }).click()
  await expect(toast(page, 'Prepaid code created successfully')).toBeVisible()
  await expect(page.getByText('Showing 1 to 1 of 1 code')).toBeVisible()
})

// id: new-prepaid-code-4
test('names wrong input below its field', async ({ page }) => {
  await page.getByLabel('Code', { exact: true }).fill('a b')
  await page.getByLabel('Balance').fill('')
  await page.getByLabel('Customer Email').fill('tessa')
  await page.getByRole('button', { name: 'Create Code' }).click()
  await expect(page.getByText('Code can contain only letters, digits and hyphens.')).toBeVisible()
  await expect(page.getByText('Balance must be a number.')).toBeVisible()
  await expect(page.getByText('Customer Email must be an email address.')).toBeVisible()
})

test('does not treat an incomplete last day as empty', async ({ page }) => {
  const day = page.getByLabel('Last valid day')
  await day.focus()
  await page.keyboard.type('0105')
  await page.getByRole('button', { name: 'Create Code' }).click()
  await expect(day).toBeFocused()
  await expect(day).toHaveJSProperty('validity.badInput', true)
  await expect(page).toHaveURL('/prepaid-codes/new')
})

test('keeps typed values when the code is already in use', async ({ page, landlord }) => {
  const { code } = await landlord.issueCode()
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Create Code' }).click()
  await expect(
    toast(page, 'This code is already in use. Choose another one, or generate one.'),
  ).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(code)
})

// id: new-prepaid-code-3
test('reports failures to generate and to create, and returns to the list on Cancel', async ({
  page,
}) => {
  await breakCalls(page, /\/api\/prepaid-codes-generate/)
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(toast(page, 'Failed to generate code')).toBeVisible()
  await page.getByRole('button', { name: 'Create Code' }).click()
  await expect(toast(page, 'Failed to create prepaid code')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/prepaid-codes')
})

test('locks the fields that cannot change later while a code is being issued', async ({
  page,
  landlord,
}) => {
  const answer = Promise.withResolvers<void>()
  await page.route(/api\/prepaid-codes$/, async (route) => {
    const response = await route.fetch()
    await answer.promise
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Create Code' }).click()
  for (const name of ['Code', 'Balance *', 'Landlord Email', 'Last valid day']) {
    await expect(page.getByLabel(name, { exact: true })).toHaveJSProperty('readOnly', true)
  }
  await page.getByLabel('Balance').press('ArrowUp')
  await expect(page.getByLabel('Balance')).toHaveValue(usualBalance)
  await expect(page.getByRole('switch', { name: 'Disabled' })).toBeDisabled()
  await page.getByLabel('Customer Name').fill('Tessa')
  answer.resolve()
  await expect(page).toHaveURL(/prepaid-codes\/[0-9a-f-]{36}$/)
  await expect(page.getByLabel('Customer Name')).toHaveValue('Tessa')
  const { data } = await landlord.call<{ data: { code: string }[] }>('GET', '/prepaid-codes')
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  expect(kept).toContain('Tessa')
  expect(kept).not.toContain(data[0]?.code)
})
