import { bookingPlans } from '@coinless/contract/booking-plans.ts'
import { bookings } from '@coinless/contract/bookings.ts'
import { limits } from '@coinless/contract/limits.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { hourlySlots } from '../../../test/support/booking-plan.ts'
import { bookingCalls, makeBookingRoom, slotIn } from '../../../test/support/bookings.ts'
import { makeKey } from '../../../test/support/keys.ts'
import { makeDevice, type TestUser } from '../../../test/support/make.ts'
import { makeStaff } from '../../../test/support/staff.ts'
import { deliverNotifications } from '../../jobs/notifications.ts'

const server = testApp()
const { setPlan, daysOf, book, advance } = bookingCalls(server)

test('names bookers to those who can change devices, not to all who read them', async () => {
  const { landlord, number, group, people } = await makeBookingRoom(server)
  const [booker] = (await people(1)) as [TestUser]
  const { id, starts_at } = await book(booker, group, slotIn(3))
  const shownTo = async (as: { token: string }) => {
    const query = { from: starts_at.slice(0, 10) }
    const days = await server.call(bookings.ofRoom, { as, params: { number }, query })
    const slot = days.groups[0]?.slots.find((each) => each.starts_at === starts_at)
    return [days.is_yours, slot?.booking_id, slot?.booked_by]
  }
  const manager = await makeStaff(server, landlord, 'manager')
  const changes = await makeKey(server, landlord, { rights: ['read_devices', 'change_devices'] })
  for (const as of [landlord, manager, changes]) {
    expect(await shownTo(as)).toEqual([true, id, booker.full_name])
  }
  const bookkeeper = await makeStaff(server, landlord, 'bookkeeper')
  const reads = await makeKey(server, landlord, { rights: ['read_devices'] })
  for (const as of [bookkeeper, reads]) expect(await shownTo(as)).toEqual([false, null, null])
})

test('lists a booking whose slot or machine the plan no longer has, once', async () => {
  const { landlord, location, number, group, plan, people } = await makeBookingRoom(server)
  const other = await makeDevice(server, landlord, { location })
  const [booker] = (await people(1)) as [TestUser]
  const { id, starts_at, ends_at } = await book(booker, group, slotIn(30))
  const [first] = plan.groups
  const day = starts_at.slice(0, 10)
  for (const changed of [{ slots: [] }, { device_ids: [other.id] }]) {
    const groups = plan.groups.map((each) => ({ ...each, ...changed, id: first?.id ?? null }))
    await setPlan(landlord, number, { ...plan, time_zone: 'UTC', groups })
    const { groups: shown } = await daysOf(landlord, number, day)
    const slots = shown[0]?.slots.filter(({ booking_id }) => booking_id === id)
    expect(slots).toEqual([
      { starts_at, ends_at, state: 'taken', booking_id: id, booked_by: booker.full_name },
    ])
    const before = new Date(Date.parse(day) - 7 * 86_400_000).toISOString().slice(0, 10)
    const { groups: earlier } = await daysOf(landlord, number, before)
    expect(earlier[0]?.slots.filter(({ booking_id }) => booking_id)).toEqual([])
  }
})

test('tells the booker when the last machine moves to a room that exists', async () => {
  const { landlord, device, group, people } = await makeBookingRoom(server)
  const { location } = await makeDevice(server, landlord, { location: `Attic of ${landlord.id}` })
  const [booker] = (await people(1)) as [TestUser]
  await book(booker, group, slotIn(30))
  await server.asOwner(`update devices set location = '${location}' where id = '${device.id}'`)
  await advance()
  await deliverNotifications(server.database, server.parts.config)
  const mails = (await server.mails()).filter(({ to }) => to === booker.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/has been cancelled$/),
  ])
})

test('has no slots in a skipped hour, however short they are', async () => {
  const { landlord, number, plan } = await makeBookingRoom(server)
  const quarters = Array.from({ length: 20 }, (_, quarter) => ({
    weekday: 7,
    starts_at: `0${Math.floor(quarter / 4)}:${['00', '15', '30', '45'][quarter % 4]}`,
    minutes: 15,
  }))
  // Lord Howe Island skips half an hour.
  for (const [zone, day, skipped] of [
    ['America/New_York', '2027-03-14', 4],
    ['Australia/Lord_Howe', '2027-10-03', 2],
  ] as const) {
    const groups = plan.groups.map((group) => ({ ...group, slots: quarters }))
    await setPlan(landlord, number, { ...plan, time_zone: zone, groups })
    const { groups: shown } = await daysOf(landlord, number, day)
    const slots = shown[0]?.slots.slice(0, quarters.length - skipped) ?? []
    expect(slots).toHaveLength(quarters.length - skipped)
    for (const [index, { starts_at }] of slots.entries()) {
      expect(starts_at).toBe(slots[index - 1]?.ends_at ?? starts_at)
      expect(Date.parse(starts_at)).toBe(Date.parse(slots[0]?.starts_at ?? '') + index * 900_000)
    }
  }
})

test('refuses a plan whose slots are too short to ever start a machine', async () => {
  const { landlord, number, plan } = await makeBookingRoom(server)
  const body = { ...plan, time_zone: 'UTC', last_start_minutes: 60 }
  const sent = { as: landlord, params: { number }, body }
  const { body: refused } = await server.refused(bookingPlans.set, sent)
  expect(refused.details).toEqual([
    { field: 'last_start_minutes', message: 'must be less than the minutes of each slot' },
  ])
  await setPlan(landlord, number, { ...body, last_start_minutes: 59 })
})

test('takes a plan of as many groups and slots as the limits allow', async () => {
  const { landlord, location, number, plan } = await makeBookingRoom(server)
  const groups = []
  for (let group = 1; group <= limits.machineGroups; group++) {
    const { id } = await makeDevice(server, landlord, { location })
    const facts = { id: null, name: `Group ${group}`, dryer_minutes: 0, slots: hourlySlots }
    groups.push({ ...facts, device_ids: [id] })
  }
  await setPlan(landlord, number, { ...plan, time_zone: 'UTC', groups })
  const shown = await daysOf(landlord, number, slotIn(30).slice(0, 10))
  expect(shown.groups.map(({ slots }) => slots.length)).toEqual(groups.map(() => limits.weekSlots))
})
