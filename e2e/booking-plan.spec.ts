import { AxeBuilder } from '@axe-core/playwright'
import {
  bookingsOf,
  bookOne,
  dayOf,
  dialogOf,
  group,
  makeRoom,
  planOf,
  rules,
  save,
  savePlan,
} from './booking-rooms.ts'
import { chooseZone, expect, test, toast } from './person.ts'
import { show } from './screens.ts'

// id: booking-plan-1
test('sets up bookings of all machines in four clicks from the device', async ({
  page,
  landlord,
}) => {
  const room = await makeRoom(landlord, 'washer', 'dryer')
  const [washer] = room.devices
  await landlord.signInAt(page)
  await show(page, `/devices/${washer?.id}`)
  await page.getByRole('link', { name: 'All machines here' }).click()
  await page.getByRole('link', { name: 'Booking plan' }).click()
  await page.getByRole('button', { name: 'Set up bookings' }).click()
  const all = group(page, 'All machines')
  await expect(all.getByLabel('Name')).toBeFocused()
  await expect(all.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await expect(all.getByRole('button', { name: /^Sunday: / })).toHaveCount(5)
  await save(page).click()
  await expect(toast(page, 'Booking plan saved')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  const { groups, ...saved } = await planOf(landlord, room)
  expect(saved).toEqual({ ...rules, time_zone: 'America/New_York' })
  const starts = ['07:00', '10:00', '13:00', '16:00', '19:00']
  expect(groups).toEqual([
    {
      ...{ id: expect.any(String), name: 'All machines', dryer_minutes: 0 },
      device_ids: expect.arrayContaining(room.devices.map(({ id }) => id)),
      slots: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
        starts.map((starts_at) => ({ weekday, starts_at, minutes: 180 })),
      ),
    },
  ])

  await all.getByLabel('Dryers later by (min)').fill('45')
  await page.getByLabel('Bookings per person and month').fill('8')
  await page.getByLabel('Guests can book').check()
  await chooseZone(page, 'Europe/Madrid')
  await save(page).click()
  await expect
    .poll(() => planOf(landlord, room))
    .toMatchObject({
      ...{ month_max: 8, guests_allowed: true, time_zone: 'Europe/Madrid' },
      groups: [{ id: groups[0]?.id, dryer_minutes: 45 }],
    })
})

test('moves a machine to a second group, and names missing values at their fields', async ({
  page,
  landlord,
}) => {
  const room = await makeRoom(landlord, 'washer', 'dryer')
  const dryer = room.devices[1]?.device_number ?? ''
  await savePlan(landlord, room)
  await landlord.signInAt(page)
  await show(page, `${room.address}/booking-plan`)
  await page.getByRole('button', { name: 'Add a group' }).press('Enter')
  await save(page).click()
  const second = group(page, 'Group 2')
  await expect(second.getByLabel('Name')).toBeFocused()
  await expect(second.getByLabel('Name')).toHaveAccessibleDescription(/must not be empty/)
  await expect(second.getByRole('group', { name: 'Machines' })).toHaveAccessibleDescription(
    'Choose at least one.',
  )
  await page.keyboard.type('Dryers')
  const dryers = group(page, 'Dryers')
  const moved = dryers.getByRole('checkbox', { name: dryer })
  await expect(moved).toHaveAccessibleName(/ \(now in Washers\)$/)
  await moved.press('Space')
  await expect(group(page, 'Washers').getByLabel('Dryers later by (min)')).toHaveCount(0)
  await save(page).click()
  await expect(toast(page, 'Booking plan saved')).toBeVisible()
  expect((await planOf(landlord, room)).groups).toMatchObject([
    { name: 'Washers', device_ids: [room.devices[0]?.id] },
    { name: 'Dryers', device_ids: [room.devices[1]?.id] },
  ])
})

test('asks before bookings end on closed days, with a group or with all', async ({
  page,
  landlord,
  tenant,
}) => {
  await tenant.verify()
  const room = await makeRoom(landlord, 'washer')
  await savePlan(landlord, room)
  await bookOne(tenant, room)
  await landlord.signInAt(page)
  await show(page, `${room.address}/booking-plan`)
  await page.getByRole('button', { name: 'Add closed days' }).click()
  const closed = page.getByRole('group', { name: 'Closed days 1' })
  await closed.getByLabel('From').fill('2999-12-24')
  await closed.getByLabel('Until').fill('2999-12-23')
  await save(page).click()
  await expect(closed.getByLabel('Until')).toHaveAccessibleDescription(
    'Until must not be before the first day.',
  )
  await closed.getByLabel('Until').fill('2999-12-26')
  await closed.getByLabel('Reason').fill('Holidays')
  await save(page).click()
  const question = dialogOf(page, 'End bookings?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(await planOf(landlord, room)).toMatchObject({ closed: [] })
  await save(page).click()
  await question.getByRole('button', { name: 'Save and end bookings' }).click()
  await expect
    .poll(() => planOf(landlord, room))
    .toMatchObject({
      closed: [{ from: '2999-12-24', until: '2999-12-26', reason: 'Holidays' }],
    })
  expect(await bookingsOf(tenant)).toBe(1)

  // A wrong value elsewhere does not keep bookings from being turned off.
  await page.getByLabel('Days open for booking').fill('0')
  await page.getByRole('button', { name: 'Turn off bookings' }).click()
  const off = dialogOf(page, 'Turn off bookings?')
  await off.getByRole('button', { name: 'Turn off bookings' }).click()
  await expect(page.getByRole('button', { name: 'Set up bookings' })).toBeVisible()
  expect(await planOf(landlord, room)).toMatchObject({ groups: [], days_ahead: 28 })
  expect(await bookingsOf(tenant)).toBe(0)
})

test('compares a plan that another tab has saved before overwriting it', async ({
  page,
  landlord,
}) => {
  const room = await makeRoom(landlord, 'washer')
  const { groups } = await savePlan(landlord, room)
  await landlord.signInAt(page)
  await show(page, `${room.address}/booking-plan`)
  await group(page, 'Washers').getByLabel('Name').fill('Mine')
  await page.reload()
  await expect(page.getByText('Your unsaved changes are restored.')).toBeVisible()
  await savePlan(landlord, room, { days_ahead: 14, groups: [{ ...groups[0], name: 'Theirs' }] })
  await save(page).click()
  const notice = page.getByRole('alert').filter({ hasText: 'This changed after you opened it' })
  await expect(notice.getByRole('row', { name: /^Groups/ })).toContainText(/Mine.*Theirs/s)
  await expect(page.getByLabel('Days open for booking')).toHaveValue('14')
  await save(page).click()
  await expect(toast(page, 'Booking plan saved')).toBeVisible()
  expect(await planOf(landlord, room)).toMatchObject({ days_ahead: 14, groups: [{ name: 'Mine' }] })
})

test('fits narrow phones and shows the week in columns on wide screens', async ({
  page,
  landlord,
}) => {
  const room = await makeRoom(landlord, 'washer', 'dryer')
  await savePlan(landlord, room, {
    closed: [{ from: '2999-12-24', until: '2999-12-26', reason: '' }],
  })
  await landlord.signInAt(page)
  await show(page, `${room.address}/booking-plan`)
  const topOf = async (day: string) =>
    (await dayOf(group(page, 'Washers'), day).boundingBox())?.y ?? 0
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await topOf('Sunday')).toBe(await topOf('Monday'))
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(excess, `${width} pixels`).toBeLessThanOrEqual(0)
    expect(await topOf('Sunday')).toBeGreaterThan(await topOf('Monday'))
  }
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations).toEqual([])
  await page.getByRole('button', { name: 'Fill the week of Washers' }).press('Enter')
  await expect(dialogOf(page, 'Fill the week').getByLabel('From')).toBeFocused()
  const ofDialog = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(ofDialog.violations).toEqual([])
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es-MX' })

  test('sets up bookings', async ({ page, landlord }) => {
    const room = await makeRoom(landlord, 'washer')
    await landlord.signInAt(page)
    await show(page, room.address)
    await page.getByRole('link', { name: 'Plan de reservas' }).click()
    await page.getByRole('button', { name: 'Configurar reservas' }).click()
    await expect(
      group(page, 'Todas las máquinas').getByRole('group', { name: 'lunes' }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(toast(page, 'Plan de reservas guardado')).toBeVisible()
  })
})

test('refuses a tenant, and leads back to the room', async ({ page, landlord, tenant }) => {
  const { address } = await makeRoom(landlord, 'washer')
  await tenant.signInAt(page)
  await page.goto(`${address}/booking-plan`)
  await expect(toast(page, 'You can see this, but you cannot change it.')).toBeVisible()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('link', { name: 'Booking plan' })).toHaveCount(0)
})
