import type { BookableDays } from '@coinless/contract/bookings.ts'
import type { Page } from '@playwright/test'
import { makeRoom, savePlan } from './booking-rooms.ts'
import { expect, type Person, register, test } from './person.ts'
import { show } from './screens.ts'

type Room = Awaited<ReturnType<typeof makeRoom>>

async function open(page: Page, landlord: Person, { devices: [device] }: Room) {
  if (!device) throw new Error('a room has machines')
  const { secret } = await landlord.addDisplay(device, { language: 'en', shows_people: 'initials' })
  await show(page, `/display#${secret}`)
}

test('keeps people who are called and the QR code in view while many slots are booked', async ({
  page,
  landlord,
  request,
}) => {
  const room = await makeRoom(landlord, ...Array<'washer'>(12).fill('washer'))
  const path = room.address
  await landlord.call('PUT', `${path}/rules`, {
    ...{ queue_types: ['washer'], hold_types: [] },
    ...{ turn_minutes: 5, hold_minutes: 10, pause_minutes: 15 },
  })
  const slots = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    starts_at: '00:00',
    minutes: 1440,
  }))
  const plan = await savePlan(landlord, room, {
    open_max: 8,
    groups: room.devices.slice(0, 8).map(({ id, device_number }) => ({
      ...{ id: null, name: `${device_number} beside the door to the garden`, dryer_minutes: 0 },
      ...{ slots, device_ids: [id] },
    })),
  })
  const booker = await register(request, 'tenant')
  const { today } = await booker.call<BookableDays>('GET', `${path}/bookings`)
  for (const { id } of plan.groups) {
    const starts_at = `${today}T00:00:00.000Z`
    await booker.call('POST', '/bookings', { group_id: id, starts_at })
  }
  for (let left = 3; left > 0; left--) {
    const person = await register(request, 'tenant')
    await person.call('POST', `${path}/queues`, { device_type: 'washer' })
  }
  await open(page, landlord, room)
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const called of ['1. TT: W-', '2. TT: W-', '3. TT: W-']) {
      await expect(page.getByText(called)).toBeInViewport({ ratio: 0.9 })
    }
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeInViewport({ ratio: 0.9 })
  }
})

test('survives a reload in a browser without storage', async ({ page, landlord }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new Error('blocked')
    }
    Object.defineProperty(window, 'localStorage', { get })
  })
  const room = await makeRoom(landlord, 'washer')
  await open(page, landlord, room)
  await page.reload()
  await expect(page.getByRole('img', { name: 'QR code of Cellar' })).toBeVisible()
})
