import type { Page } from '@playwright/test'
import { expect, test, toast } from './person.ts'
import { show } from './screens.ts'

const palette = { name: 'Find' }

async function find(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find pages' })).toBeFocused()
  await page.keyboard.type(text)
}

test('opens pages, devices, codes and payments from a few letters after Ctrl+K', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice({ label: 'Zebra washer' })
  const code = await landlord.issueCode({ customer_name: 'Zebra Ana' })
  const { id } = await landlord.pay(device, code)
  await landlord.signInAt(page)
  await show(page, '/profile')
  const options = page.getByRole('listbox').getByRole('option')
  await page.getByLabel('Full Name').focus()
  await find(page, 'zebra')
  await expect(options).toHaveText([/Zebra washer/, new RegExp(code.code)])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/devices/${device.id}`)
  await find(page, device.device_number)
  await expect(options).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/transactions/${id}`)
  await find(page, 'prof')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile')
})

/** What is typed, and the first option for it on an English screen. */
const typed = {
  staff: 'Staff',
  equipo: 'Staff',
  batch: 'Batches of Codes',
  lotes: 'Batches of Codes',
  webhook: 'Webhooks',
  eventos: 'Webhooks',
  'api key': 'API Keys',
  claves: 'API Keys',
  'top-up': 'Top-up Settings',
  recargas: 'Top-up Settings',
  settings: 'Settings',
  ajustes: 'Settings',
  password: 'Profile',
  contrasena: 'Profile',
  help: 'Guide',
  ayuda: 'Guide',
  reembolsar: 'Guide for landlords',
  inquilinos: 'Guide for tenants',
  mqtt: 'Shelly and Tasmota by MQTT',
}

test('finds settings, batches and the guide by English and Spanish words', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await show(page, '/dashboard')
  const first = page.getByRole('listbox').getByRole('option').first()
  await find(page, '')
  for (const [words, label] of Object.entries(typed)) {
    await page.getByRole('combobox').fill(words)
    await expect(first, words).toHaveText(label)
  }
  await page.getByRole('combobox').fill('trabajo personal')
  await expect(page.getByRole('dialog', palette)).toContainText('Nothing found')
  await page.getByRole('combobox').fill('personal')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings/staff')
  await find(page, 'guide tenants')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/help/tenants')
})

test('offers a tenant no settings of landlords and only the guide for tenants', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await show(page, '/dashboard')
  await find(page, 'help')
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options).toHaveText(['Guide', 'Guide for tenants'])
  await page.getByRole('combobox').fill('webhooks')
  await expect(page.getByRole('dialog', palette)).toContainText('Nothing found')
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es' })

  test('finds pages by their Spanish labels and by English words', async ({ page, landlord }) => {
    await landlord.signInAt(page)
    await show(page, '/dashboard')
    await page.keyboard.press('Control+k')
    const first = page.getByRole('listbox').getByRole('option').first()
    for (const [words, label] of [
      ['personal', 'Personal'],
      ['staff', 'Personal'],
      ['claves', 'Claves de API'],
      ['batches', 'Lotes de códigos'],
      ['settings', 'Ajustes'],
      ['devices', 'Dispositivos'],
      ['help', 'Guía'],
    ] as const) {
      await page.getByRole('combobox').fill(words)
      await expect(first, words).toHaveText(label)
    }
  })
})

test('shows the actions for a result to its right', async ({ page, landlord }) => {
  const device = await landlord.addDevice({ label: 'Yak washer' })
  const { code } = await landlord.issueCode({ customer_name: 'Yak Ana' })
  await landlord.signInAt(page)
  await show(page, '/dashboard')
  const options = page.getByRole('listbox').getByRole('option')
  await find(page, 'yak')
  await expect(options).toHaveText([/Yak washer/, new RegExp(code)])
  await page.keyboard.press('ArrowRight')
  await expect(options).toHaveText(['Open', 'Pay', 'Edit', 'Print Stickers'])
  await page.keyboard.press('Backspace')
  await page.keyboard.type('yak')
  await expect(options).toHaveCount(2)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('edit')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/devices/${device.id}/edit`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await find(page, code)
  await expect(options).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Code copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  expect(page.url()).not.toContain(code)
})

test('finds users for admins only', async ({ page, landlord, tenant, admin }) => {
  await admin.makeAdmin(landlord)
  await landlord.signInAt(page)
  await show(page, '/dashboard')
  await page.getByRole('button', palette).click()
  await page.getByRole('combobox').fill(tenant.email)
  await expect(page.getByRole('option', { name: tenant.email })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/users/${tenant.signedIn.user.id}`)
})

test('reports a failed search with a retry, and returns the focus on Escape', async ({
  page,
  landlord,
}) => {
  await landlord.addDevice({ label: 'Xenon washer' })
  await landlord.signInAt(page)
  await show(page, '/dashboard')
  await page.route('**/api/search', (route) => route.fulfill({ status: 400, json: {} }))
  const opener = page.getByRole('button', palette)
  await opener.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox').fill('xenon')
  const dialog = page.getByRole('dialog', palette)
  await expect(dialog).toContainText('API Error: 400')
  await page.unroute('**/api/search')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('option', { name: 'Xenon washer' })).toBeVisible()
  await page.getByRole('combobox').fill('no such thing')
  await expect(dialog).toContainText('Nothing found')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('lists all shortcuts on ?, and types it in a field', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await show(page, '/transactions')
  await page.keyboard.press('Shift+?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByRole('listitem')).toHaveText([
    'Find anythingCtrlK',
    'Toggle sidebarCtrlB',
    'Keyboard shortcuts?',
  ])
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  const search = page.getByRole('searchbox')
  await search.focus()
  await page.keyboard.press('Shift+?')
  await expect(search).toHaveValue('?')
  await expect(keys).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true })

  test('opens a result with a tap', async ({ page, landlord }) => {
    const device = await landlord.addDevice({ label: 'Walrus washer' })
    await landlord.signInAt(page)
    await show(page, '/dashboard')
    await page.getByRole('button', palette).tap()
    await page.getByRole('combobox').fill('walrus')
    await page.getByRole('option', { name: 'Walrus' }).tap()
    await expect(page).toHaveURL(`/devices/${device.id}`)
  })
})

test('takes all that is typed while a menu is open, and returns the focus to the button of the menu', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await show(page, '/devices')
  for (const name of [/^Account of/, 'CSV']) {
    const button = page.getByRole('button', { name })
    await button.click()
    await expect(page.getByRole('menu')).toBeVisible()
    const isInMenu = () =>
      page.evaluate(() => document.activeElement?.closest('[role=menu]') != null)
    await expect.poll(isInMenu).toBe(true)
    await find(page, 'prof')
    await expect(page.getByRole('combobox', { name: 'Find pages' })).toHaveValue('prof')
    await expect(page.getByRole('menu')).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  }
})
