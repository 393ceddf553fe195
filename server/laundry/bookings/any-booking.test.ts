import { bookings } from '@coinless/contract/bookings.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { payments } from '@coinless/contract/payments.ts'
import { queues } from '@coinless/contract/queues.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answered, testApp } from '../../../test/support/app.ts'
import { bookingCalls, makeBookingRoom, slotIn } from '../../../test/support/bookings.ts'
import { endCycles } from '../../../test/support/machine.ts'
import { makeCode, type TestUser, termsOf } from '../../../test/support/make.ts'
import { queueCalls } from '../../../test/support/queues.ts'
import { makeOtherPlace, runCrashing } from '../../../test/support/room-model.ts'
import { advanceQueues } from '../queues/advance.ts'
import { advanceBookings, closeBookings } from './advance.ts'

const server = testApp()
const bookingJobs = bookingCalls(server)
const queueJobs = queueCalls(server)

const people = 3
const machines = 2
const who = fc.nat({ max: people - 1 })
const where = fc.nat({ max: machines - 1 })
const slot = fc.nat({ max: 2 })
const step = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constantFrom('book', 'move'), who, slot }), weight: 3 },
  { arbitrary: fc.record({ kind: fc.constantFrom('pay', 'hold'), who, where }), weight: 3 },
  fc.record({ kind: fc.constantFrom('cancel', 'join', 'leave'), who }),
  fc.record({ kind: fc.constant('race'), slot }),
  fc.record({ kind: fc.constantFrom('close', 'open', 'end', 'away', 'back'), where }),
  fc.record({ kind: fc.constant('crash'), statements: fc.nat({ max: 14 }) }),
  {
    arbitrary: fc.record({ kind: fc.constant('pass'), minutes: fc.constantFrom(10, 21, 40, 60) }),
    weight: 4,
  },
)
type Step = {
  kind: string
  who?: number
  where?: number
  slot?: number
  minutes?: number
  statements?: number
}

type Room = Awaited<ReturnType<typeof makeBookingRoom>> & {
  users: TestUser[]
  relocate: Awaited<ReturnType<typeof makeOtherPlace>>
}

const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  status < 300 ? 'done' : (body as { code: string }).code

/** Rows move one by one: none may come where another still is. */
const shiftPeriods = (by: string) =>
  `update booked_machines set period = tstzrange(lower(period) + ${by}, upper(period) + ${by})`

/** As if so many minutes had passed since everything that is stored of the room. */
function pass({ group, devices }: Room, minutes: number) {
  const by = `interval '${minutes} minutes'`
  const here = `device_id in (${devices.map(({ id }) => `'${id}'`).join()})`
  return server.asOwner(`
    update bookings set starts_at = starts_at - ${by}, ends_at = ends_at - ${by}, release_at = release_at - ${by},
      created_at = created_at - ${by} where group_id = '${group}';
    ${shiftPeriods("interval '9 years'")} where ${here};
    ${shiftPeriods(`interval '-9 years' - ${by}`)} where ${here};
    update machine_holds set created_at = created_at - ${by}, expires_at = expires_at - ${by} where ${here}`)
}

async function act(room: Room, { kind, who = 0, where = 0, slot = 0, minutes = 0 }: Step) {
  const { users, devices, number, code, group } = room
  const as = users[who] as TestUser
  const device = devices[where] as Device
  const washer = { device_type: 'washer' } as const
  const call = async (endpoint: Parameters<typeof answered>[1], sent: object, by = as) =>
    codeOf(await answered(server.app, endpoint, by, sent))
  const body = { group_id: group, starts_at: slotIn(slot) }
  const own = async () =>
    ((await answered(server.app, bookings.own, as)).body as { data: { id: string }[] }).data[0]?.id
  switch (kind) {
    case 'book':
      return call(bookings.book, { body })
    case 'race': {
      const all = await Promise.all(users.map((user) => call(bookings.book, { body }, user)))
      expect(all.filter((outcome) => outcome === 'done').length).toBeLessThanOrEqual(1)
      return 'raced'
    }
    case 'move':
    case 'cancel': {
      const id = await own()
      const sent = { params: { id }, ...(kind === 'move' && { body }) }
      return id && call(kind === 'move' ? bookings.move : bookings.cancel, sent)
    }
    case 'pay':
      return call(payments.prepaid, { body: { ...termsOf(device), prepaid_code: code } })
    case 'hold':
      return call(queues.hold, { params: { id: device.id } })
    case 'join':
      return call(queues.join, { params: { number }, body: washer })
    case 'leave':
      return call(queues.leave, { params: { number, ...washer } })
    case 'pass':
      return pass(room, minutes)
    case 'end':
      return endCycles(server, device)
    case 'away':
    case 'back':
      return room.relocate(device, kind === 'away')
    case 'crash':
      return 'crashes with the jobs'
    default:
      return server.asOwner(
        `update devices set status = '${kind === 'open' ? 'active' : 'inactive'}' where id = '${device.id}'`,
      )
  }
}

