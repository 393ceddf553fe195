import { breakCalls, breakLoads, chooseMore, expect, test, toast } from './person.ts'

// id: admin-users-2
test('admits only admins, shows others the reason, and hides the Admin menu from them', async ({
  page,
  landlord,
  admin,
}) => {
  await landlord.signInAt(page)
  for (const address of [
    '/admin/users',
    '/admin/audit',
    '/admin/card-payments',
    '/admin/prepaid-codes',
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Not allowed' })).toBeVisible()
    await expect(page.getByText('This page is for admins only.')).toBeVisible()
  }
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden()
  await admin.makeAdmin(landlord)
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link')).toHaveText([
    'Users',
    'All Prepaid Codes',
    'Audit Trail',
    'Card Payments',
    'System',
  ])
  await expect(page.getByRole('heading', { name: 'Admin - Prepaid Codes' })).toBeVisible()
})

// id: admin-users-3
test('finds users by email or full name and shows their roles', async ({ page, tenant, admin }) => {
  await admin.signInAt(page)
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'Admin - Users Management' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Email',
    'Full Name',
    'Roles',
    'Created',
    'Actions',
  ])
  const search = page.getByLabel('Search by email or full name')
  await search.fill(tenant.email.toUpperCase())
  await expect(page.getByText('Showing 1 to 1 of 1 user')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: tenant.email })
  await expect(row.getByRole('cell').nth(1)).toHaveText('Terry Tenant')
  await expect(row.getByRole('cell').nth(2)).toHaveText('user')
  await page.reload()
  await expect(row).toBeVisible()
  await search.fill('terry%')
  await expect(page.getByText('No users found')).toBeVisible()
})

