import { randomUUID } from 'node:crypto'
import { audit } from '@coinless/contract/audit.ts'
import { type BulkChange, bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { type DeviceBody, devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeLinked } from '../../../test/support/links.ts'
import {
  makeAcceptedDevice,
  makeAdmin,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'

const server = testApp()

const mine = { filter: { own: 'only' } }

type Chosen = { ids: string[] } | { filter: object; except?: string[] }

const plan = (as: TestUser, chosen: Chosen, set: object) =>
  server.call(bulkChanges.planForDevices, { as, body: { chosen, set } as never })
const apply = (as: TestUser, { id }: BulkChange) =>
  server.call(bulkChanges.apply, { as, params: { id } })
const undo = (as: TestUser, { id }: BulkChange) =>
  server.call(bulkChanges.undo, { as, params: { id } })

async function makeDevices(owner: TestUser, count: number, facts: Partial<DeviceBody> = {}) {
  const made = []
  for (let n = 1; n <= count; n++) {
    made.push(await makeDevice(server, owner, { device_number: `W-${n}`, ...facts }))
  }
  return made
}

const find = (as: TestUser, id: string) => server.call(devices.get, { as, params: { id } })

async function idsOf(rows: Promise<{ id: string }[]>) {
  return (await rows).map(({ id }) => id)
}

test('plans a bulk change with old and new values and changes nothing', async () => {
  const owner = await makeLandlord(server)
  const cheap = await makeDevices(owner, 3)
  const dear = await makeDevice(server, owner, { price: 4 })
  const done = await makeDevice(server, owner, { price: 3 })
  const planned = await plan(owner, mine, { price: 3 })
  expect(planned).toMatchObject({
    state: 'planned',
    planned: 4,
    unchanged: 1,
    left: [],
    changed: 0,
  })
  expect(planned.groups).toEqual([
    { field: 'price', from: '2.50', to: '3.00', count: 3 },
    { field: 'price', from: '4.00', to: '3.00', count: 1 },
  ])
  for (const { id, price } of [...cheap, dear, done]) {
    expect((await find(owner, id)).price).toBe(price)
  }
})

test('sets every field and records each change in the audit trail as a single change does', async () => {
  const owner = await makeLandlord(server)
  const made = await makeDevices(owner, 3)
  const set = { price: 3.25, duration_minutes: 45, status: 'inactive', location: 'New house' }
  const applied = await apply(owner, await plan(owner, { ids: made.map(({ id }) => id) }, set))
  expect(applied).toMatchObject({ state: 'applied', planned: 0, changed: 3, left: [] })
  for (const { id } of made) {
    expect(await find(owner, id)).toMatchObject(set)
    const { data } = await server.call(audit.list, {
      as: await makeAdmin(server),
      query: { search: owner.email, action: 'device_changed' } as never,
    })
    const event = data.find(({ subject_id }) => subject_id === id)
    expect(event?.details).toEqual({
      price: '2.50 → 3.25',
      duration_minutes: '30 → 45',
      status: 'active → inactive',
      location: expect.stringContaining('→ New house'),
    })
  }
})

test('changes all rows that a list finds except those left out', async () => {
  const owner = await makeLandlord(server)
  const place = `Yard ${owner.email}`
  const [first, second] = await makeDevices(owner, 2, { location: place })
  const other = await makeDevice(server, owner)
  const chosen = { filter: { search: place }, except: [second?.id ?? ''] }
  await apply(owner, await plan(owner, chosen, { price: 9 }))
  const prices = await Promise.all(
    [first?.id, second?.id, other.id].map(async (id = '') => (await find(owner, id)).price),
  )
  expect(prices).toEqual([9, 2.5, 2.5])
})

test('skips rows that the caller may not change and reports them', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const other = await makeLandlord(server)
  const own = await makeDevice(server, owner)
  const accepted = await makeAcceptedDevice(server, await makeUser(server), owner)
  const foreign = await makeDevice(server, other, { label: 'Foreign', device_number: 'F-1' })
  const hidden = await makeDevice(server, other, { status: 'disabled' })
  const ids = [own.id, accepted.id, foreign.id, hidden.id, randomUUID()]
  const planned = await plan(owner, { ids }, { price: 7 })
  expect(planned.left).toEqual([
    { reason: 'not_found', count: 2, names: [] },
    { reason: 'not_yours', count: 1, names: ['F-1 Foreign'] },
  ])
  expect(await apply(owner, planned)).toMatchObject({ changed: 2 })
  expect((await find(other, foreign.id)).price).toBe(2.5)
  expect((await find(owner, accepted.id)).price).toBe(7)
})

test('skips a device that the caller may no longer change after the plan', async () => {
  const [owner, landlord] = [
    await makeUser(server),
    await makeLandlord(server, { email_verified: true }),
  ]
  const device = await makeAcceptedDevice(server, owner, landlord)
  const planned = await plan(landlord, { ids: [device.id] }, { price: 7 })
  await server.call(devices.refuse, { as: landlord, params: { id: device.id } })
  const applied = await apply(landlord, planned)
  expect(applied).toMatchObject({ changed: 0 })
  expect((await find(owner, device.id)).price).toBe(2.5)
})

test('reports rows that changed since the plan and does not overwrite them', async () => {
  const owner = await makeLandlord(server)
  const [touched, gone, kept] = await makeDevices(owner, 3)
  if (!touched || !gone || !kept) throw new Error('Three were made.')
  const planned = await plan(owner, mine, { price: 3 })
  const { label, device_number, device_type, landlord_email, location } = touched
  const facts = { label, device_number, device_type, landlord_email, location }
  const body = { ...facts, duration_minutes: 30, price: 8 }
  await server.call(devices.update, { as: owner, params: { id: touched.id }, body })
  await server.call(devices.delete, { as: owner, params: { id: gone.id } })
  const applied = await apply(owner, planned)
  expect(applied).toMatchObject({ state: 'applied', changed: 1 })
  expect(applied.left).toEqual([
    { reason: 'changed_meanwhile', count: 1, names: [`${device_number} ${label}`] },
    { reason: 'not_found', count: 1, names: [] },
  ])
  expect((await find(owner, touched.id)).price).toBe(8)
})

test('skips devices with a minimum duration above the new duration', async () => {
  const owner = await makeLandlord(server)
  const { id } = await makeDevice(server, owner, { minimum_duration_minutes: 20 })
  const planned = await plan(owner, { ids: [id] }, { duration_minutes: 10 })
  expect(planned).toMatchObject({
    planned: 0,
    left: [{ reason: 'minimum_above_duration', count: 1 }],
  })
})

test('skips devices started by pulses when coins cannot make the price', async () => {
  const owner = await makeLandlord(server)
  const pulses = { switching: 'pulses', pulse_ms: 50, gap_ms: 100 } as const
  const { id } = (await makeLinked(server, owner, pulses)).device
  const planned = await plan(owner, { ids: [id] }, { price: 2.6 })
  expect(planned.left).toMatchObject([{ reason: 'price_not_in_coins', count: 1 }])
  expect(await plan(owner, { ids: [id] }, { price: 2.75 })).toMatchObject({ planned: 1 })
})

test('restores the earlier values on undo, except for rows that changed since', async () => {
  const owner = await makeLandlord(server)
  const [first, second] = await makeDevices(owner, 2)
  const dear = await makeDevice(server, owner, { price: 4 })
  const applied = await apply(owner, await plan(owner, mine, { price: 3 }))
  expect(applied.undo_until).not.toBeNull()
  await sql`update devices set label = 'Mine' where id = ${second?.id}`.execute(server.database)
  const undone = await undo(owner, applied)
  expect(undone).toMatchObject({ state: 'undone', undone: 2, changed: 1, undo_until: null })
  expect(undone.left).toMatchObject([{ reason: 'changed_meanwhile', count: 1 }])
  const prices = [first?.id, second?.id, dear.id].map(
    async (id = '') => (await find(owner, id)).price,
  )
  expect(await Promise.all(prices)).toEqual([2.5, 3, 4])
  expect(await undo(owner, applied)).toMatchObject({ undone: 2 })
})

test('rejects an undo after the time limit and before anything was applied', async () => {
  const owner = await makeLandlord(server)
  const ids = await idsOf(makeDevices(owner, 1))
  const planned = await plan(owner, { ids }, { price: 3 })
  const refused = () => server.refused(bulkChanges.undo, { as: owner, params: { id: planned.id } })
  expect((await refused()).body.code).toBe('undo_too_late')
  await apply(owner, planned)
  const late = limits.undoSeconds + limits.undoGraceSeconds + 1
  await server.asOwner(`update bulk_changes set applied_at = now() - interval '${late} seconds'
    where id = '${planned.id}'`)
  expect((await refused()).body.code).toBe('undo_too_late')
  expect((await find(owner, ids[0] ?? '')).price).toBe(3)
})

test('applies a bulk change once when the call is repeated, also after a lost answer', async () => {
  const owner = await makeLandlord(server)
  const made = await makeDevices(owner, 2)
  const planned = await plan(owner, mine, { price: 3 })
  const send = (key: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api/bulk-changes/${planned.id}/apply`,
      headers: { authorization: `Bearer ${owner.token}`, 'idempotency-key': key },
    })
  const answers = await Promise.all([send('one'), send('one'), send('two')])
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(
    await server.call(bulkChanges.get, { as: owner, params: { id: planned.id } }),
  ).toMatchObject({ state: 'applied', changed: 2 })
  const { rows } = await sql`select from audit_events where action = 'device_changed'
    and subject_id = any (${made.map(({ id }) => id)}::uuid[])`.execute(server.database)
  expect(rows).toHaveLength(2)
})

test('resumes a partly applied change on the next call', async () => {
  const owner = await makeLandlord(server)
  const [first] = await makeDevices(owner, 2)
  const planned = await plan(owner, mine, { price: 3 })
  await server.asOwner(`update bulk_changes set state = 'applying' where id = '${planned.id}';
    update bulk_change_rows set state = 'changed' where row_id = '${first?.id}'`)
  expect(await apply(owner, planned)).toMatchObject({ state: 'applied', planned: 0, changed: 2 })
})

test('hides a bulk change from other users, including admins', async () => {
  const owner = await makeLandlord(server)
  const ids = await idsOf(makeDevices(owner, 1))
  const { id } = await plan(owner, { ids }, { price: 3 })
  for (const as of [await makeLandlord(server), await makeAdmin(server)]) {
    for (const endpoint of [bulkChanges.get, bulkChanges.apply, bulkChanges.undo]) {
      const { status, body } = await server.refused(endpoint, { as, params: { id } })
      expect([status, body.code]).toEqual([404, 'bulk_change_not_found'])
    }
  }
})
