import type { Page } from '@playwright/test'
import { local, typed } from './local.ts'
import { chooseMore, expect, expectNoToastBut, test, toast } from './person.ts'
import { show } from './screens.ts'

/** Lets the server handle the call, but holds its answer until released. */
async function holdAnswer(page: Page, method: string, address: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = page.waitForRequest(
    (request) => request.method() === method && address.test(request.url()),
  )
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = await route.fetch()
    await promise
    await route.fulfill({ response })
  })
  return { asked, letThrough: resolve }
}

/** Holds the code of a screen. */
async function holdCode(page: Page, name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = page.waitForRequest((request) => request.url().includes(`/assets/${name}-`))
  await page.route(`**/assets/${name}-*`, async (route) => {
    await promise
    await route.fallback()
  })
  return { asked, letThrough: resolve }
}

test('shows one message after a deletion on a detail page and does not request the deleted row', async ({
  page,
  landlord,
}) => {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 404) refused.push(response.url())
  })
  await landlord.signInAt(page)
  for (const [address, kind, call, list] of [
    [`/devices/${(await landlord.addDevice()).id}`, 'Device', '/api/devices/', 'DeviceList'],
    [
      `/prepaid-codes/${(await landlord.issueCode()).id}`,
      'Prepaid code',
      '/prepaid-codes-id/',
      'PrepaidCodeList',
    ],
    [
      `/resources/${(await landlord.addResource({})).id}`,
      'Resource',
      '/api-resources-delete/',
      'ResourceList',
    ],
  ] as const) {
    await page.goto(address)
    const code = await holdCode(page, list)
    if (kind === 'Device') await chooseMore(page, 'Delete')
    else await page.getByRole('button', { name: 'Delete' }).click()
    const deletion = page.waitForRequest((request) => request.method() === 'DELETE')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).dblclick()
    expect((await deletion).url()).toContain(call)
    await code.asked
    await expect(toast(page, `${kind} deleted successfully`)).toBeVisible()
    code.letThrough()
    await expect(page).toHaveURL(address.replace(/\/[^/]*$/, ''))
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectNoToastBut(page, `${kind} deleted successfully`)
  }
  expect(refused).toEqual([])
})

