import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import type { BookableDays } from '@coinless/contract/bookings.ts'
import type { Page } from '@playwright/test'
import { bookingsOf, makeRoom as makePlainRoom, savePlan } from './booking-rooms.ts'
import { expect, type Person, register, test, toast } from './person.ts'
import { show } from './screens.ts'
import { countTouches } from './touches.ts'

test.use({ viewport: { width: 390, height: 800 }, timezoneId: 'America/New_York' })

const zone = 'America/New_York'

/** A room of two washers that are booked together, for three hours each. Today, whose slots may be over, is closed. */
async function makeRoom(landlord: Person) {
  const location = `Cellar ${randomUUID().slice(0, 8)}`
  const first = await landlord.addDevice({ location, device_number: 'W-1' })
  const second = await landlord.addDevice({ location, device_number: 'W-2' })
  const path = `/rooms/${first.sticker_number}`
  const slots = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    ['07:00', '10:00', '13:00'].map((starts_at) => ({ weekday, starts_at, minutes: 180 })),
  )
  const today = new Date().toLocaleDateString('en-CA', { timeZone: zone })
  await landlord.call('PUT', `${path}/booking-plan`, {
    ...{ time_zone: zone, days_ahead: 28, open_max: 2, month_max: null, release_minutes: 20 },
    ...{ last_start_minutes: 0, overrun_allowed: false, guests_allowed: false },
    closed: [{ from: today, until: today, reason: null }],
    groups: [
      {
        ...{ id: null, name: 'Washers', dryer_minutes: 0, slots },
        device_ids: [first.id, second.id],
      },
    ],
  })
  return { location, device: first, path }
}

async function showTomorrow(page: Page) {
  await page.getByRole('group', { name: 'Day' }).getByRole('button').nth(1).click()
}

const slots = (page: Page) =>
  page.getByRole('region', { name: 'Washers' }).getByRole('button', { name: /^Book: Washers, / })

test('books a slot with three taps, moves it and cancels it', async ({
  page,
  landlord,
  tenant,
}) => {
  const { path, location } = await makeRoom(landlord)
  await tenant.signInAt(page)
  const touches = await countTouches(page)
  await show(page, path)
  await page.getByRole('link', { name: 'Book a slot' }).click()
  await expect(page.getByRole('heading', { name: 'Bookings', exact: true })).toBeVisible()
  await slots(page).filter({ visible: true }).first().click()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText('Slot booked')).toBeVisible()
  expect(await touches()).toEqual([3, 0, 0])
  const own = page.getByRole('region', { name: 'Your bookings' })
  await expect(own).toContainText('Washers: W-1, W-2')
  await show(page, '/dashboard')
  await expect(page.getByRole('region', { name: 'Your bookings' })).toContainText(location)
  await page.getByRole('link', { name: location }).click()

  await own.getByRole('button', { name: /^Move: / }).click()
  await expect(page.getByText('Choose the new slot')).toBeVisible()
  await showTomorrow(page)
  const last = page.getByRole('button', { name: /^Move here: Washers, .*, (1|13):00/ })
  await last.filter({ visible: true }).click()
  await page.getByRole('button', { name: 'Move here', exact: true }).click()
  await expect(own).toContainText(/\b(1|13):00/)
  await own.getByRole('button', { name: /^Cancel booking: / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
  await expect(own).toHaveCount(0)
})

test('offers the nearest free slot when someone else was faster', async ({
  page,
  landlord,
  tenant,
  request,
}) => {
  const { path } = await makeRoom(landlord)
  const other = await register(request, 'tenant')
  await tenant.signInAt(page)
  await show(page, `${path}/bookings`)
  await showTomorrow(page)
  await slots(page).filter({ visible: true }).first().click()
  const { groups, today } = await other.call<BookableDays>('GET', `${path}/bookings`)
  const [group] = groups
  const [taken] = group?.slots.filter(({ starts_at }) => starts_at.slice(0, 10) > today) ?? []
  await other.call('POST', '/bookings', { group_id: group?.id, starts_at: taken?.starts_at })
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText('Nearest free slot')).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: /10:00/ }).click()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Your bookings' })).toContainText('10:00')
})

/** A room whose days have one slot, in UTC. */
async function makeOneSlotRoom(landlord: Person) {
  const room = await makePlainRoom(landlord, 'washer')
  return { ...room, plan: await savePlan(landlord, room) }
}