// id: admin-users-5
test('shows a user with their type, codes and staff, signs them out, and returns to the list', async ({
  page,
  landlord,
  admin,
}) => {
  const { id } = landlord.signedIn.user
  await landlord.issueCode()
  await admin.signInAt(page)
  const search = `/admin/users?${new URLSearchParams({ search: landlord.email })}`
  await page.goto(search)
  await expect(page.getByRole('cell', { name: `${landlord.email} Landlord` })).toBeVisible()
  await page.getByRole('link', { name: landlord.email, exact: true }).click()
  await expect(page).toHaveURL(`/admin/users/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(landlord.fullName)
  const fact = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('+ dd')
  await expect(fact('Email')).toHaveText(`${landlord.email} (not verified)`)
  await expect(fact('User Type')).toHaveText('Landlord')
  await expect(fact('Active sessions')).toHaveText('1')
  await page.getByRole('button', { name: 'Assign Role' }).click()
  await page.getByLabel('Role Name').fill('moderator')
  await page.keyboard.press('Enter')
  await expect(fact('Roles')).toHaveText('moderator')
  await chooseMore(page, 'Sign out everywhere')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(toast(page, `${landlord.email} is signed out everywhere`)).toBeVisible()
  await expect(fact('Active sessions')).toHaveText('0')
  await fact('Prepaid Codes').getByRole('link', { name: '1' }).click()
  await expect(page).toHaveURL(`/admin/prepaid-codes?user=${id}`)
  await page.goBack()
  await page.getByRole('link', { name: 'Back to Users' }).click()
  await expect(page).toHaveURL(search)
})

test('returns to the list when a user does not exist', async ({ page, admin }) => {
  await admin.signInAt(page)
  await page.goto('/admin/users/00000000-0000-4000-8000-000000000000')
  await expect(toast(page, 'This user does not exist.')).toBeVisible()
  await expect(page).toHaveURL('/admin/users')
})

// id: admin-users-1
test('assigns a role in a dialog that lists the current roles, and removes it again', async ({
  page,
  tenant,
  admin,
}) => {
  await admin.signInAt(page)
  await page.goto(`/admin/users?search=${tenant.email}`)
  const open = page.getByRole('button', { name: `Assign Role: ${tenant.email}` })
  const dialog = page.getByRole('dialog', { name: `Assign a role to ${tenant.email}` })
  const assign = dialog.getByRole('button', { name: 'Assign Role' })
  await open.click()
  await expect(dialog.getByText('No roles assigned')).toBeVisible()
  await expect(dialog.getByText('e.g. admin, moderator')).toBeVisible()
  await expect(dialog.getByLabel('Role Name')).toBeFocused()
  await dialog.getByLabel('Role Name').fill('   ')
  await assign.click()
  await expect(toast(page, 'Please enter a role')).toBeVisible()
  await dialog.getByLabel('Role Name').fill('Admin')
  await assign.click()
  await expect(toast(page, 'Admin has no effect')).toBeVisible()
  await dialog.getByLabel('Role Name').fill(' moderator ')
  const sent = page.waitForRequest(/admin-users-roles/)
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toEqual({ role: 'moderator' })
  await expect(toast(page, 'Role assigned successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  const row = page.getByRole('row').filter({ hasText: tenant.email })
  await expect(row.getByRole('cell').nth(2)).toHaveText('moderator')
  await open.click()
  await dialog.getByRole('button', { name: 'Remove role moderator' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Role?' })
  await expect(question).toContainText(`remove the role moderator from ${tenant.email}`)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Role removed successfully')).toBeVisible()
  await expect(dialog.getByText('No roles assigned')).toBeVisible()
})

test('marks an admin role as inactive until the email is verified, in list and role dialog', async ({
  page,
  tenant,
  admin,
}) => {
  await admin.assignRole(tenant, 'admin')
  await admin.signInAt(page)
  await page.goto(`/admin/users?search=${tenant.email}`)
  const sleeps = page.getByText('The admin role takes effect once this email is verified.')
  await expect(sleeps).toHaveCount(1)
  await page.getByRole('button', { name: `Assign Role: ${tenant.email}` }).click()
  await expect(page.getByRole('dialog').locator(sleeps)).toBeVisible()
})

// id: admin-users-4
test('reports failures to load users and to assign or remove a role', async ({
  page,
  tenant,
  admin,
}) => {
  await admin.assignRole(tenant, 'moderator')
  await admin.signInAt(page)
  await breakLoads(page, /\/api\/admin-users/)
  await page.goto(`/admin/users?search=${tenant.email}`)
  await expect(toast(page, 'Failed to load users').first()).toBeVisible()
  await page.unroute(/\/api\/admin-users/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await breakCalls(page, /\/api\/admin-users-roles/)
  await page.getByRole('button', { name: `Assign Role: ${tenant.email}` }).click()
  await page.getByLabel('Role Name').fill('x')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Failed to assign role')).toBeVisible()
  await expect(page.getByLabel('Role Name')).toHaveValue('x')
  await page.getByRole('button', { name: 'Remove role moderator' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(toast(page, 'Failed to remove role')).toBeVisible()
})

test('lets an admin sign a user out everywhere after confirmation', async ({
  page,
  admin,
  tenant,
}) => {
  await admin.signInAt(page)
  await page.goto(`/admin/users?search=${tenant.email}`)
  await page.getByRole('button', { name: `Sign out ${tenant.email} everywhere` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(toast(page, `${tenant.email} is signed out everywhere`)).toBeVisible()
  const { access_token } = tenant.signedIn.session
  const answer = await page.request.get('/api/users-me', {
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(answer.status()).toBe(401)
})

test('shows an admin whether mail is delivered and sends a test mail', async ({ page, admin }) => {
  await admin.signInAt(page)
  await page.goto('/admin/users')
  const mail = page.getByRole('region', { name: 'Email' })
  await expect(mail.getByText(/^\d+ emails? (is|are) waiting to be sent/)).toBeVisible()
  await mail.getByRole('button', { name: 'Send a test email' }).click()
  await expect(toast(page, `Test email sent to ${admin.email}`)).toBeVisible()
})