test('leaves users on their current screen when a late answer arrives', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  const resource = await landlord.addResource({ name: 'Ana' })
  await landlord.signInAt(page)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const isLeaving = page.getByRole('dialog', { name: 'Leave this page?' })
  await page.addLocatorHandler(isLeaving, () =>
    isLeaving.getByRole('button', { name: 'Leave' }).click(),
  )
  const actions: [string, string, RegExp, string, () => Promise<void>][] = [
    [`/devices/${device.id}/edit`, 'PUT', /devices/, 'Device updated', () => press('Save Changes')],
    [
      `/resources/${resource.id}/edit`,
      'PUT',
      /update/,
      'Resource updated',
      () => press('Save Changes'),
    ],
    ['/resources/new', 'POST', /create/, 'Resource created', () => press('Create Resource')],
    [
      '/prepaid-codes/new',
      'POST',
      /api\/prepaid-codes$/,
      'code created',
      () => press('Create Code'),
    ],
    [
      `/devices/${device.id}`,
      'DELETE',
      /devices/,
      'Device deleted',
      async () => {
        await chooseMore(page, 'Delete')
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      },
    ],
  ]
  for (const [address, method, call, said, act] of actions) {
    await page.goto(address)
    const answer = await holdAnswer(page, method, call)
    await act()
    await answer.asked
    await page.getByRole('link', { name: 'Profile' }).click()
    const name = page.getByRole('textbox', { name: 'Full Name' })
    await name.fill('Lou Typing')
    answer.letThrough()
    await expect(toast(page, said)).toBeVisible()
    await expect(page).toHaveURL('/profile')
    await expect(name).toHaveValue('Lou Typing')
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('does not redirect while the next screen is loading', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  await page.clock.install()
  const device = await holdAnswer(page, 'GET', /api\/devices\/0/)
  await page.goto('/devices/00000000-0000-4000-8000-000000000000')
  await device.asked
  const list = await holdCode(page, 'TransactionList')
  await page.getByRole('link', { name: 'Transactions' }).click()
  await list.asked
  const refused = page.waitForResponse((response) => response.status() === 404)
  device.letThrough()
  await refused
  await page.clock.runFor(1_000)
  list.letThrough()
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible()

  const payments = await holdCode(page, 'ProcessPayment')
  await page.getByRole('searchbox').fill('W-1')
  await page.getByRole('link', { name: 'Payments' }).click()
  await payments.asked
  await page.clock.runFor(1_000)
  payments.letThrough()
  await expect(page.getByRole('heading', { name: 'Process Payment' })).toBeVisible()
})

test('closes only the dialog that sent the call when its answer arrives late', async ({
  page,
  landlord,
  admin,
}) => {
  const code = await landlord.issueCode()
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/${code.id}`)
  const answer = await holdAnswer(page, 'POST', /top-up/)
  const open = () => page.getByRole('button', { name: 'Top Up' }).click()
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('textbox') })
  const close = async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Close without saving' }).click()
    await expect(dialog).toBeHidden()
  }
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  await open()
  await amount.fill(typed('5'))
  await dialog.getByRole('button', { name: 'Top Up' }).click()
  await answer.asked
  await close()
  await open()
  await amount.fill(typed('12'))
  answer.letThrough()
  await expect(page.getByRole('main')).toContainText(local('$15.00'))
  await expect(amount).toHaveValue(/12/)
  await page.unrouteAll({ behavior: 'wait' })

  await admin.signInAt(page)
  await page.goto(`/admin/users?search=${landlord.email}`)
  const assignment = await holdAnswer(page, 'POST', /admin-users-roles/)
  const openRoles = page.getByRole('button', { name: `Assign Role: ${landlord.email}` })
  const role = dialog.getByRole('textbox', { name: 'Role Name' })
  await openRoles.click()
  await role.fill('cleaner')
  await dialog.getByRole('button', { name: 'Assign Role' }).click()
  await assignment.asked
  await close()
  await openRoles.click()
  await role.fill('moderator')
  assignment.letThrough()
  await expect(dialog.getByRole('button', { name: 'Remove role cleaner' })).toBeVisible()
  await expect(role).toHaveValue('moderator')
})

test('reports a completed top-up to a user who has chosen another amount since', async ({
  page,
  landlord,
}) => {
  await landlord.verify()
  await landlord.allowTopUps()
  const { id } = await landlord.issueCode()
  await landlord.signInAt(page)
  await show(page, `/prepaid-codes/${id}/top-up`)
  const topUp = await holdAnswer(page, 'POST', /card-top-up/)
  await page.getByRole('button', { name: local('Pay $5.00') }).click()
  await topUp.asked
  await page.getByRole('button', { name: local('$20.00'), exact: true }).click()
  topUp.letThrough()
  const said = toast(page, 'Payment successful!')
  await expect(said.getByRole('link', { name: 'View top-up' })).toBeVisible()
  await expect(page.getByText(local('$15.00 left'))).toBeVisible()
  await expect(page.getByRole('button', { name: local('Pay $20.00') })).toBeEnabled()
})

test('stops showing a payment as processing once it is reported as made', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  const { code } = await landlord.issueCode()
  await landlord.signInAt(page)
  await show(page, `/payments?device=${device.id}`)
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code)
  await expect(page.getByRole('button', { name: local('Pay $') })).toBeEnabled()
  const devices = await holdAnswer(page, 'GET', /api\/devices/)
  await page.getByRole('button', { name: local('Pay $') }).click()
  await devices.asked
  await expect(toast(page, 'Payment successful!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay with Prepaid Code' })).toBeVisible()
  devices.letThrough()
  await page.unrouteAll({ behavior: 'wait' })
})

test('closes or updates the leave confirmation when its reason changes', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  const { id, code } = await landlord.issueCode()
  await landlord.signInAt(page)
  const leaving = page.getByRole('dialog', { name: 'Leave this page?' })
  const pay = page.getByRole('button', { name: local('Pay $') })
  for (const [text, ends] of [
    ['NOT-A-CODE-X7', () => expect(leaving).toContainText('passwords and codes again')],
    [code, () => expect(leaving).toBeHidden()],
  ] as const) {
    await show(page, `/payments?device=${device.id}`)
    await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(text)
    const payment = await holdAnswer(page, 'POST', /payments\/prepaid/)
    await pay.click()
    await payment.asked
    await page.getByRole('link', { name: 'Transactions' }).click()
    await expect(leaving).toContainText('A payment is in progress.')
    payment.letThrough()
    await ends()
    await expect(page).toHaveURL(/payments/)
    await page.unrouteAll({ behavior: 'wait' })
  }
  await expect(toast(page, 'Payment successful!')).toBeVisible()

  await page.goto(`/prepaid-codes/${id}`)
  await page.getByRole('button', { name: 'Top Up' }).click()
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('textbox') })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(typed('5'))
  const topUp = await holdAnswer(page, 'POST', /top-up/)
  await dialog.getByRole('button', { name: 'Top Up' }).click()
  await topUp.asked
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog', { name: 'Close without saving?' })).toBeVisible()
  topUp.letThrough()
  await expect(toast(page, 'topped up')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
