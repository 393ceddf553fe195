import { devices } from '@coinless/contract/devices.ts'
import { places } from '@coinless/contract/places.ts'
import { usage } from '@coinless/contract/usage.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeAcceptedDevice,
  makeAdmin,
  makeDevice,
  makeLandlord,
  type TestUser,
} from '../../../test/support/make.ts'
import {
  makePastCycles,
  minutesAfter,
  moveDevices,
  type PastCycle,
} from '../../../test/support/past-cycles.ts'
import { makeStaff } from '../../../test/support/staff.ts'
import { usageByHand } from '../../../test/support/usage-by-hand.ts'

const server = testApp()
const makeOwner = () => makeLandlord(server, { email_verified: true })
const ask = (as: TestUser, query: object) =>
  server.call(usage.get, { as, query: { time_zone: 'UTC', ...query } })
const setZone = (as: TestUser, location: string, time_zone: string) =>
  server.call(places.setTimeZone, { as, body: { location, time_zone } })
const hourOf = ({ hours }: Awaited<ReturnType<typeof ask>>, weekday: number, hour: number) =>
  hours.find((each) => each.weekday === weekday && each.hour === hour)
const total = ({ hours }: Awaited<ReturnType<typeof ask>>) => ({
  cycles: hours.reduce((sum, { cycles }) => sum + cycles, 0),
  used: Math.round(hours.reduce((sum, { minutes_in_use }) => sum + minutes_in_use, 0)),
  available: Math.round(hours.reduce((sum, { minutes_available }) => sum + minutes_available, 0)),
})
const longAgo = new Date('2020-01-01T00:00:00Z')

// id: usage-1
test.each([
  ['Europe/Berlin', 'America/New_York', '2025-10-20', '2025-11-04'],
  ['Australia/Lord_Howe', 'Asia/Kathmandu', '2025-03-31', '2025-04-09'],
  ['Australia/Lord_Howe', 'America/St_Johns', '2025-09-29', '2025-10-08'],
  ['Europe/Berlin', 'UTC', '2025-03-27', '2025-04-02'],
])(
  'matches a count by hand of each minute at places in %s and %s when clocks change',
  async (first, second, from, until) => {
    const owner = await makeOwner()
    const zones = { Attic: first, Basement: second }
    const made = [
      await makeDevice(server, owner, { location: 'Attic' }),
      await makeDevice(server, owner, { location: 'Attic', device_type: 'dryer' }),
      await makeDevice(server, owner, { location: 'Basement' }),
    ] as const
    await moveDevices(server, made, longAgo)
    const added = new Date(`${from}T13:37:00Z`)
    await moveDevices(server, [made[1]], added)
    for (const [location, zone] of Object.entries(zones)) await setZone(owner, location, zone)
    const start = minutesAfter(new Date(from), -2 * 1440)
    const cycle = fc.record({
      device: fc.constantFrom(...made),
      since: fc.integer({ min: 0, max: 18 * 1440 }).map((minutes) => minutesAfter(start, minutes)),
      // Some last for days, and many overlap.
      minutes: fc.oneof(fc.integer({ min: 1, max: 180 }), fc.constant(3 * 1440)),
      endedLate: fc.boolean(),
    }) satisfies fc.Arbitrary<PastCycle>
    const cycles = fc.sample(cycle, { numRuns: 250, seed: 7 })
    await makePastCycles(server, cycles)
    const machines = made.map((device) => ({
      id: device.id,
      zone: zones[device.location as 'Attic'],
      since: device === made[1] ? added : longAgo,
    }))
    const { hours } = await ask(owner, { from, until })
    expect(hours).toEqual(usageByHand(machines, cycles, { from, until }))
  },
)

test('counts a missing hour not at all and a repeated one twice', async () => {
  const owner = await makeOwner()
  const device = await makeDevice(server, owner, { location: 'Attic' })
  await moveDevices(server, [device], longAgo)
  await setZone(owner, 'Attic', 'Europe/Berlin')
  const night = async (day: string) => {
    const answer = await ask(owner, { from: day, until: day })
    return [2, 3].map((hour) => hourOf(answer, 7, hour)?.minutes_available)
  }
  expect(await night('2026-03-29')).toEqual([0, 60])
  expect(await night('2025-10-26')).toEqual([120, 60])
})

test('counts time that users add once, and each of its cycles', async () => {
  const owner = await makeOwner()
  const device = await makeDevice(server, owner)
  await moveDevices(server, [device], longAgo)
  const at = (time: string) => new Date(`2026-02-02T${time}Z`)
  await makePastCycles(server, [
    { device, since: at('10:10:00'), minutes: 30 },
    { device, since: at('10:20:00'), minutes: 30 },
    { device, since: at('10:25:00'), minutes: 5 },
  ])
  const answer = await ask(owner, { from: '2026-02-02', until: '2026-02-02' })
  expect(hourOf(answer, 1, 10)).toEqual({
    ...{ weekday: 1, hour: 10, cycles: 3 },
    ...{ minutes_in_use: 40, minutes_available: 60, share_in_use: 0.6667 },
  })
})

