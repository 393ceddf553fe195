import { expect, test, toast } from './person.ts'

// id: code-customer-1
test('assigns a code to another customer, who then holds it', async ({ page, landlord, admin }) => {
  const { id } = await landlord.issueCode({ customer_email: 'old@example.com', location: 'Flat 1' })
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/${id}`)
  const form = page.getByRole('form', { name: 'Customer' })
  const email = form.getByLabel('Customer Email')
  const save = form.getByRole('button', { name: 'Save Customer' })
  await expect(email).toHaveValue('old@example.com')
  await expect(save).toBeDisabled()
  await email.fill('nobody')
  await email.press('Enter')
  await expect(form.getByText('must be an email address')).toBeVisible()
  await expect(email).toBeFocused()
  await email.fill('New@Example.com')
  await form.getByLabel('Phone Number').fill('555-0100')
  await form.getByLabel('Location').fill('')
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(form.getByLabel('Phone Number')).toHaveValue('555-0100')
  await save.click()
  await expect(toast(page, 'Customer changed successfully')).toBeVisible()
  await expect(email).toHaveValue('new@example.com')
  await expect(save).toBeDisabled()
  const changed = { customer_email: 'new@example.com', phone_number: '555-0100', location: null }
  expect(await landlord.call('GET', `/prepaid-codes-id/${id}`)).toMatchObject(changed)
  await admin.signInAt(page)
  await page.goto(`/prepaid-codes/${id}`)
  await expect(email).toHaveValue('new@example.com')
})

test('shows its holder the customer of a code, read-only', async ({ page, landlord, tenant }) => {
  await tenant.verify()
  const { id, code } = await landlord.issueCode()
  const customer = { customer_email: tenant.email, customer_name: 'Terry of flat 3' }
  await landlord.call('PATCH', `/prepaid-codes/${id}/customer`, customer)
  await tenant.signInAt(page)
  await page.goto('/prepaid-codes')
  await page.getByRole('link', { name: code, exact: true }).click()
  await expect(page.getByRole('main')).toContainText('Terry of flat 3')
  await expect(page.getByText('No changes yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
})

test('shows the second tab what the first saved, and saves the code’s text separately', async ({
  page,
  context,
  landlord,
}) => {
  const { id, code } = await landlord.issueCode({ customer_name: 'Ana' })
  await landlord.signInAt(page)
  const second = await context.newPage()
  for (const tab of [page, second]) await tab.goto(`/prepaid-codes/${id}`)
  await second.getByLabel('Code', { exact: true }).fill(`${code}-NEW`)
  await second.getByLabel('Customer Name').fill('Bea of the second')
  await page.getByLabel('Customer Name').fill('Bea of the first')
  await page.getByLabel('Location').fill('Flat 2')
  await page.getByRole('button', { name: 'Save Customer' }).click()
  await expect(toast(page, 'Customer changed successfully')).toBeVisible()
  await second.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(second, 'Prepaid code updated successfully')).toBeVisible()
  await second.getByRole('button', { name: 'Save Customer' }).click()
  await expect(second.getByText('This changed after you opened it.')).toBeVisible()
  const row = second.getByRole('row', { name: 'Customer Name Bea of the second Bea of the first' })
  await expect(row).toBeVisible()
  await second.getByRole('button', { name: 'Save Customer' }).click()
  await expect(toast(second, 'Customer changed successfully')).toBeVisible()
  expect(await landlord.call('GET', `/prepaid-codes-id/${id}`)).toMatchObject({
    ...{ code: `${code}-NEW`, customer_name: 'Bea of the second', location: 'Flat 2' },
  })
})

test('carries text typed while a code is issued into the form for its customer', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes/new')
  await page.getByLabel('Customer Name').fill('Ana')
  const released = Promise.withResolvers<void>()
  await page.route(/api\/prepaid-codes$/, async (route) => {
    const response = await route.fetch()
    await released.promise
    await route.fulfill({ response })
  })
  const sent = page.waitForRequest(/api\/prepaid-codes$/)
  await page.getByRole('button', { name: 'Create Code' }).click()
  await sent
  await page.getByLabel('Customer Name').fill('Ana Lindqvist')
  released.resolve()
  await expect(page).toHaveURL(/prepaid-codes\/[\w-]{36}$/)
  await expect(page.getByLabel('Customer Name')).toHaveValue('Ana Lindqvist')
  await page.getByRole('button', { name: 'Save Customer' }).click()
  await expect(toast(page, 'Customer changed successfully')).toBeVisible()
})
