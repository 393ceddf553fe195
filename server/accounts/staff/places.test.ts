import { controllers } from '@coinless/contract/controllers.ts'
import { cycles } from '@coinless/contract/cycles.ts'
import { dashboard } from '@coinless/contract/dashboard.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import { devices } from '@coinless/contract/devices.ts'
import { idempotencyKeys } from '@coinless/contract/idempotency-keys.ts'
import { payments } from '@coinless/contract/payments.ts'
import { reports } from '@coinless/contract/reports.ts'
import { revenue } from '@coinless/contract/revenue.ts'
import { missingRight } from '@coinless/contract/rights.ts'
import { search } from '@coinless/contract/search.ts'
import { rightsOfStaff } from '@coinless/contract/staff.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, statusOf, testApp } from '../../../test/support/app.ts'
import { rows } from '../../../test/support/calls.ts'
import { deviceBody, makeCode, termsOf, unknownId } from '../../../test/support/make.ts'
import type { Row, Sent } from '../../../test/support/row.ts'
import { makeStaff, type TestStaff } from '../../../test/support/staff.ts'
import type { Place } from '../../../test/support/two-places.ts'
import { elm, everything, makeTwoPlaces, oak } from '../../../test/support/two-places.ts'
import { callName, everyEndpoint } from '../../../test/support/valid-calls.ts'

/** Tests staff of the attic, whose owner also has a cellar. */
const server = testApp()

const noAdmin = { roles: [], email_verified: true }
const roles = ['manager', 'technician', 'bookkeeper'] as const
type Role = (typeof roles)[number]

let world: Awaited<ReturnType<typeof makeTwoPlaces>>
let staff: Record<Role, TestStaff>
beforeAll(async () => {
  world = await makeTwoPlaces(server)
  const made = roles.map(
    async (role) => [role, await makeStaff(server, world.owner, role, undefined, [elm])] as const,
  )
  staff = Object.fromEntries(await Promise.all(made)) as Record<Role, TestStaff>
})

/** The outcome of a key belongs to its caller, at any place. */
const ofWhoeverCalls: unknown[] = Object.values(idempotencyKeys)
const isOpen = ({ endpoint }: Row) =>
  endpoint.isForStaff === 'places' && !ofWhoeverCalls.includes(endpoint)
const isRead = ({ endpoint }: Row) => endpoint.method === 'GET' || endpoint === search.find

const more = (endpoint: Row['endpoint'], send: (place: Place) => Sent): Row => ({
  endpoint,
  send: (place) => send(place as Place),
  answers: { others: 200 },
})
const inUtc = { time_zone: 'UTC', period: 'this_year' }

/** Each call that reads, as in `rows`, and with all of its parameters. */
const reads = [
  ...rows.filter((row) => isOpen(row) && isRead(row)),
  ...['first', 'only'].map((own) => more(devices.list, () => ({ query: { own } }))),
  more(devices.list, ({ device }) => ({ query: { search: device.label } })),
  more(devices.list, ({ device }) => ({ query: { search: device.location, own: 'first' } })),
  more(devices.list, () => ({ query: { page: '2', limit: '2' } })),
  more(devices.stickers, ({ device: { id } }) => ({ query: { id } })),
  more(transactions.list, ({ device }) => ({ query: { search: device.device_number } })),
  more(transactions.list, ({ transaction: { id } }) => ({ query: { search: id } })),
  more(transactions.list, () => ({ query: { payment_method: 'prepaid_code' } })),
  more(reports.listCases, ({ device: { id } }) => ({ query: { device_id: id } })),
  more(controllers.list, () => ({ query: { search: 'Basalt' } })),
  ...['day', 'week', 'month', 'location', 'device', 'device_type', 'payment_method', 'hour'].map(
    (by) => more(revenue.get, () => ({ query: { ...inUtc, by } })),
  ),
  more(revenue.get, ({ device: { id } }) => ({ query: { ...inUtc, by: 'device', device_id: id } })),
  more(revenue.get, ({ device: { location } }) => ({ query: { ...inUtc, location } })),
  more(revenue.places, ({ device: { location } }) => ({ query: { search: location } })),
  more(cycles.events, ({ controller: { id } }) => ({ query: { controller: id } })),
  more(cycles.events, ({ controller: { id } }) => ({ query: { controllers: id } })),
  more(cycles.events, ({ linkedDevice: { id } }) => ({ query: { link: id, devices: id } })),
  more(cycles.events, ({ transaction: { id } }) => ({ query: { transaction: id, cycles: id } })),
  more(cycles.events, () => ({ query: { attention: 'true' } })),
  more(search.find, () => ({ body: { text: 'Basalt' } })),
  more(search.find, ({ transaction: { id } }) => ({ body: { text: id } })),
]

const labelOf = (row: Row, index: number) =>
  `${callName(row.endpoint)} ${row.name ?? ''} (${index})`
const numbered = (chosen: Row[]) => chosen.map((row, index) => [labelOf(row, index), row] as const)

