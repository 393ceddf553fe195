import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { revenue } from '@coinless/contract/revenue.ts'
import { revenueLimits } from '@coinless/contract/revenue-limits.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makePastPayment } from '../../../test/support/history.ts'
import {
  makeAcceptedDevice,
  makeAdmin,
  makeDevice,
  makeLandlord,
  type TestUser,
} from '../../../test/support/make.ts'
import { makeStaff } from '../../../test/support/staff.ts'

const server = testApp()
const placesOf = async (as: TestUser, query: object = {}) =>
  (await server.call(revenue.places, { as, query })).data
const makeOwner = () => makeLandlord(server, { email_verified: true })

test('lists the locations of own, hosted and deleted devices by name, once each', async () => {
  const [owner, other] = [await makeOwner(), await makeOwner()]
  await makeDevice(server, owner, { location: 'Cellar' })
  await makeDevice(server, owner, { location: 'Attic' })
  await makeDevice(server, owner, { location: 'Attic' })
  await makeAcceptedDevice(server, other, owner, { location: 'Hosted' })
  await makeDevice(server, other, { location: 'Named', landlord_email: owner.email })
  await makeDevice(server, other, { location: 'Of another' })
  const gone = await makeDevice(server, owner, { location: 'Gone' })
  await server.call(devices.delete, { as: owner, params: { id: gone.id } })
  expect(await placesOf(owner)).toEqual(['Attic', 'Cellar', 'Gone', 'Hosted'])
})

test('lists only their places to staff, and those of any account to admins', async () => {
  const owner = await makeOwner()
  for (const location of ['Attic', 'Cellar']) await makeDevice(server, owner, { location })
  const ofAll = await makeStaff(server, owner, 'bookkeeper')
  const ofSome = await makeStaff(server, owner, 'bookkeeper', undefined, ['Attic', 'Sold'])
  expect(await placesOf(ofAll)).toEqual(['Attic', 'Cellar'])
  expect(await placesOf(ofSome)).toEqual(['Attic'])
  expect(await placesOf(ofSome, { search: 'cell' })).toEqual([])
  const admin = await makeAdmin(server)
  expect(await placesOf(admin, { owner: owner.id })).toEqual(['Attic', 'Cellar'])
  const refusal = async (as: TestUser, id: string) =>
    (await server.refused(revenue.places, { as, query: { owner: id } })).body.code
  expect(await refusal(await makeOwner(), owner.id)).toBe('admin_only')
  expect(await refusal(admin, crypto.randomUUID())).toBe('user_not_found')
})

test('finds any of many places by a part of its name, without accents or case', async () => {
  const owner = await makeOwner()
  await makeDevice(server, owner, { location: 'Zürich 100%' })
  const { id } = await makeDevice(server, owner, { location: 'House 000' })
  const count = revenueLimits.revenuePlaces
  await server.asOwner(`insert into devices
      (owner_id, label, device_number, sticker_number, device_type, landlord_email, landlord_is_owner, location,
        duration_minutes, price)
    select owner_id, label, 'N-' || n, null, device_type, landlord_email, landlord_is_owner,
      'House ' || lpad(n::text, 3, '0'), duration_minutes, price
    from devices, generate_series(1, ${count}) n where id = '${id}'`)
  const first = await placesOf(owner)
  expect([first.length, first[0], first.at(-1)]).toEqual([count, 'House 000', 'House 099'])
  expect(await placesOf(owner, { search: 'zurich' })).toEqual(['Zürich 100%'])
  expect(await placesOf(owner, { search: '0%' })).toEqual(['Zürich 100%'])
  expect(await placesOf(owner, { search: 'HOUSE 100' })).toEqual(['House 100'])
})

test.each([
  [{ search: 'x'.repeat(limits.searchMax + 1) }, 'search'],
  [{ owner: 'all' }, 'owner'],
])('rejects %j', async (query, field) => {
  const sent = { as: await makeOwner(), query: query as never }
  const { status, body } = await server.refused(revenue.places, sent)
  expect([status, body.details?.[0]?.field]).toEqual([400, field])
})

test('filters figures and files by a place, of own devices only', async () => {
  const [owner, other] = [await makeOwner(), await makeOwner()]
  const at = '2026-02-01T12:00:00Z'
  for (const [of, location, amount] of [
    [owner, 'Attic', 1.25],
    [owner, 'Cellar', 2],
    [other, 'Attic', 4],
  ] as const) {
    await makePastPayment(server, of, await makeDevice(server, of, { location }), { at, amount })
  }
  const query = { time_zone: 'UTC', from: '2026-02-01', until: '2026-02-28', location: 'Attic' }
  const grossOf = async (as: TestUser, location: string) =>
    (await server.call(revenue.get, { as, query: { ...query, location } })).total.gross
  const ofSome = await makeStaff(server, owner, 'bookkeeper', undefined, ['Attic'])
  expect(await grossOf(owner, 'Attic')).toBe(1.25)
  expect(await grossOf(other, 'Cellar')).toBe(0)
  expect(await grossOf(ofSome, 'Attic')).toBe(1.25)
  expect(await grossOf(ofSome, 'Cellar')).toBe(0)
  for (const { path } of [revenue.export, revenue.bookkeeping]) {
    const { body } = await server.app.inject({
      url: `/api${path}?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
    const paid = body.split('\n').filter((line) => /,(1[.]25|2[.]00|4[.]00),0[.]00/.test(line))
    expect(paid).toEqual([expect.stringContaining(',1.25,0.00,1.25,')])
  }
})
