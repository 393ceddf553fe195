import { randomUUID } from 'node:crypto'
import { audit } from '@coinless/contract/audit.ts'
import { type DeviceBody, devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeAdmin,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'

const server = testApp()
let owner: TestUser

beforeEach(async () => {
  owner = await makeLandlord(server, { email_verified: true })
})

const row = (device_number: string, facts: Partial<DeviceBody> = {}) => {
  return { ...deviceBody, landlord_email: owner.email, device_number, ...facts }
}

async function bring(
  rows: object[],
  { as = owner, key = randomUUID() as string, app = server.app } = {},
) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/devices/import',
    headers: { authorization: `Bearer ${as.token}`, 'idempotency-key': key },
    payload: { rows },
  })
  return { status: answer.statusCode, ...answer.json() }
}

async function owned({ id } = owner) {
  const { rows } = await sql<{ device_number: string; price: string }>`
    select device_number, price::text from devices where owner_id = ${id} and deleted_at is null
    order by normalize_device_number(device_number)`.execute(server.database)
  return rows
}

describe('an import of devices', () => {
  test('lists the devices in the order of the rows', async () => {
    const numbers = Array.from({ length: 12 }, (_, row) => `W-${(row * 5) % 12}`)
    await bring(numbers.map((number) => row(number)))
    const query = { own: 'only', limit: 100 } as const
    const { data } = await server.call(devices.list, { as: owner, query })
    expect(data.map(({ device_number }) => device_number)).toEqual(numbers)
  })

  test('creates each new device with its audit event, as a single call does', async () => {
    const report = await bring([row('W-1'), row('W-2', { price: 3, status: 'inactive' })])
    expect(report).toEqual({ status: 200, created: 2, left: [] })
    const { data } = await server.call(devices.list, { as: owner, query: { search: owner.email } })
    expect(data).toEqual([])
    const made = await server.call(devices.export, { as: owner })
    expect(made).toContain(
      `W-2,,washer,${owner.email},"Elm Street 4, basement",30,15,quarter,3.00,inactive`,
    )
    const alone = await makeDevice(server, owner, { device_number: 'W-3' })
    const { rows } = await sql`
      select distinct (to_jsonb(devices) - 'id' - 'created_at' - 'updated_at' - 'sticker_number'
        - 'device_number' - 'search_text' - 'shares_number') as device
      from devices where owner_id = ${owner.id} and device_number in ('W-1', ${alone.device_number})`.execute(
      server.database,
    )
    expect(rows).toHaveLength(1)
    const { data: events } = await server.call(audit.list, {
      as: await makeAdmin(server),
      query: { action: 'device_created', search: owner.email },
    })
    expect(events.map(({ subject }) => subject).sort()).toEqual(
      ['W-1', 'W-2', 'W-3'].map((number) => `${number} ${deviceBody.label}`),
    )
  })

  test('creates nothing twice and leaves devices that differ unchanged', async () => {
    const rows = [row('W-1'), row('W-2')]
    await bring(rows)
    const unchanged = (n: number) => ({ row: n, outcome: 'unchanged', fields: [], message: null })
    expect(await bring(rows)).toMatchObject({ created: 0, left: [unchanged(0), unchanged(1)] })
    const dearer = row('w - 1', { price: 9, location: 'Elsewhere' })
    expect(await bring([row('W-3'), dearer])).toMatchObject({
      created: 1,
      left: [{ row: 1, outcome: 'differs', fields: ['location', 'price'], message: null }],
    })
    expect(await owned()).toEqual(
      ['W-1', 'W-2', 'W-3'].map((device_number) => ({ device_number, price: '2.50' })),
    )
  })

  test('compares only the fields that a row has', async () => {
    await makeDevice(server, owner, {
      device_number: 'W-1',
      coin_type: 'dollar',
      device_name: 'Ana',
    })
    expect((await bring([row('W-1')])).left[0].outcome).toBe('unchanged')
    expect((await bring([row('W-1', { device_name: '' })])).left[0].fields).toEqual(['device_name'])
  })

  test('matches both of two devices that share a number', async () => {
    for (const price of [1, 2]) await makeDevice(server, owner, { device_number: 'W-1', price })
    const { left } = await bring([1, 2, 3].map((price) => row('W-1', { price })))
    expect(left.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'unchanged',
      'unchanged',
      'differs',
    ])
  })

  test('creates one device for two rows with the same number', async () => {
    expect(await bring([row('W-1'), row('W-1', { price: 9 })])).toMatchObject({
      created: 1,
      left: [{ row: 1, outcome: 'differs', fields: ['price'] }],
    })
  })

  test('does not match devices of other owners by number', async () => {
    const other = await makeLandlord(server)
    await makeDevice(server, other, { device_number: 'W-1', landlord_email: owner.email })
    expect(await bring([row('W-1')])).toMatchObject({ created: 1, left: [] })
    expect(await owned(other)).toHaveLength(1)
  })

  test('is rejected as a whole for invalid rows, with row and field', async () => {
    const refused = await bring([
      row('W-1'),
      row('W-2', { price: 0.001 }),
      { device_number: 'W-3' },
    ])
    expect(refused.status).toBe(400)
    expect(refused.details).toContainEqual({
      field: 'rows.1.price',
      message: 'must have at most 2 decimals',
    })
    expect(refused.details).toContainEqual({ field: 'rows.2.label', message: 'is required' })
    expect(await owned()).toEqual([])
    expect((await bring([])).status).toBe(400)
    const tooMany = Array.from({ length: limits.importRowsAtOnce + 1 }, () => ({}))
    expect((await bring(tooMany)).details).toContainEqual(
      expect.objectContaining({ field: 'rows' }),
    )
  })

  test('mails each landlord that it names once', async () => {
    const landlord = await makeLandlord(server, { email_verified: true })
    await bring(['A-1', 'A-2'].map((number) => row(number, { landlord_email: landlord.email })))
    const mails = (await server.mails()).filter(({ to }) => to === landlord.email)
    expect(mails).toHaveLength(1)
  })
})

