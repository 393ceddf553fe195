import { expect, test, toast } from './person.ts'

// id: device-detail-1
test('shows the device and deletes it after confirmation', async ({ page, landlord }) => {
  const device = await landlord.addDevice({ price: 2.5 })
  await landlord.signInAt(page)
  await page.goto(`/devices/${device.id}`)
  const main = page.getByRole('main')
  for (const text of [device.device_number, 'Washer', 'Elm Street 4', '$2.50', '30 minutes']) {
    await expect(main).toContainText(text)
  }
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Device?' })
  await expect(question).toContainText(device.device_number)
  await expect(question.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Device deleted successfully')).toBeVisible()
  await expect(page).toHaveURL('/devices')
})

test('links to a payment at the device', async ({ page, landlord, tenant }) => {
  const device = await landlord.addDevice({ label: 'Corner washer' })
  await tenant.signInAt(page)
  await page.goto(`/devices/${device.id}`)
  await expect(page.getByRole('link', { name: 'Pay Here' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete' })).toBeHidden()
  await page.getByRole('link', { name: 'Pay Here' }).click()
  await expect(page.getByRole('main').locator('dl')).toContainText(
    `Corner washer ${device.device_number} · Elm Street 4`,
  )
})

test('redirects a missing device to the list with the reason', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await page.goto('/devices/00000000-0000-4000-8000-000000000000')
  await expect(toast(page, 'This device does not exist.')).toBeVisible()
  await expect(page).toHaveURL('/devices')
})

// id: device-detail-2
test('redirects to the list when a device fails to load', async ({ page, landlord }) => {
  const { id } = await landlord.addDevice()
  await landlord.signInAt(page)
  await page.route(`**/api/devices/${id}`, (route) => route.abort())
  await page.goto(`/devices/${id}`)
  await expect(toast(page, 'Failed to load device')).toBeVisible()
  await expect(page).toHaveURL('/devices')
})
