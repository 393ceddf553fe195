import { breakCalls, expect, test, toast } from './person.ts'

test.beforeEach(async ({ page, admin }) => {
  await admin.signInAt(page)
})

// id: admin-prepaid-codes-1
test('lists the codes of all users with issuer, status and creation date, and links to each', async ({
  page,
  landlord,
}) => {
  const { id, code } = await landlord.issueCode({ disabled: true })
  await page.goto('/admin/prepaid-codes')
  await expect(page.getByRole('heading', { name: 'Admin - Prepaid Codes' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Code', 'User ID', 'Status', 'Created'])
  await page.getByLabel('Search by code').fill(code.toLowerCase())
  await expect(page.getByText('Showing 1 to 1 of 1 code')).toBeVisible()
  const cells = page.getByRole('row').filter({ hasText: code }).getByRole('cell')
  await expect(cells.nth(1)).toHaveText(`${landlord.email} ${landlord.signedIn.user.id}`)
  await expect(cells.nth(2)).toHaveText('Disabled')
  await expect(page).toHaveURL('/admin/prepaid-codes')
  await page.reload()
  await expect(page.getByText('Showing 1 to 1 of 1 code')).toBeVisible()
  await page.getByRole('link', { name: code }).click()
  await expect(page).toHaveURL(`/prepaid-codes/${id}`)
})

// id: admin-prepaid-codes-2
test('finds the codes of a user by the start of the id or from the list of users', async ({
  page,
  landlord,
}) => {
  for (let n = 0; n < 11; n++) await landlord.issueCode()
  await page.goto('/admin/prepaid-codes')
  const filter = page.getByLabel('Filter by user ID')
  const { id } = landlord.signedIn.user
  await filter.fill('nobody')
  await expect(page.getByText('Enter the beginning of a user ID')).toBeVisible()
  await expect(page).toHaveURL('/admin/prepaid-codes')
  await filter.fill(id.slice(0, 8))
  await expect(page.getByText('Showing 1 to 10 of 11 codes')).toBeVisible()
  await filter.fill(id)
  await expect(page.getByText('Showing 1 to 10 of 11 codes')).toBeVisible()
  await expect(page).toHaveURL(`/admin/prepaid-codes?user=${id}`)
  await page.goto(`/admin/users?search=${landlord.email}`)
  await page.getByRole('link', { name: `Codes of ${landlord.email}` }).click()
  await expect(page.getByText('Showing 1 to 10 of 11 codes')).toBeVisible()
  await expect(filter).toHaveValue(id)
  await filter.fill('')
  await expect(page).toHaveURL('/admin/prepaid-codes')
})

test('shows an empty list for a user without codes and reports a list that fails to load', async ({
  page,
  tenant,
}) => {
  await page.goto(`/admin/prepaid-codes?user=${tenant.signedIn.user.id}`)
  await expect(page.getByText('No prepaid codes found')).toBeVisible()
  await expect(page.getByText('Try adjusting your filters')).toBeVisible()
  await breakCalls(page, /\/api\/admin-prepaid-codes/)
  await page.reload()
  await expect(toast(page, 'Failed to load prepaid codes').first()).toBeVisible()
})
