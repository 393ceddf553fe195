import { locale } from './local.ts'
import { chooseZone, expect, type Person, test, toast } from './person.ts'
import { show } from './screens.ts'

const lisbon = 'Europe/Lisbon'
test.use({ timezoneId: 'Europe/Berlin' })

const setZone = (person: Person, location: string | null, time_zone: string) =>
  person.call('PATCH', '/places', { location, time_zone })

for (const [name, width] of [
  ['a phone', 390],
  ['a desktop', 1280],
] as const) {
  test(`sets the time zone of a place by keyboard, on ${name}`, async ({ page, landlord }) => {
    await page.setViewportSize({ width, height: 800 })
    await landlord.addDevice({ location: 'Alfama' })
    for (const location of ['Mitte', 'Mitte']) await landlord.addDevice({ location })
    await landlord.signInAt(page)
    await show(page, '/settings')
    await page.getByRole('link', { name: 'Places' }).click()
    await expect(page.getByText('Not chosen. Mails show UTC.')).toBeVisible()
    const dialog = page.getByRole('dialog')
    const choose = async (typed: string) => {
      await dialog.getByLabel('Time zone').focus()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(typed)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }
    await page.getByRole('button', { name: 'Change your time zone' }).click()
    await expect(dialog.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Time zone changed')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your time zone' })).toContainText(
      'Europe/Berlin',
    )
    const place = page.getByRole('row').filter({ hasText: 'Alfama' })
    await expect(place).toContainText('Your time zone (Europe/Berlin)')
    const change = place.getByRole('button', { name: 'Change the time zone of Alfama' })
    if (width < 600) await place.getByRole('button', { name: 'Details Alfama' }).click()
    await change.click()
    await choose('lisb')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(place).toContainText(lisbon)
    await expect(place).not.toContainText('Your time zone')
    await expect(page.getByRole('row').filter({ hasText: 'Mitte' })).toContainText(
      'Your time zone (Europe/Berlin)',
    )
    await change.click()
    await choose('your time')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(place).toContainText('Your time zone (Europe/Berlin)')
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > window.innerWidth,
    )
    expect(isWide).toBe(false)
  })
}

test('finds a time zone by its usual spelling, and Enter chooses it', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await show(page, '/settings/places')
  const dialog = page.getByRole('dialog')
  for (const [typed, zone] of [
    ['são paulo', 'America/Sao Paulo'],
    ['New_York', 'America/New York'],
  ] as const) {
    await page.getByRole('button', { name: 'Change your time zone' }).press('Enter')
    await expect(dialog.getByLabel('Time zone')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Time zone')).toHaveValue(zone)
    await page.keyboard.type(' ')
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(dialog).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Your time zone' })).toContainText(zone)
  }
})

test('starts a price list with the time zone of the place, and says when a list has another', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice({ location: 'Alfama' })
  await setZone(landlord, 'Alfama', lisbon)
  await landlord.signInAt(page)
  await show(page, `/devices/${device.id}/prices`)
  await page.getByRole('button', { name: 'Add a time-based price' }).click()
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await expect(zone).toHaveValue(lisbon)
  const note = page.getByText(`Receipts and mails show the time of the place, ${lisbon}.`)
  await expect(note).toHaveCount(0)
  await chooseZone(page, 'Europe/Madrid')
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(`/devices/${device.id}`)
  await expect(note).toBeVisible()
})

test('shows and prints receipts with the time of the place, which is named if it differs', async ({
  page,
  landlord,
}) => {
  const [there, here] = [
    await landlord.addDevice({ location: 'Alfama' }),
    await landlord.addDevice({ location: 'Mitte' }),
  ]
  await setZone(landlord, null, 'Europe/Berlin')
  await setZone(landlord, 'Alfama', lisbon)
  const code = await landlord.issueCode()
  await landlord.signInAt(page)
  for (const [device, zone] of [
    [there, lisbon],
    [here, undefined],
  ] as const) {
    const { id, created_at } = await landlord.pay(device, code)
    const clock = new Date(created_at).toLocaleTimeString(locale, {
      timeZone: zone ?? 'Europe/Berlin',
      timeStyle: 'short',
    })
    await show(page, `/transactions/${id}/receipt`)
    await page.emulateMedia({ media: 'print' })
    const date = page.locator('dt', { hasText: 'Date' }).locator('+ dd')
    const shown = zone ? `${clock} ${zone}` : clock
    await expect(date).toHaveText(new RegExp(`${shown.replace(/\s/g, '\\s')}$`))
    await page.emulateMedia({ media: 'screen' })
  }
})
