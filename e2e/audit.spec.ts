import { readFile } from 'node:fs/promises'
import { local } from './local.ts'
import { expect, test } from './person.ts'

test('shows an admin who changed a device and exports the events to a file', async ({
  page,
  admin,
  landlord,
}) => {
  const device = await landlord.addDevice()
  await landlord.call('DELETE', `/devices/${device.id}`)
  await admin.signInAt(page)
  await page.goto('/admin/audit')
  await page.getByLabel('Search by email, item, ID or IP').fill(device.id)
  const rows = page.getByRole('row').filter({ hasText: landlord.email })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Device deleted')
  await page.getByLabel('Filter by action').selectOption('Device created')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/action=device_created/)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('audit-trail.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`device_created,${landlord.signedIn.user.id}`)
})

test('filters the audit trail by days in the viewer’s time zone, including the last day', async ({
  page,
  admin,
  landlord,
}) => {
  const device = await landlord.addDevice()
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
  const itsDay = day.format(new Date(device.created_at))
  await admin.signInAt(page)
  await page.goto(`/admin/audit?search=${device.id}`)
  const rows = page.getByRole('row').filter({ hasText: landlord.email })
  await expect(page.locator('label', { hasText: 'From this day' })).toBeVisible()
  await page.getByLabel('From this day').fill(itsDay)
  await page.getByLabel('Until this day').fill(itsDay)
  await expect(rows).toHaveCount(1)
  await page.getByLabel('From this day').fill('')
  await page.getByLabel('Until this day').fill('2020-01-01')
  await expect(page.getByText('No events found')).toBeVisible()
})

test('shows times within a change in the viewer’s time zone', async ({ page, admin, landlord }) => {
  const { id } = await landlord.issueCode()
  const expires_at = '2040-07-01T02:30:00.000Z'
  await landlord.call('PATCH', `/prepaid-codes/${id}/expiry`, { expires_at })
  await admin.signInAt(page)
  await page.goto(`/admin/audit?search=${id}&action=code_expiry_changed`)
  await expect(
    page.getByText(/Expires/).filter({ hasText: local('– → Jun 30, 2040, 10:30 PM') }),
  ).toBeVisible()
})

test('reports a failed export', async ({ page, admin }) => {
  await admin.signInAt(page)
  await page.goto('/admin/audit')
  await page.route(/audit-events\/export/, (route) => route.abort())
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  await expect(page.getByText('Failed to export the audit trail')).toBeVisible()
})
