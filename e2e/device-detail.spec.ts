import { local } from './local.ts'
import { expect, test, toast } from './person.ts'

// id: device-detail-1
test('shows the device and deletes it after confirmation', async ({ page, landlord }) => {
  const device = await landlord.addDevice({ price: 2.5 })
  await landlord.signInAt(page)
  await page.goto(`/devices/${device.id}`)
  const main = page.getByRole('main')
  for (const text of [
    device.device_number,
    'Washer',
    'Elm Street 4',
    local('$2.50'),
    '30 minutes',
  ]) {
    await expect(main).toContainText(text)
  }
  const more = page.getByRole('button', { name: 'More actions' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Device?' })
  await expect(question).toContainText(device.device_number)
  await expect(question.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Device deleted successfully')).toBeVisible()
  await expect(page).toHaveURL('/devices')
})

test('links to a payment at the device', async ({ page, landlord, tenant }) => {
  const device = await landlord.addDevice({ label: 'Corner washer' })
  await tenant.signInAt(page)
  await page.goto(`/devices/${device.id}`)
  await expect(page.getByRole('link', { name: 'Pay Here' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Parts of this device' })).toHaveCount(0)
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

test('shows an operator the parts of a device at their own addresses, and reports first on a phone', async ({
  page,
  landlord,
  tenant,
}) => {
  const [device, other] = [await landlord.addDevice(), await landlord.addDevice()]
  const code = await landlord.issueCode({ balance: 50 })
  await tenant.pay(device, code)
  await tenant.pay(other, code)
  await tenant.report(device, { kind: 'damaged' })
  await landlord.signInAt(page)
  await page.goto(`/devices/${device.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^(Edit|Pay Here)$/ })).toHaveText([
    'Edit',
    'Pay Here',
  ])
  await expect(page.getByRole('region', { name: 'Open reports' })).toContainText('It is damaged')
  const last = page.getByRole('region', { name: 'Last payments' })
  await expect(last.getByRole('listitem')).toHaveCount(1)
  await expect(last).toContainText(local('$2.50'))
  const tabs = page.getByRole('navigation', { name: 'Parts of this device' })
  await expect(tabs.getByRole('link')).toHaveText([
    'Overview',
    'Payments',
    'Reports',
    'Prices',
    'Controller',
  ])
  const current = tabs.locator('[aria-current=page]')
  for (const [tab, text] of [
    ['Payments', 'Showing 1 to 1 of 1 transaction'],
    ['Reports', 'Showing 1 to 1 of 1 report'],
    ['Prices', 'Add a programme'],
    ['Controller', 'No controller linked'],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click()
    await expect(page).toHaveURL(`/devices/${device.id}/${tab.toLowerCase()}`)
    await expect(current).toHaveText(tab)
    await expect(main).toContainText(text)
    await expect(main).toContainText(/Running, \d+ min left/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(device.label)
    const opened = await page.context().newPage()
    await opened.goto(page.url())
    await expect(opened.getByRole('main')).toContainText(text)
    await opened.close()
  }
  for (const tab of ['Prices', 'Reports', 'Payments', 'Overview']) {
    await page.goBack()
    await expect(current).toHaveText(tab)
  }
  await expect(page).toHaveURL(`/devices/${device.id}`)
  await expect(main).toContainText(/Created At.*Open reports/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(main).toContainText(/Open reports.*Created At/)
})

test('leads users who do not operate a device from its parts to its overview', async ({
  page,
  landlord,
  tenant,
}) => {
  const { id, label } = await landlord.addDevice()
  await tenant.signInAt(page)
  for (const part of ['payments', 'reports', 'prices', 'controller']) {
    await page.goto(`/devices/${id}/${part}`)
    await expect(page).toHaveURL(`/devices/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(label)
  }
})
