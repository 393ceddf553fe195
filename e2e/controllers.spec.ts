import type { DeviceLink } from '@coinless/contract/device-links.ts'
import { local, onlyInDollars, typed } from './local.ts'
import { expect, test, toast } from './person.ts'

test('adds a controller by its kind and shows its credential once, with the lines to type', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/devices')
  await page.getByRole('link', { name: 'Controllers' }).click()
  await expect(page.getByText('No controllers found')).toBeVisible()
  await page.getByRole('link', { name: 'Add Controller' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Basement')
  await expect(page.getByLabel('Kind').getByRole('option')).toHaveText([
    'Coinless agent',
    'Shelly',
    'Simulated',
  ])
  await page.getByRole('button', { name: 'Add Controller' }).click()
  await expect(page.getByText('Shown only once.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link').first()).toHaveText('Back to Controllers')
  const [credential, settings] = await page.locator('pre').allTextContents()
  expect(credential).toMatch(/^[\w-]{43}$/)
  expect(JSON.parse(settings ?? '')).toMatchObject({
    server: new URL(page.url()).origin,
    credential,
  })
  await page.getByRole('link', { name: 'Done, I’ve saved it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Basement')
  await expect(page.getByText('Never connected')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(credential ?? '')
})

test('offers MQTT on a server with a broker', async ({ page, landlord }) => {
  await page.route('/api/controllers/drivers', (route) =>
    route.fulfill({ json: { data: ['coinless', 'shelly', 'mqtt', 'simulated'] } }),
  )
  await landlord.signInAt(page)
  await page.goto('/controllers/new')
  await page.getByLabel('Kind').selectOption('MQTT')
  await expect(page.getByText('on this server’s MQTT broker')).toBeVisible()
})

test('shows the settings that connect a Shelly to this server and keep it off after a power cut', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/controllers/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Basement')
  await page.getByLabel('Kind').selectOption('Shelly')
  await page.getByRole('button', { name: 'Add Controller' }).click()
  await expect(page.getByText('Shown only once.')).toBeVisible()
  const [credential, lines] = await page.locator('pre').allTextContents()
  const bodies = [...(lines ?? '').matchAll(/-d '(.+)'/g)].map(([, body]) => JSON.parse(body ?? ''))
  const { host } = new URL(page.url())
  expect(bodies).toEqual([
    { id: 0, config: expect.objectContaining({ initial_state: 'off', in_mode: 'detached' }) },
    { config: expect.objectContaining({ enable: true }) },
  ])
  const { server } = bodies[1].config
  expect(server).toBe(`ws://${host}/api/controllers/shelly/${credential}`)
  const socket = new WebSocket(server)
  const asked = await new Promise((resolve) => {
    socket.onmessage = ({ data }) => resolve(JSON.parse(data))
  })
  expect(asked).toMatchObject({ method: 'Sys.GetStatus' })
  socket.close()
})

test('renames a controller, replaces and revokes its credential, deletes it after confirmation', async ({
  page,
  landlord,
}) => {
  const { id, credential } = await landlord.addController()
  await landlord.link(
    await landlord.addDevice(),
    await landlord.addController({ name: 'Westside' }),
  )
  await landlord.signInAt(page)
  await page.goto(`/controllers/${id}`)
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Attic')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Attic')
  await page.getByRole('button', { name: 'Replace Credential' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace Credential' }).click()
  const shown = page.getByRole('dialog').filter({ has: page.locator('pre') })
  await expect(shown.locator('pre').first()).toHaveText(/^[\w-]{43}$/)
  await expect(shown).not.toContainText(credential)
  await shown.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Revoke Credential' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke Credential' }).click()
  await expect(page.getByText('Revoked: cannot connect')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Controller deleted')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Westside' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Attic' })).toBeHidden()
})

test('links a device by coin pulses, changes the link, and unlinks it on the device’s page', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice({ price: 3 })
  await landlord.addController()
  await landlord.signInAt(page)
  await page.goto(`/devices/${device.id}/controller`)
  const card = page.getByRole('region', { name: 'Link' })
  await expect(card).toContainText('No controller linked')
  await card.getByRole('button', { name: 'Link to a controller' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link to a controller' })
  await dialog.getByLabel('Switched by').selectOption('Coin pulses')
  await dialog.getByLabel('Gap in milliseconds').fill('5')
  await dialog.getByRole('button', { name: 'Link to a controller' }).click()
  await expect(dialog).toContainText('Gap in milliseconds must be 20 or more.')
  await dialog.getByLabel('Gap in milliseconds').fill('200')
  await dialog.getByRole('button', { name: 'Link to a controller' }).click()
  await expect(card).toContainText('Coin pulses of 50 ms, 200 ms apart')
  await card.getByRole('button', { name: 'Change' }).click()
  const change = page.getByRole('dialog', { name: 'Change' })
  await change.getByRole('switch', { name: 'Refund unused minutes' }).check()
  await change.getByRole('button', { name: 'Save Changes' }).click()
  await expect(card).toContainText('Yes')
  await card.getByRole('button', { name: 'Remove Link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Link' }).click()
  await expect(card).toContainText('No controller linked')
})

test('keeps only options that the chosen kind of controller supports', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  await landlord.addController()
  const shelly = await landlord.addController({ name: 'Attic', driver: 'shelly' })
  await landlord.link(await landlord.addDevice(), shelly)
  await landlord.signInAt(page)
  await page.goto(`/devices/${device.id}/controller`)
  await page.getByRole('button', { name: 'Link to a controller' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link to a controller' })
  await expect(dialog.getByLabel('Controller')).toBeFocused()
  await dialog.getByLabel('Controller').selectOption('Laundry room')
  await dialog.getByLabel('Switched by').selectOption('Coin pulses')
  await dialog.getByLabel('Gap in milliseconds').fill('5')
  await dialog.getByLabel('Proof of running').selectOption('Busy input')
  await dialog.getByLabel('Controller').selectOption('Attic')
  await expect(dialog.getByLabel('Channel')).toHaveValue('2')
  await expect(dialog.getByLabel('Gap in milliseconds')).toBeHidden()
  await dialog.getByLabel('Channel').press('Enter')
  const card = page.getByRole('region', { name: 'Link' })
  await expect(card).toContainText('Attic')
  await expect(card).toContainText('Controller confirms only')
})

test('refuses a price that coins cannot make and names the nearest two at the field', async ({
  page,
  landlord,
}) => {
  onlyInDollars('The coin is a quarter.')
  const device = await landlord.addDevice()
  const pulses: Partial<DeviceLink> = { switching: 'pulses', pulse_ms: 50, gap_ms: 100 }
  await landlord.link(device, await landlord.addController(), pulses)
  await landlord.signInAt(page)
  await page.goto(`/devices/${device.id}/edit`)
  await page.getByLabel('Price').fill(typed('2.6'))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const field = page.getByLabel('Price')
  await expect(field).toHaveAccessibleDescription(local(/\$2\.50 or \$2\.75/))
})

test('hides a device’s link from users who may not change the device', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await landlord.link(device, await landlord.addController())
  await tenant.signInAt(page)
  await page.goto(`/devices/${device.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(device.label)
  await expect(page.getByRole('region', { name: 'Link' })).toBeHidden()
})
