import { randomUUID } from 'node:crypto'
import { expect, test } from './person.ts'
import { pagesOf } from './printed.ts'

// id: e2e-rooms-1
test('lists available machines from the door sign, offers notifications, and takes payment', async ({
  page,
  landlord,
  tenant,
}) => {
  const location = `Cellar ${randomUUID().slice(0, 8)}`
  const washer = await landlord.addDevice({ location, label: 'Washer', device_number: 'W-10' })
  const next = await landlord.addDevice({ location, label: 'Washer', device_number: 'W-9' })
  const dryer = await landlord.addDevice({
    location,
    device_number: 'D-1',
    device_type: 'dryer',
  })
  const closed = await landlord.addDevice({ location, status: 'inactive' })
  for (const busy of [washer, dryer]) await landlord.pay(busy, await landlord.issueCode())

  await landlord.signInAt(page)
  await page.goto(`/devices/${next.id}`)
  await page.getByRole('link', { name: 'All machines here' }).click()
  await page.getByRole('link', { name: 'Print a sign for the door' }).click()
  await expect(page.getByRole('region', { name: 'Door Sign' })).toContainText(location)
  for (const format of ['A4', 'Letter']) {
    const [sign, ...more] = pagesOf(await page.pdf({ format }))
    expect(more).toEqual([])
    const [code] = sign?.codes ?? []
    expect(Math.abs((code?.size ?? 0) - 120)).toBeLessThan(0.5)
    expect(code?.says).toBe(`${new URL(page.url()).origin}/rooms/${washer.sticker_number}`)
  }

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/rooms/${washer.sticker_number}`)
  await expect(page).toHaveURL(/\/auth/)
  await tenant.verify()
  await tenant.signInAt(page)
  await page.goto('/rooms/123456789')
  await page.getByRole('link', { name: 'Choose a machine, or type another number' }).click()
  await expect(page.getByRole('textbox', { name: 'Sticker Number' })).toBeVisible()
  await page.goto(`/m/${closed.sticker_number}`)
  await page.getByRole('link', { name: 'Other machines here' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(location)
  await expect(page.getByRole('link', { name: 'Back to Payments' })).toBeVisible()
  const washers = page.getByRole('region', { name: 'Washer' })
  await expect(washers.getByRole('heading')).toHaveText('Washer: 1 of 2 available')
  await expect(washers.getByRole('listitem').first()).toContainText('Washer · W-9')
  await expect(washers.getByRole('listitem').nth(1)).toContainText(/Running, \d+ min left/)
  await expect(washers.getByRole('listitem').nth(1)).toContainText('by timer')
  const ask = page.getByRole('button', { name: 'Notify me when available' })
  const dryers = page.getByRole('region', { name: 'Dryer' })
  await expect(dryers.getByRole('heading')).toHaveText('Dryer: 0 of 1 available')
  await expect(ask).toHaveCount(1)
  await ask.click()
  await expect(dryers).toContainText('We’ll notify you when one is available, until')
  await dryers.getByRole('button', { name: 'Email me' }).click()
  await expect(dryers.getByText('How should we notify you?')).toBeHidden()
  await page.reload()
  await dryers.getByRole('button', { name: 'Stop waiting' }).click()
  await expect(ask).toHaveCount(1)
  await washers.getByRole('link', { name: /W-9/ }).click()
  await expect(page).toHaveURL(`/payments?device=${next.id}`)
})

// id: e2e-rooms-2
test('lists the room of the last payment in the menu of a tenant, with its machines in that order', async ({
  page,
  landlord,
  tenant,
}) => {
  const location = `Basement ${randomUUID().slice(0, 8)}`
  await landlord.addDevice({ location, device_number: 'W-1' })
  const second = await landlord.addDevice({ location, device_number: 'W-2' })
  await tenant.signInAt(page)
  const asked = page.waitForResponse('**/api/rooms')
  await page.goto('/dashboard')
  await asked
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'My laundry room' })
  await expect(menu).toHaveCount(0)
  await tenant.pay(second, await landlord.issueCode())
  await page.reload()
  const entry = menu.getByRole('link', { name: `${location} 1 of 2 available` })
  await entry.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/rooms\/\d{9}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(location)
  await expect(entry).toHaveAttribute('aria-current', 'page')
  await expect(page.locator('[aria-current=page]')).toHaveCount(1)
  const machines = page.getByRole('main').getByRole('listitem')
  await expect(machines).toHaveText([/W-2.*used recently/, /W-1/])
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})

test('asks for the rooms of a tenant on a phone only once the menu is open', async ({
  page,
  landlord,
  tenant,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const device = await landlord.addDevice()
  await tenant.pay(device, await landlord.issueCode())
  await page.setViewportSize({ width: 390, height: 800 })
  await tenant.signInAt(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transactions')
  expect(asked).not.toContain('/api/rooms')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'My laundry room' })).toBeVisible()
  expect(asked.filter((path) => path === '/api/rooms')).toHaveLength(1)
})

test('links a closed machine’s URL to the other machines of its room', async ({
  page,
  landlord,
  tenant,
}) => {
  const location = 'Cellar'
  const closed = await landlord.addDevice({ location })
  const other = await landlord.addDevice({ location, label: 'The other one' })
  await landlord.call('PUT', `/devices/${closed.id}`, {
    label: closed.label,
    device_number: closed.device_number,
    device_type: closed.device_type,
    landlord_email: landlord.email,
    location,
    duration_minutes: 30,
    price: 2.5,
    status: 'inactive',
  })
  await tenant.signInAt(page)
  await page.goto(`/payments?device=${closed.id}`)
  await page.getByRole('main').getByRole('alert').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: location })).toBeVisible()
  await expect(page.getByRole('link', { name: other.device_number })).toBeVisible()
})
