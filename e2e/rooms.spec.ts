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
