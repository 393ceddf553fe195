import { randomUUID } from 'node:crypto'
import type { BookingPlan, KnownPlan } from '@coinless/contract/booking-plans.ts'
import type { BookableDays } from '@coinless/contract/bookings.ts'
import type { Device } from '@coinless/contract/devices.ts'
import type { Locator, Page } from '@playwright/test'
import type { Person } from './person.ts'

export const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
export const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const dayOf = (around: Locator, name: string) =>
  around.getByRole('group', { name, exact: true })
export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

export async function makeRoom(landlord: Person, ...types: Device['device_type'][]) {
  const location = `Cellar ${randomUUID().slice(0, 8)}`
  const devices: Device[] = []
  for (const device_type of types) {
    devices.push(await landlord.addDevice({ location, device_type }))
  }
  const [first] = devices as [Device]
  return { devices, number: first.sticker_number, address: `/rooms/${first.sticker_number}` }
}

const allDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  starts_at: '00:00',
  minutes: 720,
}))

export const rules: Omit<BookingPlan, 'groups'> = {
  ...{ time_zone: 'UTC', days_ahead: 28, open_max: 3, month_max: null },
  ...{ release_minutes: 20, last_start_minutes: 0, overrun_allowed: false },
  ...{ guests_allowed: false, closed: [] },
}

type Room = Awaited<ReturnType<typeof makeRoom>>

export async function savePlan(landlord: Person, { address, devices }: Room, facts: object = {}) {
  const groups = [
    {
      ...{ id: null, name: 'Washers', dryer_minutes: 0, slots: allDay },
      device_ids: devices.map(({ id }) => id),
    },
  ]
  const plan = { ...rules, groups, ...facts }
  return landlord.call<KnownPlan>('PUT', `${address}/booking-plan`, plan)
}

export const planOf = (landlord: Person, { address }: Room) =>
  landlord.call<KnownPlan>('GET', `${address}/booking-plan`)

/** Books a slot of tomorrow. */
export async function bookOne(tenant: Person, { address }: Room) {
  const { groups } = await tenant.call<BookableDays>('GET', `${address}/bookings`)
  const [shown] = groups
  const slot = shown?.slots.findLast(({ state }) => state === 'free')
  await tenant.call('POST', '/bookings', { group_id: shown?.id, starts_at: slot?.starts_at })
}

export const bookingsOf = async (tenant: Person) =>
  (await tenant.call<{ data: unknown[] }>('GET', '/bookings')).data.length
