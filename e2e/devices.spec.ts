import { local } from './local.ts'
import { breakCalls, breakLoads, expect, test, toast } from './person.ts'

const columns = [
  'Device Number',
  'Name',
  'Type',
  'Location',
  'Status',
  'Price',
  'Duration',
  'Actions',
]

// id: e2e-devices-2
test('lists number, name, type, location, status, price and duration', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice({
    device_type: 'dryer',
    price: 1.75,
    device_name: 'Turbo',
  })
  await landlord.signInAt(page)
  await page.goto(`/devices?search=${device.device_number}`)
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  const cells = page.getByRole('row').filter({ hasText: device.device_number }).getByRole('cell')
  await expect(cells).toHaveText([
    device.device_number,
    'Turbo',
    'Dryer',
    'Elm Street 4',
    'Available · by timer',
    local('$1.75'),
    '30 min',
    '',
  ])
})

// id: e2e-devices-1
test('narrows the list by search and type, and keeps both in the URL', async ({
  page,
  landlord,
}) => {
  const place = `Yard ${landlord.email}`
  const dryer = await landlord.addDevice({ device_type: 'dryer', location: place })
  const shower = await landlord.addDevice({ device_type: 'shower', location: place })
  await landlord.signInAt(page)
  await page.goto('/devices')
  await expect(page.getByLabel('Filter by type').getByRole('option')).toHaveText([
    'All types',
    'Washer',
    'Dryer',
    'Shower',
    'Water',
    'Electricity',
    'Other',
  ])
  await page.getByLabel('Search by number, name or location').fill(place.toUpperCase())
  await expect(page.getByText('Showing 1 to 2 of 2 devices')).toBeVisible()
  await page.getByLabel('Filter by type').selectOption('Dryer')
  await expect(page.getByText('Showing 1 to 1 of 1 device')).toBeVisible()
  await expect(page.getByRole('table')).toContainText(dryer.device_number)
  await page.reload()
  await expect(page.getByText('Showing 1 to 1 of 1 device')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('table')).toContainText(shower.device_number)
})

// id: e2e-devices-3
test('shows ten devices a page and goes back when the last page becomes empty', async ({
  page,
  landlord,
}) => {
  const place = `Hall ${landlord.email}`
  for (let n = 1; n <= 11; n++) {
    await landlord.addDevice({ location: place, device_number: `N-${n}` })
  }
  await landlord.signInAt(page)
  await page.goto(`/devices?search=${encodeURIComponent(place)}`)
  await expect(page.getByText('Showing 1 to 10 of 11 devices')).toBeVisible()
  await expect(page.getByRole('link', { name: /^View device/ })).toHaveCount(10)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 11 to 11 of 11 devices')).toBeVisible()
  await page.getByRole('button', { name: 'Delete device N-1' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Device?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Delete device N-1' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Device deleted successfully')).toBeVisible()
  await expect(page.getByText('Showing 1 to 10 of 10 devices')).toBeVisible()
})

test('offers no changes on devices that the user may not change', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await tenant.signInAt(page)
  await page.goto(`/devices?search=${device.device_number}`)
  await expect(
    page.getByRole('link', { name: `View device ${device.device_number}` }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /Edit device/ })).toBeHidden()
  await expect(page.getByRole('button', { name: /Delete device/ })).toBeHidden()
})

test('moves adding devices and stickers to a menu for a tenant, until they have a device', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await page.goto('/devices')
  const main = page.getByRole('main')
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Add Device', 'Print Stickers'])
  await expect(main.getByRole('link', { name: 'Add Device' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Add Device' }).click()
  await expect(page).toHaveURL('/devices/new')
  await tenant.addDevice()
  await page.goto('/devices')
  await expect(main.getByRole('link', { name: 'Add Device' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Print Stickers' })).toBeVisible()
})

test('shows an empty list with a hint', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  await page.goto('/devices?search=nothing-is-called-this')
  await expect(page.getByText('No devices found')).toBeVisible()
  await expect(page.getByText('Try adjusting your filters')).toBeVisible()
})

// id: e2e-devices-4
test('reports failures to load, with a retry, and to delete', async ({ page, landlord }) => {
  const { device_number } = await landlord.addDevice()
  await landlord.signInAt(page)
  await breakLoads(page, /\/api\/devices/)
  await page.goto(`/devices?search=${device_number}`)
  await expect(toast(page, 'Failed to load devices').first()).toBeVisible()
  await page.unroute(/\/api\/devices/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table')).toContainText(device_number)
  await breakCalls(page, /\/api\/devices/, 'DELETE')
  await page.getByRole('button', { name: `Delete device ${device_number}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Failed to delete device')).toBeVisible()
})

test('shows dialogs and toasts without loading code that may have been removed since', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice({})
  await landlord.signInAt(page)
  await page.goto(`/devices?search=${device.device_number}`)
  await expect(page.getByRole('table')).toContainText(device.device_number)
  await page.route('**/assets/*', (route) => route.abort())
  await page.getByRole('button', { name: /^Delete device/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Device deleted successfully')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`shows the dot of every status in the ${colorScheme} scheme`, async ({ page, landlord }) => {
    await page.emulateMedia({ colorScheme })
    for (const status of ['inactive', 'disabled'] as const) await landlord.addDevice({ status })
    await landlord.issueCode()
    await landlord.signInAt(page)
    for (const [address, name] of [
      ['/prepaid-codes', 'Active'],
      ['/devices', 'Inactive'],
      ['/devices', 'Disabled'],
    ] as const) {
      await page.goto(address)
      const badge = page
        .getByRole('table')
        .locator('.mantine-Badge-root', { hasText: name })
        .first()
      expect(await badge.evaluate(contrastOfDot), name).toBeGreaterThan(3)
    }
  })
}

/** Contrast ratio by WCAG of a badge's dot to its background. */
function contrastOfDot(badge: Element): number {
  const luminance = ({ backgroundColor }: CSSStyleDeclaration) => {
    const [red = 0, green = 0, blue = 0] = (backgroundColor.match(/\d+/g) ?? [])
      .map((part) => Number(part) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [darker = 0, lighter = 0] = [getComputedStyle(badge), getComputedStyle(badge, '::before')]
    .map(luminance)
    .sort((one, other) => one - other)
  return (lighter + 0.05) / (darker + 0.05)
}