// id: places-1
describe('staff of one place read nothing of another', () => {
  test.each(numbered(reads))('%s', async (_, { endpoint, send }) => {
    for (const role of roles) {
      const answer = await bodyOf(server.app, endpoint, staff[role], send?.(world.cellar))
      const asked = JSON.stringify(send?.(world.cellar) ?? '')
      const shown = world.cellar.marks.filter((mark) => answer.includes(mark))
      expect([role, shown, asked]).toEqual([role, [], asked])
    }
  })

  test('that its owner reads by the same calls', async () => {
    const seen: string[] = []
    for (const { endpoint, send } of reads) {
      const answer = await bodyOf(server.app, endpoint, world.owner, send?.(world.cellar))
      if (world.cellar.marks.some((mark) => answer.includes(mark))) seen.push(callName(endpoint))
    }
    const calls = reads.map(({ endpoint }) => callName(endpoint))
    const unseen = calls.filter((each) => !seen.includes(each)).toSorted()
    const paths = unseen.map((each) => each.replace('GET ', ''))
    expect(paths).toEqual(['/controllers/drivers', '/devices/next-number', '/reports/:id/photo'])
  })
})

describe('staff of one place read the same there as staff of all places', () => {
  test.each(numbered(reads.filter(({ name }) => name !== 'of all')))('%s', async (_, row) => {
    const { endpoint, send } = row
    for (const role of roles) {
      const ofAll = await makeStaff(server, world.owner, role)
      const sent = send?.(world.attic)
      const expected = await statusOf(server.app, endpoint, ofAll, sent)
      expect([role, await statusOf(server.app, endpoint, staff[role], sent)]).toEqual([
        role,
        expected,
      ])
    }
  })

  test('and get no other rows in lists, revenue and attention', async () => {
    const as = staff.manager
    const listed = await server.call(devices.list, { as, query: { own: 'only', limit: 2 } })
    expect([listed.pagination.total, listed.has_own]).toEqual([4, true])
    const paid = await server.call(transactions.list, { as, query: {} })
    expect(paid.pagination.total).toBe(1)
    const figures = await server.call(revenue.get, { as, query: { ...inUtc, by: 'day' } as never })
    expect(figures).toMatchObject({ total: { gross: 41.25, net: 40 }, unused_prepaid: null })
    const attention = await server.call(dashboard.attention, { as })
    expect(attention).toMatchObject({ loss_count: 1, lost: 41.25, case_count: 1, cut_short: [] })
    const query = { device_number: 'Basalt-00' }
    expect(await server.call(devices.nextNumber, { as, query })).toMatchObject({ steps: 1 })
    expect((await server.call(controllers.list, { as })).pagination.total).toBe(1)
    expect((await server.call(reports.listCases, { as })).pagination.total).toBe(1)
  })
})

describe('staff of one place change nothing at another', () => {
  const own = ({ owner }: typeof world) => ({ ...deviceBody, landlord_email: owner.email })
  const moved = (location: string) => ({ body: { ...own(world), location, device_number: 'M-1' } })
  const changes = [
    ...rows.filter((row) => isOpen(row) && !isRead(row)),
    more(devices.create, () => moved(oak)),
    more(devices.update, ({ device: { id } }) => ({ params: { id }, ...moved(elm) })),
    more(devices.update, () => ({ params: { id: world.attic.device.id }, ...moved(oak) })),
    more(deviceLinks.create, ({ controller: { id } }) => ({
      params: { id: world.attic.hiddenDevice.id },
      body: { controller_id: id, channel: 2, switching: 'relay' },
    })),
  ]

  test.each(numbered(changes))('%s', async (_, { endpoint, send }) => {
    for (const role of roles) {
      const before = await everything(server, world.owner)
      const status = await statusOf(server.app, endpoint, staff[role], send?.(world.cellar))
      expect([403, 404]).toContain(status)
      expect(await everything(server, world.owner)).toEqual(before)
    }
  })

  test('and get the reason where they chose the place', async () => {
    const as = staff.technician
    const params = { id: world.attic.device.id }
    const create = await server.refused(devices.create, { as, body: moved(oak).body })
    const update = await server.refused(devices.update, { as, params, body: moved(oak).body })
    expect([create.body.code, update.body.code]).toEqual(['other_place', 'other_place'])
  })
})

test('refuses calls that are not limited to places to staff of some, with the reason', async () => {
  const closed = everyEndpoint.filter(({ isForStaff, may, needs }) => {
    const isOfRole = !missingRight(
      { rights: rightsOfStaff('manager', noAdmin, []) },
      needs ?? 'account',
    )
    return isForStaff === true && may !== 'anyone' && isOfRole
  })
  const codes = closed.map(async (endpoint) => {
    const ids = [...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => [name, unknownId])
    const sent = { params: Object.fromEntries(ids) }
    const answer = JSON.parse(await bodyOf(server.app, endpoint, staff.manager, sent))
    // A file has the refusal as text.
    const { code } = typeof answer === 'string' ? JSON.parse(answer) : answer
    return [callName(endpoint), code]
  })
  expect(closed.map(callName)).toContain('GET /transactions/export')
  expect(await Promise.all(codes)).toEqual(
    closed.map((endpoint) => [callName(endpoint), 'all_places_only']),
  )
})

