import type { Device } from '@coinless/contract/devices.ts'
import { inField, typed } from './local.ts'
import { chooseMore, expect, type Person, test, toast } from './person.ts'

async function devicesOf(person: Person): Promise<Device[]> {
  const { data } = await person.call<{ data: Device[] }>('GET', '/devices?own=only&limit=100')
  return data
}

test('creates five washers with 7 clicks and 24 typed characters', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  await page.goto('/devices')
  let clicks = 0
  let typed = 0
  const click = async (name: string, role: 'button' | 'link' = 'button') => {
    clicks++
    await page.getByRole(role, { name, exact: true }).click()
  }
  const type = async (text: string) => {
    typed += text.length
    await page.keyboard.type(text)
  }
  const tabTo = async (field: string, tabs: number) => {
    for (let n = 0; n < tabs; n++) await page.keyboard.press('Tab')
    await expect(page.getByLabel(field)).toBeFocused()
  }
  await click('Add Device', 'link')
  await page.getByLabel('Label').click()
  clicks++
  await type('Washer 1')
  await tabTo('Device Number', 1)
  await type('W-08')
  await tabTo('Location', 4)
  await type('Elm Street 4')
  for (const next of ['W-09', 'W-10', 'W-11', 'W-12']) {
    await click('Save and Add Another')
    await expect(page.getByLabel('Device Number')).toHaveValue(next)
  }
  await click('Create Device')
  await expect(toast(page, 'Device created successfully').first()).toBeVisible()
  await expect(page).toHaveURL(/\/devices\/[0-9a-f-]{36}$/)
  const made = await devicesOf(landlord)
  expect(made.map(({ device_number, label }) => [device_number, label])).toEqual(
    [8, 9, 10, 11, 12].map((n) => [`W-${String(n).padStart(2, '0')}`, `Washer ${n - 7}`]),
  )
  expect(new Set(made.map(({ location, price }) => `${location} ${price}`)).size).toBe(1)
  expect([clicks, typed]).toEqual([7, 24])
})

test('saves and adds another by keyboard, and creates one device on a double click', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await page.goto('/devices/new')
  await page.getByLabel('Label').fill('Dryer 1')
  await page.getByLabel('Device Number').fill('D-1')
  await page.getByLabel('Location').fill('Elm Street 4')
  const another = page.getByRole('button', { name: 'Save and Add Another' })
  await another.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Device Number')).toHaveValue('D-2')
  await expect(another).toBeFocused()
  await another.dblclick()
  await expect(page.getByLabel('Device Number')).toHaveValue('D-3')
  await expect.poll(async () => (await devicesOf(landlord)).length).toBe(2)
})

test('duplicates a device with its programmes and weekly prices, from the form’s current values', async ({
  page,
  landlord,
}) => {
  const { id } = await landlord.addDevice({ label: 'Dryer 3', device_number: 'W-09' })
  const prices = {
    time_zone: 'Europe/Madrid',
    programmes: [
      { name: 'Normal', duration_minutes: 30, price: 2.5 },
      { name: 'Long', duration_minutes: 60, price: 4 },
    ],
    times: [{ days: [6, 7], from: '22:00', until: '06:00', prices: [1.5, null] }],
    planned: [],
  }
  await landlord.call('PUT', `/devices/${id}/prices`, prices)
  await landlord.signInAt(page)
  await page.goto(`/devices/${id}`)
  await chooseMore(page, 'Duplicate')
  await expect(page.getByText('Programmes and time-based prices are copied')).toBeVisible()
  await page.getByLabel('Price').fill(typed('3'))
  await page.getByRole('button', { name: 'Save and Add Another' }).click()
  await expect(page.getByLabel('Device Number')).toHaveValue('W-11')
  await page.getByRole('button', { name: 'Create Device' }).click()
  await expect(page.getByRole('heading', { name: 'Dryer 5' })).toBeVisible()
  const made = (await devicesOf(landlord)).filter((each) => each.id !== id)
  expect(made).toHaveLength(2)
  for (const device of made) {
    expect(await landlord.call('GET', `/devices/${device.id}/prices`)).toEqual({
      ...prices,
      programmes: [{ ...prices.programmes[0], price: 3 }, prices.programmes[1]],
    })
  }
})

test('counts a duplicate’s number up past those in use', async ({ page, landlord }) => {
  const facts = { device_type: 'dryer', price: 3.25, label: 'Dryer 3' } as const
  const { id } = await landlord.addDevice({ ...facts, device_number: 'W-09' })
  await landlord.addDevice({ device_number: 'W-10' })
  await landlord.signInAt(page)
  await page.goto(`/devices/${id}`)
  await chooseMore(page, 'Duplicate')
  await expect(page.getByLabel('Device Number')).toHaveValue('W-11')
  await expect(page.getByLabel('Label')).toHaveValue('Dryer 5')
  await expect(page.getByLabel('Price')).toHaveValue(inField('$3.25'))
  await page.getByRole('button', { name: 'Create Device' }).click()
  await expect(page.getByRole('heading', { name: 'Dryer 5' })).toBeVisible()
})