test('counts machines from when they were added until they were deleted, and running cycles until now', async () => {
  const owner = await makeOwner()
  const [kept, gone, closed] = [
    await makeDevice(server, owner),
    await makeDevice(server, owner),
    await makeDevice(server, owner, { status: 'inactive' }),
  ]
  await server.call(devices.delete, { as: owner, params: { id: gone.id } })
  await moveDevices(server, [kept, gone, closed], new Date('2026-02-03T06:00:00Z'))
  await server.asOwner(
    `update devices set deleted_at = '2026-02-03T12:30:00Z' where id = '${gone.id}'`,
  )
  const day = { from: '2026-02-03', until: '2026-02-03' }
  // Neither takes payments now, and neither has run.
  expect(total(await ask(owner, day))).toEqual({ cycles: 0, used: 0, available: 18 * 60 })
  const since = new Date('2026-02-03T12:00:00Z')
  await makePastCycles(server, [
    { device: gone, since, minutes: 60 },
    { device: closed, since, minutes: 60 },
  ])
  expect(total(await ask(owner, day))).toEqual({
    ...{ cycles: 2, used: 30 + 60, available: (18 + 6.5 + 18) * 60 },
  })
  const now = new Date()
  const running = minutesAfter(now, -20)
  await makePastCycles(server, [{ device: kept, since: running, minutes: 60 }])
  await server.asOwner(`set session_replication_role = replica; update cycles
    set ended_at = null, state = 'running', reason = null, next_check_at = ends_at
    where device_id = '${kept.id}'`)
  const days = {
    from: minutesAfter(now, -1440).toISOString().slice(0, 10),
    until: minutesAfter(now, 1440).toISOString().slice(0, 10),
  }
  const { used } = total(await ask(owner, { ...days, device_id: kept.id }))
  expect([20, 21]).toContain(used)
})

test('shows each account its own machines only, and a landlord nothing from before accepting', async () => {
  const [owner, landlord, stranger] = [await makeOwner(), await makeOwner(), await makeOwner()]
  const own = await makeDevice(server, owner, { location: 'Attic' })
  const hosted = await makeAcceptedDevice(server, owner, landlord, { location: 'Cellar' })
  const named = await makeDevice(server, owner, {
    ...{ location: 'Cellar', landlord_email: landlord.email },
  })
  await moveDevices(server, [own, hosted, named], longAgo)
  const since = new Date('2026-02-04T10:00:00Z')
  await makePastCycles(
    server,
    [own, hosted, named].map((device) => ({ device, since, minutes: 60 })),
  )
  await server.asOwner(
    `update devices set landlord_accepted_at = '2026-02-04T10:20:00Z' where id = '${hosted.id}'`,
  )
  const day = { from: '2026-02-04', until: '2026-02-04' }
  const usedBy = async (as: TestUser, query: object = {}) => {
    const { cycles, used } = total(await ask(as, { ...day, ...query }))
    return [cycles, used]
  }
  expect(await usedBy(owner)).toEqual([3, 180])
  expect(await usedBy(landlord)).toEqual([0, 40])
  expect(await usedBy(landlord, { device_id: named.id })).toEqual([0, 0])
  expect(await usedBy(stranger, { device_id: own.id })).toEqual([0, 0])
  expect(await usedBy(owner, { location: 'Attic' })).toEqual([1, 60])
  expect(await usedBy(await makeStaff(server, owner, 'bookkeeper'))).toEqual([3, 180])
  const ofAttic = await makeStaff(server, owner, 'bookkeeper', undefined, ['Attic'])
  expect(await usedBy(ofAttic)).toEqual([1, 60])
  const admin = await makeAdmin(server)
  expect(await usedBy(admin, { owner: owner.id })).toEqual([3, 180])
  const [cycles = 0] = await usedBy(admin, { owner: 'all' })
  expect(cycles).toBeGreaterThanOrEqual(3)
  for (const other of ['all', owner.id]) {
    const query = { time_zone: 'UTC', owner: other }
    expect((await server.refused(usage.get, { as: stranger, query })).body.code).toBe('admin_only')
  }
})

test('exports both parts as CSV', async () => {
  const owner = await makeOwner()
  const device = await makeDevice(server, owner)
  await moveDevices(server, [device], longAgo)
  const since = new Date('2026-02-02T10:00:00Z')
  await makePastCycles(server, [{ device, since, minutes: 45 }])
  const file = async (rows: string, language: string) => {
    const query = { time_zone: 'UTC', from: '2026-02-02', until: '2026-02-02', rows }
    const { body, headers } = await server.app.inject({
      url: `/api${usage.export.path}?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${owner.token}`, 'accept-language': language },
    })
    return { name: headers['content-disposition'], lines: body.slice(1).trim().split('\n') }
  }
  const hours = await file('hours', 'en')
  expect(hours.name).toBe('attachment; filename="usage.csv"')
  expect(hours.lines).toHaveLength(169)
  expect([hours.lines[0], hours.lines[11]]).toEqual([
    'weekday,hour,cycles,minutes_in_use,minutes_available,share_in_use',
    '1,10,1,45,60,0.75',
  ])
  expect((await file('hours', 'de-DE')).lines[11]).toBe('1;10;1;45;60;0,75')
  expect((await file('rooms', 'en')).lines).toEqual([
    'room,location,device_type,joined,served,missed,left,median_wait_minutes,p90_wait_minutes,holds,holds_used,holds_unused,bookings,bookings_unused',
  ])
})

test.each([
  [{ from: '2000-01-01', until: '2010-01-09' }, 'until'],
  [{ from: '2026-02-02', until: '2026-02-01' }, 'until'],
  [{ payment_method: 'credit_card' }, 'payment_method'],
  [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
])('rejects %j', async (query, field) => {
  const sent = { as: await makeOwner(), query: { time_zone: 'UTC', ...query } as never }
  const { status, body } = await server.refused(usage.get, sent)
  expect([status, body.details?.[0]?.field]).toEqual([400, field])
})

test('answers for the longest period', async () => {
  const owner = await makeOwner()
  await moveDevices(server, [await makeDevice(server, owner)], new Date('1999-01-01T00:00:00Z'))
  const { available } = total(await ask(owner, { from: '2000-01-01', until: '2010-01-07' }))
  expect(available).toBe(3660 * 1440)
})