interface Booked {
  device_id: string
  user_id: string
  is_now: boolean
  is_soon: boolean
}

/** Slots in force now, and those that a cycle of half an hour would run into. */
async function bookedAt({ devices }: Room): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    select device_id, user_id, lower(period) <= now() as is_now, lower(period) > now() as is_soon
    from booked_machines join bookings on bookings.id = booking_id
    where device_id = any (${devices.map(({ id }) => id)}::uuid[]) and ended_at is null
      and period && tstzrange(now(), now() + interval '30 minutes') and (release_at is null or release_at > now())`.execute(
    server.database,
  )
  return rows
}

/** What never is, whatever people do. */
const faults = (devices: Device[]) => sql<{ fault: string }>`
  with here as (select unnest(${devices.map(({ id }) => id)}::uuid[]) as device_id)
  select 'booked by two' as fault from booked_machines as one join booked_machines as other
    on one.device_id = other.device_id and one.booking_id <> other.booking_id and one.period && other.period
  where one.device_id in (select device_id from here)
  union all
  select 'booked by an ended booking' from booked_machines join bookings on bookings.id = booking_id
  where ended_at is not null and device_id in (select device_id from here)
  union all
  select 'held after the booking' from machine_holds join bookings on bookings.id = booking_id
  where machine_holds.ended_at is null and bookings.ended_at is not null and device_id in (select device_id from here)
  union all
  select 'held for another in a slot' from machine_holds as hold join booked_machines using (device_id)
    join bookings on bookings.id = booked_machines.booking_id
  where hold.ended_at is null and hold.expires_at > now() and period @> now() and hold.user_id <> bookings.user_id
    and device_id in (select device_id from here)
  union all
  select 'told of a turn in a slot of another' from jobs join machine_holds as hold on hold.id = jobs.subject_id
    join booked_machines using (device_id) join bookings on bookings.id = booked_machines.booking_id
  where jobs.kind = 'turn' and period @> hold.created_at and hold.user_id <> bookings.user_id
    and bookings.created_at < hold.created_at and device_id in (select device_id from here)
  union all
  select 'not held in a slot' from booked_machines join bookings on bookings.id = booking_id
  where period @> now() and (release_at is null or release_at > now()) and device_id in (select device_id from here)
    and not exists (
      select from machine_holds
      where machine_holds.device_id = booked_machines.device_id and machine_holds.user_id = bookings.user_id
        and machine_holds.ended_at is null
    )`

/** One server crashes amid its jobs, or its queues advance before its bookings; the others finish the work. */
async function runJobs({ kind, statements = 0 }: Step) {
  const jobs: typeof advanceBookings = async (parts) => {
    await closeBookings(parts)
    await advanceBookings(parts)
    await advanceQueues(parts)
  }
  if (kind === 'crash') await runCrashing(server, statements, jobs)
  if (kind === 'pass') await queueJobs.advance()
  await bookingJobs.advance()
  await queueJobs.advance()
}

// id: any-booking-1
test('gives a booked machine to its booker alone, whatever people do', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 24 }),
      fc.boolean(),
      async (steps, overrun_allowed) => {
        const made = await makeBookingRoom(server, {
          washers: machines,
          open_max: 50,
          overrun_allowed,
        })
        await queueJobs.setRules(made.landlord, made.number, { pause_minutes: 0 })
        const { code } = await makeCode(server, made.landlord, { balance: 1000 })
        const relocate = await makeOtherPlace(server, made.landlord)
        const room = { ...made, code, relocate, users: await made.people(people) }
        for (const each of steps) {
          const before = await bookedAt(room)
          const outcome = await act(room, each)
          if (each.kind === 'pay') {
            const here = before.filter(
              ({ device_id }) => device_id === room.devices[each.where ?? 0]?.id,
            )
            const ofOthers = here.filter(
              ({ user_id, is_now }) =>
                user_id !== room.users[each.who ?? 0]?.id && (is_now || !overrun_allowed),
            )
            const isOwn = here.some(
              ({ is_now, user_id }) => is_now && user_id === room.users[each.who ?? 0]?.id,
            )
            if (ofOthers.length > 0) expect(outcome, JSON.stringify(each)).not.toBe('done')
            else if (isOwn) {
              expect(['done', 'device_not_active'], JSON.stringify(each)).toContain(outcome)
            }
          }
          await runJobs(each)
          const { rows } = await faults(room.devices).execute(server.database)
          expect(rows, JSON.stringify(each)).toEqual([])
        }
      },
    ),
    { numRuns: Number(process.env.QUEUE_RUNS ?? 5) },
  )
})