test('previews the rows that an import would skip, and creates nothing', async () => {
  await bring([row('W-1'), row('W-2', { price: 3 })])
  const answer = await server.call(devices.previewImport, {
    as: owner,
    body: { rows: [row('W-9'), row('w-2', { price: 4 }), row('W-1')] as never },
  })
  const left = { outcome: 'unchanged', fields: [], message: null }
  expect(answer).toEqual({
    left: [
      { ...left, row: 1, outcome: 'differs', fields: ['price'] },
      { ...left, row: 2 },
    ],
  })
  expect(await owned()).toHaveLength(2)
  const stranger = await makeLandlord(server)
  const body = { rows: [row('W-1')] as never }
  expect(await server.call(devices.previewImport, { as: stranger, body })).toEqual({ left: [] })
})

test('returns the first answer to a repeated import with the same idempotency key', async () => {
  const rows = [row('W-1'), row('W-2')]
  const first = await bring(rows, { key: 'one' })
  expect(await bring(rows, { key: 'one' })).toEqual(first)
  expect((await bring([row('W-3')], { key: 'one' })).code).toBe('idempotency_key_reused')
  expect(await owned()).toHaveLength(2)
})

test('creates each device once for two concurrent imports of the same file', async () => {
  const numbers = Array.from({ length: 50 }, (_, n) => `N-${n}`)
  const reports = await Promise.all([
    bring(numbers.map((each) => row(each))),
    bring(numbers.toReversed().map((each) => row(each))),
  ])
  expect(reports.map(({ status }) => status)).toEqual([200, 200])
  expect(reports[0].created + reports[1].created).toBe(50)
  expect(await owned()).toHaveLength(50)
  for (const { left } of reports) {
    for (const { outcome } of left) expect(outcome).toBe('unchanged')
  }
})

test('enforces the quota of an unverified account across concurrent imports', async () => {
  const unverified = await makeUser(server, { email_verified: false })
  const room = 3
  await sql`insert into devices
      (owner_id, label, device_number, device_type, landlord_email, location, duration_minutes, price)
    select ${unverified.id}, 'x', 'x-' || n, 'washer', 'x@example.com', 'x', 30, 1
    from generate_series(1, ${limits.madeUnverified - room}::integer) as n`.execute(server.database)
  const reports = await Promise.all(
    ['A', 'B'].map((letter) => bring([row(`${letter}1`), row(`${letter}2`)], { as: unverified })),
  )
  expect(reports.map(({ status, code }) => code ?? status).sort()).toEqual([
    200,
    'verification_needed',
  ])
  expect(await owned(unverified)).toHaveLength(limits.madeUnverified - 1)
})