test('moves the history of a device with it between places immediately', async () => {
  const two = await makeTwoPlaces(server)
  const as = await makeStaff(server, two.owner, 'manager', undefined, [elm])
  const { device, transaction, report } = two.attic
  const calls = [
    [devices.get, device.id],
    [transactions.get, transaction.id],
    [transactions.receipt, transaction.id],
    [cycles.get, transaction.id],
    [reports.getCase, report.case_id],
    [reports.photo, report.id],
  ] as const
  const statuses = () =>
    Promise.all(calls.map(([call, id]) => statusOf(server.app, call, as, { params: { id } })))
  const move = async (to: string) => {
    const { label, device_number, price, duration_minutes, device_type } = device
    const body = { label, device_number, price, duration_minutes, device_type, location: to }
    await server.call(devices.update, {
      as: two.owner,
      params: { id: device.id },
      body: { ...body, landlord_email: two.owner.email },
    })
  }
  const counted = async () => {
    const { total } = (await server.call(transactions.list, { as, query: {} })).pagination
    const sums = await server.call(revenue.get, { as, query: { ...inUtc, by: 'day' } as never })
    return [total, sums.total.gross]
  }
  const all = (status: number) => calls.map(() => status)
  expect([await statuses(), await counted()]).toEqual([all(200), [1, 41.25]])
  await move(oak)
  expect([await statuses(), await counted()]).toEqual([all(404), [0, 0]])
  await move(elm)
  expect([await statuses(), await counted()]).toEqual([all(200), [1, 41.25]])
  await server.call(devices.delete, { as: two.owner, params: { id: device.id } })
  expect((await statuses()).slice(1)).toEqual(all(200).slice(1))
})

test('shows staff a controller only while it has devices, all at their places', async () => {
  const two = await makeTwoPlaces(server)
  const as = await makeStaff(server, two.owner, 'technician', undefined, [elm])
  const { controller, linkedDevice, hiddenDevice } = two.attic
  const seen = async () => (await server.call(controllers.list, { as })).data.map(({ id }) => id)
  expect(await seen()).toEqual([controller.id])
  const body = { controller_id: controller.id, channel: 2, switching: 'relay' as const }
  await server.call(deviceLinks.create, { as, params: { id: hiddenDevice.id }, body })
  const other = { as: two.owner, params: { id: two.cellar.hiddenDevice.id } }
  await server.call(deviceLinks.create, { ...other, body: { ...body, channel: 3 } })
  expect(await seen()).toEqual([])
  const chosen = await server.call(deviceLinks.choices, { as, params: { id: linkedDevice.id } })
  expect(chosen.data).toEqual([])
  await server.call(deviceLinks.remove, other)
  expect(await seen()).toEqual([controller.id])
})

test('shows payments by the owner only at the place of the device', async () => {
  const two = await makeTwoPlaces(server)
  const as = await makeStaff(server, two.owner, 'bookkeeper', undefined, [elm])
  const { code } = await makeCode(server, two.owner, { balance: 200 })
  const paid = async ({ device }: Place) => {
    const body = { ...termsOf(device), prepaid_code: code }
    const { transaction } = await server.call(payments.prepaid, { as: two.owner, body })
    return statusOf(server.app, transactions.get, as, { params: { id: transaction.id } })
  }
  expect([await paid(two.attic), await paid(two.cellar)]).toEqual([200, 404])
  expect((await server.call(transactions.list, { as, query: {} })).pagination.total).toBe(2)
})

test('hides the number of a device that is now elsewhere in events of its controller', async () => {
  const two = await makeTwoPlaces(server)
  const as = await makeStaff(server, two.owner, 'technician', undefined, [elm])
  const { controller } = two.attic
  for (const { transaction } of [two.attic, two.cellar]) {
    const { id } = await server.database
      .insertInto('starts')
      .values({
        controller_id: controller.id,
        channel: 1,
        deadline: new Date(),
        cycle_id: transaction.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await server.database
      .insertInto('controller_events')
      .values({ controller_id: controller.id, kind: 'refused', detail: `door ${id}` })
      .execute()
  }
  const named = async (caller: typeof as | typeof two.owner) => {
    const { events } = await server.call(controllers.get, {
      as: caller,
      params: { id: controller.id },
    })
    return events.map(({ device_number }) => device_number)
  }
  expect(await named(two.owner)).toEqual(['Basalt-01', 'Quartz-01'])
  expect(await named(as)).toEqual([null, 'Quartz-01'])
})

test('matches a place with a location exactly', async () => {
  const as = await makeStaff(server, world.owner, 'manager', undefined, [
    elm.toUpperCase(),
    `${elm} `,
  ])
  expect((await server.call(devices.list, { as })).data).toEqual([])
})
