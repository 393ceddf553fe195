import { expect, test } from './person.ts'

test('keeps search, filter and page across back, forward, reload and a shared link', async ({
  page,
  context,
  landlord,
}) => {
  const place = `Court ${landlord.email}`
  for (let n = 1; n <= 12; n++) {
    await landlord.addDevice({ location: place, device_type: n > 1 ? 'dryer' : 'washer' })
  }
  await landlord.signInAt(page)
  await page.goto('/devices')
  const search = page.getByLabel('Search by number, name or location')
  await search.fill(place)
  await expect(page.getByText('of 12 devices')).toBeVisible()
  await page.getByLabel('Filter by type').selectOption('Dryer')
  await expect(page.getByText('Showing 1 to 10 of 11 devices')).toBeVisible()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByText('Showing 11 to 11 of 11 devices')).toBeVisible()
  const shared = await context.newPage()
  await shared.goto(page.url())
  await expect(shared.getByText('Showing 11 to 11 of 11 devices')).toBeVisible()
  await expect(shared.getByLabel('Search by number, name or location')).toHaveValue(place)
  await expect(shared.getByLabel('Filter by type')).toHaveValue('dryer')
  await page.goBack()
  await expect(page.getByText('Showing 1 to 10 of 11 devices')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Showing 1 to 10 of 12 devices')).toBeVisible()
  await page.goForward()
  await page.reload()
  await expect(page.getByText('Showing 1 to 10 of 11 devices')).toBeVisible()
  await page.getByRole('link', { name: 'Devices', exact: true }).click()
  await expect(search).toHaveValue('')
})

// id: lists-2
test('keeps a code search across reload and back, but out of the URL', async ({
  page,
  landlord,
}) => {
  const { code } = await landlord.issueCode()
  await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto('/prepaid-codes')
  const search = page.getByLabel('Search by code')
  await search.fill(code.toLowerCase())
  await expect(page.getByText('Showing 1 to 1 of 1 code')).toBeVisible()
  await page.reload()
  await expect(search).toHaveValue(code.toLowerCase())
  await expect(page.getByText('Showing 1 to 1 of 1 code')).toBeVisible()
  await page.getByRole('link', { name: code, exact: true }).click()
  await expect(page).toHaveURL(/prepaid-codes\/.+/)
  await page.goBack()
  await expect(search).toHaveValue(code.toLowerCase())
  await expect(page.getByText('Showing 1 to 1 of 1 code')).toBeVisible()
  await expect(page).toHaveURL('/prepaid-codes')
})

test('keeps a filter chosen just before a search, on a slow device too', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/transactions')
  await expect(page.getByText('No transactions found')).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  for (const [method, text] of [
    ['Credit Card', 'first'],
    ['Prepaid Code', 'second'],
  ] as const) {
    const filter = page.getByLabel('Filter by payment method')
    await filter.selectOption(method)
    await page.getByLabel('Search by id, device or customer').fill(text)
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === text)
    await expect(filter.locator('option:checked')).toHaveText(method)
  }
})

test('keeps the list still while the user types, until the answer arrives', async ({
  page,
  landlord,
}) => {
  const place = `Lane ${landlord.email}`
  const device = await landlord.addDevice({ location: place })
  await landlord.signInAt(page)
  await page.goto(`/devices?search=${encodeURIComponent(place)}`)
  const row = page.getByRole('row').filter({ hasText: device.device_number })
  await expect(row).toBeVisible()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/search=nothing/)
  await page.route(/\/api\/devices.*search=nothing/, async (route) => {
    await answered
    await route.continue()
  })
  await page.getByLabel('Search by number, name or location').fill('nothing like this')
  await asked
  await expect(row).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  answer()
  await expect(page.getByText('No devices found')).toBeVisible()
})

// id: lists-1
test('shows a skeleton of the list on a first load', async ({ page, landlord }) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await landlord.signInAt(page)
  await page.route(/\/api\/transactions/, async (route) => {
    await answered
    await route.continue()
  })
  await page.goto('/transactions')
  await expect(page.locator('[aria-busy=true] .mantine-Skeleton-root')).toHaveCount(10)
  answer()
  await expect(page.getByText('No transactions found')).toBeVisible()
})

test('searches for the characters %, _ and \\ literally', async ({ page, landlord }) => {
  const place = `Way ${landlord.email}`
  const plain = await landlord.addDevice({ location: place, label: 'plain' })
  const odd = await landlord.addDevice({ location: `${place} 100%_\\ off`, label: 'odd' })
  await landlord.signInAt(page)
  await page.goto('/devices')
  await page.getByLabel('Search by number, name or location').fill(`${place} 100%_\\`)
  await expect(page.getByText('Showing 1 to 1 of 1 device')).toBeVisible()
  await expect(page.getByRole('table')).toContainText(odd.device_number)
  await expect(page.getByRole('table')).not.toContainText(plain.device_number)
})

test('leaves the other columns their space beside one long word', async ({
  page,
  landlord,
  admin,
}) => {
  const word = `W${Date.now()}${'m'.repeat(70)}`
  await admin.makeAdmin(landlord)
  const device = await landlord.addDevice({
    device_number: word.slice(0, 40),
    device_name: word,
    location: word,
  })
  await landlord.pay(device, await landlord.issueCode({ code: `${word}`.slice(0, 64) }))
  await landlord.call('PUT', '/users-me', { full_name: word })
  await landlord.signInAt(page)
  for (const address of [
    `/devices?search=${word}`,
    `/transactions?search=${word.slice(0, 40)}`,
    '/prepaid-codes',
    `/admin/users?search=${landlord.email}`,
    `/admin/audit?search=${landlord.email}`,
  ]) {
    await page.goto(address)
    await expect(page.locator('tbody td').nth(1)).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const excess = await page.locator('table').evaluate((table) => {
      const frame = table.parentElement
      return frame ? frame.scrollWidth - frame.clientWidth : 0
    })
    expect(excess, address).toBe(0)
  }
})

test('keeps a search with signs that addresses encode', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  await page.goto('/devices')
  const search = page.getByLabel('Search by number, name or location')
  for (const text of ['100% & more', 'a%26b+c', '%2526#x']) {
    await search.fill(text)
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === text)
    await page.reload()
    await expect(search).toHaveValue(text)
  }
})
