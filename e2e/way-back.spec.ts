import { chooseMore, expect, test, toast } from './person.ts'

test('returns to the list with its search, filter and page', async ({ page, landlord }) => {
  const street = `Way ${Date.now()}`
  for (let n = 0; n < 11; n++) {
    await landlord.addDevice({ location: street, label: `Washer ${n}` })
  }
  const search = `/devices?${new URLSearchParams({ search: street, type: 'washer', page: '2' })}`
  await landlord.signInAt(page)
  await page.goto(search)
  // Own devices are listed below their place.
  const row = page.getByRole('row').filter({ hasText: street }).filter({ hasText: 'Washer' })
  await expect(row).toHaveCount(1)

  await row.getByRole('link', { name: /^View/ }).click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Device updated successfully')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Devices' }).click()
  await expect(page).toHaveURL(search)

  await row.getByRole('link', { name: /^Edit/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(search)

  await row.getByRole('link', { name: /^View/ }).click()
  await page.reload()
  await chooseMore(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Device deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(search.replace('&page=2', ''))
  await expect(row).toHaveCount(10)
})

test('opens the detail page on Cancel when an edit page was opened by its URL', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  const resource = await landlord.addResource({ name: 'Ana' })
  await landlord.signInAt(page)
  for (const address of [`/devices/${device.id}`, `/resources/${resource.id}`]) {
    const fresh = await page.context().newPage()
    await fresh.goto(`${address}/edit`)
    await fresh.getByRole('button', { name: 'Cancel' }).click()
    await expect(fresh).toHaveURL(address)
    await fresh.close()
  }
})

test('begins every screen below a list with its way back', async ({ page, landlord }) => {
  const device = await landlord.addDevice()
  const code = await landlord.issueCode()
  const payment = await landlord.pay(device, code)
  const resource = await landlord.addResource({ name: 'Ana' })
  const controller = await landlord.addController()
  await landlord.signInAt(page)
  for (const [address, name] of [
    [`/devices/${device.id}`, 'Back to Devices'],
    [`/devices/${device.id}/edit`, device.label],
    ['/devices/new', 'Back to Devices'],
    ['/devices/import', 'Back to Devices'],
    [`/controllers/${controller.id}`, 'Back to Controllers'],
    ['/controllers/new', 'Back to Controllers'],
    [`/transactions/${payment.id}`, 'Back to Transactions'],
    [`/transactions/${payment.id}/receipt`, 'Back to the transaction'],
    [`/prepaid-codes/${code.id}`, 'Back to Prepaid Codes'],
    ['/prepaid-codes/new', 'Back to Prepaid Codes'],
    ['/prepaid-codes/batches/new', 'Back to Batches'],
    [`/rooms/${device.sticker_number}`, 'Back to Devices'],
    ['/resources', 'Back to Dashboard'],
    [`/resources/${resource.id}`, 'Back to Resources'],
    ['/settings/webhooks/new', 'Back to Webhooks'],
    ['/settings/staff/new', 'Back to Staff'],
  ] as const) {
    await page.goto(address)
    const first = page.getByRole('main').getByRole('link').first()
    await expect(first, address).toHaveText(name)
    const [link, title] = await Promise.all(
      [first, page.getByRole('heading', { level: 1 })].map((each) => each.boundingBox()),
    )
    expect(link?.y, address).toBeLessThan(title?.y ?? 0)
  }
})

test('does not open a blank form on Back after creating something', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  await page.goto('/dashboard')
  for (const [list, add, create] of [
    ['/prepaid-codes', 'Create Code', 'Create Code'],
    ['/resources', 'New Resource', 'Create Resource'],
  ] as const) {
    await page.goto(list)
    await page.getByRole('link', { name: add }).click()
    await page.getByRole('button', { name: create }).click()
    await expect(toast(page, 'created successfully')).toBeVisible()
    await expect(page).not.toHaveURL(/new$/)
    await page.goBack()
    await expect(page).toHaveURL(list)
  }
})

test('closes a page’s confirmation on Back and does nothing', async ({ page, landlord }) => {
  const { id, device_number } = await landlord.addDevice()
  await landlord.signInAt(page)
  await page.goto('/devices')
  await page.getByRole('link', { name: `View device ${device_number}` }).click()
  await chooseMore(page, 'Delete')
  await expect(page.getByRole('dialog', { name: 'Delete Device?' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/devices')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await landlord.call('GET', `/devices/${id}`)).toMatchObject({ id })
})

test('opens a page at its top, and returns to the former place on Back', async ({
  page,
  landlord,
}) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await landlord.signInAt(page)
  await page.goto('/profile')
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  const bar = page.getByRole('navigation', { name: 'Quick menu' })
  await bar.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile')
  await page.evaluate(() => scrollTo(0, 700))
  await bar.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
  expect(await scrolled()).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile')
  await expect.poll(scrolled).toBe(700)
})

test('keeps the screen on Back until the code of the former one has loaded', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/transactions')
  await page.getByRole('link', { name: 'Profile' }).first().click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Profile')
  await page.reload()
  await expect(title).toHaveText('Profile')
  const released = Promise.withResolvers<void>()
  await page.route(/assets\/TransactionList/, async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goBack()
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  await expect(title).toHaveText('Profile')
  released.resolve()
  await expect(title).toHaveText('Transactions')
})
