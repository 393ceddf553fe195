import { dayOf, dialogOf, group, makeRoom, planOf, save, savePlan } from './booking-rooms.ts'
import { expect, test, toast } from './person.ts'
import { show } from './screens.ts'

// id: booking-slots-1
test('changes, adds, removes, copies and fills slots, and marks those that overlap', async ({
  page,
  landlord,
}) => {
  const room = await makeRoom(landlord, 'washer')
  const slots = [{ weekday: 1, starts_at: '07:00', minutes: 180 }]
  const plan = await savePlan(landlord, room)
  await savePlan(landlord, room, { groups: [{ ...plan.groups[0], slots }] })
  await landlord.signInAt(page)
  await show(page, `${room.address}/booking-plan`)
  const washers = group(page, 'Washers')
  const monday = dayOf(washers, 'Monday')
  const slotsOf = (day: string) => dayOf(washers, day).getByRole('listitem')
  await monday.getByRole('button', { name: 'Add a slot on Monday' }).click()
  const added = dialogOf(page, 'New slot on Monday')
  await expect(added.getByLabel('From')).toHaveValue('10:00')
  await added.getByLabel('From').fill('10:05')
  await added.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(added.getByLabel('From')).toHaveAccessibleDescription(/quarter of an hour/)
  await added.getByLabel('From').fill('09:00')
  await added.getByLabel('Until').fill('11:30')
  await added.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(added).toBeHidden()

  const second = slotsOf('Monday').nth(1).getByRole('button')
  await expect(second).toHaveAccessibleDescription('These times overlap others.')
  await save(page).click()
  await expect(second).toBeFocused()
  await second.click()
  const changed = dialogOf(page, 'Slot on Monday')
  await changed.getByLabel('From').fill('10:00')
  await changed.getByLabel('Until').press('Enter')
  await expect(second).toHaveAccessibleDescription('')
  await expect(second).toBeFocused()

  await monday.getByRole('button', { name: 'Copy Monday to other days' }).click()
  const copy = dialogOf(page, 'Copy Monday to other days')
  await copy.getByRole('checkbox', { name: 'Sunday' }).uncheck()
  await copy.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(slotsOf('Saturday')).toHaveCount(2)
  await expect(dayOf(washers, 'Sunday')).toContainText('No slots')

  await slotsOf('Tuesday').nth(1).getByRole('button').click()
  await dialogOf(page, 'Slot on Tuesday').getByRole('button', { name: 'Remove slot' }).click()
  await expect(slotsOf('Tuesday')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Add a slot on Tuesday' })).toBeFocused()

  await washers.getByRole('button', { name: 'Fill the week of Washers' }).click()
  const fill = dialogOf(page, 'Fill the week')
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
    await fill.getByRole('checkbox', { name: day }).uncheck()
  }
  await fill.getByLabel('Length (min)').fill('50')
  await fill.getByRole('button', { name: 'Fill', exact: true }).click()
  await expect(fill.getByLabel('Length (min)')).toHaveAccessibleDescription(/multiple of 15/)
  await fill.getByLabel('From').fill('18:00')
  await fill.getByLabel('Until').fill('00:00')
  await fill.getByLabel('Length (min)').fill('120')
  await fill.getByRole('button', { name: 'Fill', exact: true }).click()
  await save(page).click()
  await expect(toast(page, 'Booking plan saved')).toBeVisible()
  const [saved] = (await planOf(landlord, room)).groups
  const startsOn = (day: number) =>
    saved?.slots.flatMap(({ weekday, starts_at, minutes }) =>
      weekday === day ? `${starts_at} ${minutes}` : [],
    )
  expect([1, 2, 7].map(startsOn)).toEqual([
    ['07:00 180', '10:00 90'],
    ['07:00 180'],
    ['18:00 120', '20:00 120', '22:00 120'],
  ])
})
