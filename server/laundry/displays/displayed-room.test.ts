import { guests } from '@coinless/contract/guests.ts'
import { payments } from '@coinless/contract/payments.ts'
import { queues } from '@coinless/contract/queues.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { bookingCalls, makeBookingRoom, slotIn } from '../../../test/support/bookings.ts'
import { displayCalls, followDisplay } from '../../../test/support/displays.ts'
import { passTime } from '../../../test/support/machine.ts'
import { makeDevice, makeUser, type TestUser, termsOf } from '../../../test/support/make.ts'
import { makeQueueRoom, queueCalls } from '../../../test/support/queues.ts'
import { initialsOf } from './initials.ts'

const server = testApp({ publicUrl: 'https://coinless.example.com' })
const { add, end, show } = displayCalls(server)
const { advance, join, setRules } = queueCalls(server)

type Room = Awaited<ReturnType<typeof makeQueueRoom>>

const pay = ({ device, code }: Pick<Room, 'device' | 'code'>, as: TestUser) =>
  server.call(payments.prepaid, { as, body: { ...termsOf(device), prepaid_code: code } })

/** Two accounts in line for the only washer, which runs. */
async function makeLine(room: Room) {
  const { transaction } = await pay(room, room.landlord)
  const first = await makeUser(server, { full_name: 'Ana María  de la Cruz' })
  await join(first, room.number)
  const guest = await server.call(guests.begin)
  const token = guest.session.access_token
  await server.call(queues.join, {
    as: { token },
    params: { number: room.number },
    body: { device_type: 'washer' },
  })
  return { first, guest, cycle: transaction.id }
}

// id: displays-2
test('shows the machines of a room with the minutes left, and no one who pays', async () => {
  const room = await makeQueueRoom(server)
  const { landlord, device, location, number, add: addDevice } = room
  const closed = await addDevice({ status: 'inactive' })
  await pay(room, landlord)
  const shown = await show(await add(landlord, number))
  expect(shown).toMatchObject({
    ...{ location, number, language: 'en', origin: 'https://coinless.example.com' },
    machines: [{ device_number: device.device_number, state: 'running', is_measured: false }],
    queues: [{ device_type: 'washer', waiting: 0, first: [] }],
  })
  expect(shown.machines[0]?.remaining_seconds).toBeGreaterThan(1700)
  const text = JSON.stringify(shown)
  for (const hidden of [closed.id, landlord.email, room.code]) {
    expect(text).not.toContain(hidden)
  }
})

test('shows people in line as the landlord has chosen, and guests without initials', async () => {
  const room = await makeQueueRoom(server)
  const { landlord, number, device } = room
  const byPosition = await add(landlord, number)
  const byInitials = await add(landlord, number, { shows_people: 'initials' })
  const { first, cycle } = await makeLine(room)
  const line = async (display: { secret: string }) => (await show(display)).queues[0]
  expect(await line(byPosition)).toEqual({
    device_type: 'washer',
    waiting: 2,
    first: [
      { position: 1, initials: null, device_number: null },
      { position: 2, initials: null, device_number: null },
    ],
  })
  await passTime(server, cycle, 31 * 60)
  await advance()
  expect(await line(byInitials)).toMatchObject({
    waiting: 2,
    first: [
      { position: 1, initials: 'AC', device_number: device.device_number },
      { position: 2, initials: null, device_number: null },
    ],
  })
  const text = JSON.stringify(await show(byInitials))
  for (const hidden of [first.id, first.email, 'Ana', 'Cruz']) expect(text).not.toContain(hidden)
})

test('shows the first in line, and how many there are', async () => {
  const room = await makeQueueRoom(server)
  const display = await add(room.landlord, room.number)
  await pay(room, room.landlord)
  for (const person of await room.people(7)) await join(person, room.number)
  const [queue] = (await show(display)).queues
  expect(queue?.waiting).toBe(7)
  expect(queue?.first.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
})

// id: displays-3
test('learns of payments, queues and rules within a second', async () => {
  const room = await makeQueueRoom(server)
  const { landlord, number } = room
  const told = await followDisplay(server.app, (await add(landlord, number)).secret)
  const within = { timeout: 1000, interval: 20 }
  await pay(room, landlord)
  await expect.poll(() => told.room?.machines[0]?.state, within).toBe('running')
  await join(await makeUser(server), number)
  await expect.poll(() => told.room?.queues[0]?.waiting, within).toBe(1)
  await setRules(landlord, number, { queue_types: [] })
  await expect.poll(() => told.room?.queues, within).toEqual([])
})

test('learns within a second that it was revoked, on every server', async () => {
  const { landlord, number } = await makeQueueRoom(server)
  const display = await add(landlord, number)
  const others = [server.app, await server.replica()]
  const told = await Promise.all(others.map((app) => followDisplay(app, display.secret)))
  await end(landlord, number, display)
  for (const each of told) await expect.poll(() => each.hasEnded, { timeout: 1000 }).toBe(true)
})

test('hears nothing of another room', async () => {
  const room = await makeQueueRoom(server)
  const told = await followDisplay(server.app, (await add(room.landlord, room.number)).secret)
  const other = await makeQueueRoom(server)
  const followed = await followDisplay(server.app, (await add(other.landlord, other.number)).secret)
  await pay(other, other.landlord)
  await expect.poll(() => followed.room?.machines[0]?.state).toBe('running')
  expect(told.events).toBe(1)
})

test('shows a room without machines', async () => {
  const { landlord, device, number } = await makeQueueRoom(server)
  const display = await add(landlord, number)
  await server.asOwner(`update devices set status = 'inactive' where id = '${device.id}'`)
  expect(await show(display)).toMatchObject({ machines: [], run_by: null })
  await makeDevice(server, landlord, { location: 'Elsewhere' })
  expect((await show(display)).machines).toEqual([])
})

test('shows the bookings of today, and initials only where the landlord has chosen them', async () => {
  const { landlord, number, group, people } = await makeBookingRoom(server)
  const [byPosition, byInitials] = [
    await add(landlord, number),
    await add(landlord, number, { shows_people: 'initials' }),
  ]
  const [user] = (await people(1)) as [TestUser]
  const soon = await bookingCalls(server).book(user, group, slotIn(3))
  await bookingCalls(server).book(user, group, slotIn(60))
  await bookingCalls(server).begin(soon)
  const [first, second] = [await show(byPosition), await show(byInitials)]
  expect([first.time_zone, first.bookings]).toEqual([
    'UTC',
    [expect.objectContaining({ group: 'Washers', initials: null })],
  ])
  expect(second.bookings).toMatchObject([{ initials: initialsOf(user.full_name) }])
})