test('books once when the answer is lost, and stays on the day', async ({
  page,
  landlord,
  tenant,
}) => {
  const { address } = await makeOneSlotRoom(landlord)
  await tenant.signInAt(page)
  await show(page, `${address}/bookings`)
  await showTomorrow(page)
  let left = 1
  await page.route(/api\/bookings$/, async (route) => {
    if (route.request().method() !== 'POST' || left === 0) return route.fallback()
    left -= 1
    await route.fetch()
    await route.abort()
  })
  await slots(page).filter({ visible: true }).click()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(toast(page, 'Slot booked')).toBeVisible()
  expect(await bookingsOf(tenant)).toBe(1)
  const group = page.getByRole('region', { name: 'Washers' })
  await expect(group.getByText('Yours').filter({ visible: true })).toBeVisible()
  await expect(group).toBeFocused()
})

test('stays on the day it opened with when its last slot is taken', async ({
  page,
  landlord,
  tenant,
}) => {
  const { address } = await makeOneSlotRoom(landlord)
  await tenant.signInAt(page)
  await show(page, `${address}/bookings`)
  await slots(page).filter({ visible: true }).click()
  const day = page.getByRole('group', { name: 'Day' }).locator('[aria-pressed=true]')
  const opened = await day.textContent()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText('Yours').filter({ visible: true })).toBeVisible()
  await expect(day).toHaveText(opened ?? '')
})

test('offers another slot when the landlord closes the day, also from the notification', async ({
  page,
  landlord,
  tenant,
}) => {
  const { plan, ...room } = await makeOneSlotRoom(landlord)
  const path = `${room.address}/bookings`
  const { groups, today } = await tenant.call<BookableDays>('GET', path)
  const after = groups[0]?.slots.filter(({ starts_at }) => starts_at.slice(0, 10) > today) ?? []
  const [slot, next] = after
  const day = slot?.starts_at.slice(0, 10) ?? ''
  await tenant.signInAt(page)
  await show(page, path)
  await showTomorrow(page)
  await slots(page).filter({ visible: true }).click()
  await savePlan(landlord, room, {
    groups: plan.groups,
    closed: [{ from: day, until: day, reason: 'Repair' }],
  })
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  const offer = page.getByRole('alert').filter({ hasText: 'Nearest free slot' })
  await expect(offer).toBeVisible()
  const lost = new URLSearchParams({
    from: day,
    group_id: `${groups[0]?.id}`,
    starts_at: `${slot?.starts_at}`,
    ends_at: `${slot?.ends_at}`,
  })
  await show(page, path)
  // A link opened in the app does not load the page again.
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `${path}?${lost}`)
  await expect(page.getByRole('status').filter({ hasText: ' – ' })).toBeVisible()
  await offer.getByRole('button').click()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(toast(page, 'Slot booked')).toBeVisible()
  await expect(offer).toHaveCount(0)
  const { data } = await tenant.call<{ data: { starts_at: string }[] }>('GET', '/bookings')
  expect(data.map(({ starts_at }) => starts_at)).toEqual([next?.starts_at])
})

test('asks a guest for an account, and shows today for a day that is over', async ({
  page,
  landlord,
}) => {
  const { address } = await makeOneSlotRoom(landlord)
  await show(page, address)
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await page.getByRole('link', { name: 'Book a slot' }).click()
  await expect(page.getByText('You need an account to book here.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
  await expect(page.getByText('Available').filter({ visible: true })).toBeVisible()
  await expect(slots(page)).toHaveCount(0)
  for (const from of ['2020-01-01', 'garbage']) {
    await show(page, `${address}/bookings?from=${from}`)
    await expect(page.getByRole('button', { name: 'Earlier' })).toBeDisabled()
    const today = String(new Date().getUTCDate())
    await expect(
      page.getByRole('group', { name: 'Day' }).getByRole('button').first(),
    ).toContainText(today)
  }
})

test('shows the landlord who booked, and lets them cancel and print the week', async ({
  page,
  landlord,
  tenant,
}) => {
  const { path } = await makeRoom(landlord)
  const { groups, today } = await tenant.call<BookableDays>('GET', `${path}/bookings`)
  const slot = groups[0]?.slots.find(({ starts_at }) => starts_at.slice(0, 10) > today)
  await tenant.call('POST', '/bookings', { group_id: groups[0]?.id, starts_at: slot?.starts_at })
  await landlord.signInAt(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await show(page, `${path}/bookings`)
  const cancel = page.getByRole('button', { name: /^Cancel booking: / })
  await expect(cancel).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(cancel).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await cancel.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
  await expect(cancel).toHaveCount(0)
})

for (const width of [320, 1280]) {
  test(`passes axe and fits ${width} pixels`, async ({ page, landlord, tenant }) => {
    const { path } = await makeRoom(landlord)
    await tenant.signInAt(page)
    await page.setViewportSize({ width, height: 800 })
    await show(page, `${path}/bookings`)
    await expect(slots(page).filter({ visible: true }).first()).toBeVisible()
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    expect((await axe.analyze()).violations).toEqual([])
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(excess).toBe(0)
  })
}
