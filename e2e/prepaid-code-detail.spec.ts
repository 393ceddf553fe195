import { local } from './local.ts'
import { breakCalls, breakLoads, expect, test, toast } from './person.ts'

// id: prepaid-code-detail-1
test('shows status, id, code, creation date and issuer', async ({ page, landlord }) => {
  const code = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/${code.id}`)
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(code.code)
  const main = page.getByRole('main')
  for (const text of ['Active', code.id, 'Created At', landlord.signedIn.user.id]) {
    await expect(main).toContainText(text)
  }
})

// id: prepaid-code-detail-2
test('saves the code only after a change', async ({ page, landlord }) => {
  const { id, code } = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/${id}`)
  const save = page.getByRole('button', { name: 'Save Changes' })
  await expect(save).toBeDisabled()
  await page.getByLabel('Code', { exact: true }).fill(`${code}-NEW`)
  await save.click()
  await expect(toast(page, 'Prepaid code updated successfully')).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(`${code}-NEW`)
  await page.getByLabel('Code', { exact: true }).fill(code)
  await breakCalls(page, /\/api\/prepaid-codes-id/, 'PUT')
  await save.click()
  await expect(toast(page, 'Failed to update prepaid code')).toBeVisible()
})

// id: prepaid-code-detail-3
test('disables and enables the code', async ({ page, landlord }) => {
  const { id } = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/${id}`)
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(toast(page, 'Prepaid code disabled successfully')).toBeVisible()
  await expect(page.getByRole('main').getByText('Disabled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Enable' }).click()
  await expect(toast(page, 'Prepaid code enabled successfully')).toBeVisible()
  await breakCalls(page, /toggle/)
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(toast(page, 'Failed to update status')).toBeVisible()
})

// id: prepaid-code-detail-4
test('deletes the code after confirmation', async ({ page, landlord }) => {
  const { id, code } = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/${id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Prepaid Code', exact: true })
  await expect(question).toContainText(code)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Prepaid code deleted successfully')).toBeVisible()
  await expect(page).toHaveURL('/prepaid-codes')
})

// id: prepaid-code-detail-5
test('redirects to the list for another user’s code, as for one that fails to load', async ({
  page,
  landlord,
  tenant,
}) => {
  const { id } = await landlord.issueCode()
  await tenant.signInAt(page)
  await page.goto(`/prepaid-codes/${id}`)
  await expect(toast(page, 'This prepaid code does not exist.')).toBeVisible()
  await expect(page).toHaveURL('/prepaid-codes')
  await breakCalls(page, /\/api\/prepaid-codes-id/)
  await page.goto(`/prepaid-codes/${id}`)
  await expect(toast(page, 'Failed to load prepaid code')).toBeVisible()
  await expect(page).toHaveURL('/prepaid-codes')
})

test('shows where the code’s money went', async ({ page, landlord, tenant }) => {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  await tenant.pay(device, code)
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/${code.id}`)
  const rows = page.getByRole('region', { name: 'Balance history' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText(local(/Payment.*-\$2\.50.*\$7\.50/))
  await expect(rows.nth(2)).toContainText(local(/Issued.*\$10\.00.*\$10\.00/))
})

test('offers a retry when the history fails to load', async ({ page, landlord }) => {
  const code = await landlord.issueCode()
  await landlord.signInAt(page)
  await breakLoads(page, /prepaid-codes\/[\w-]+\/history/)
  await page.goto(`/prepaid-codes/${code.id}`)
  await expect(page.getByText('Failed to load the balance history')).toBeVisible()
  await page.unroute(/prepaid-codes\/[\w-]+\/history/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('cell', { name: 'Issued' })).toBeVisible()
})
