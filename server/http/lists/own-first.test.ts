import { type Device, devices } from '@coinless/contract/devices.ts'
import { isOwnDevice } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { manyRows } from '../../../test/servers/many-rows.ts'
import { testApp } from '../../../test/support/app.ts'
import {
  makeAdmin,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'

const server = testApp()
const limit = 60
let landlord: TestUser
let admin: TestUser

/** Makes own devices, as owner or accepted landlord, in few places among thousands of others. */
beforeAll(async () => {
  await server.asOwner(manyRows({ rows: 3000, owners: 2 }))
  landlord = await makeLandlord(server, { email_verified: true })
  admin = await makeAdmin(server)
  await makeDevice(server, landlord)
  await server.asOwner(`
    update devices set owner_id = '${landlord.id}', landlord_email = '${landlord.email}',
      location = 'Place ' || sticker_number::int % 7 where sticker_number::int % 5 = 0;
    update devices set landlord_email = '${landlord.email}', landlord_accepted_at = now(),
      location = 'Place ' || sticker_number::int % 3 where sticker_number::int % 5 = 1;
    update devices set landlord_email = '${landlord.email}' where sticker_number::int % 50 = 2`)
})

/** Ids of the same list, by reading all rows. */
async function sorted(caller: TestUser, filter: string): Promise<string[]> {
  const { rows } = await sql<Device & { is_own: boolean; is_visible: boolean }>`
    select * from (
      select id, owner_id = ${caller.id}
          or landlord_email = ${caller.email} and landlord_accepted as is_own,
        is_open or owner_id = ${caller.id} or landlord_email = ${caller.email}
          or ${caller === admin} as is_visible,
        location, created_at
      from devices where deleted_at is null and ${sql.raw(filter)}
    ) as device where is_visible
    order by not is_own, case when is_own then location end, case when is_own then created_at end,
      case when is_own then id end, created_at desc, id desc`.execute(server.database)
  return rows.map(({ id }) => id)
}

const filters = [
  [{}, 'true'],
  [{ device_type: 'dryer' }, "device_type = 'dryer'"],
  [{ status: 'inactive' }, "status = 'inactive'"],
  [
    { device_type: 'washer', status: 'active', search: 'machine 1' },
    "device_type = 'washer' and status = 'active' and label ilike '%machine 1%'",
  ],
] as const

test.each(filters)(
  'lists own devices first, by place, and every page matches a full read: %j',
  async (query, filter) => {
    for (const caller of [landlord, admin, await makeUser(server)]) {
      const all = await sorted(caller, filter)
      const last = Math.max(1, Math.ceil(all.length / limit))
      const pages = new Set([1, 2, 3, Math.ceil(last / 3), Math.ceil(last / 2), last - 1, last])
      for (const page of [...pages].filter((page) => page >= 1)) {
        const { data, pagination } = await server.call(devices.list, {
          as: caller,
          query: { ...query, own: 'first', page, limit } as never,
        })
        expect(data.map(({ id }) => id)).toEqual(all.slice((page - 1) * limit, page * limit))
        expect(pagination.total).toBe(all.length)
      }
    }
  },
  60_000,
)

test('lists only own devices, in the same order, on request', async () => {
  const found: Device[] = []
  for (let page = 1; ; page++) {
    const query = { own: 'only', page, limit } as never
    const { data, pagination } = await server.call(devices.list, { as: landlord, query })
    found.push(...data)
    if (found.length >= pagination.total) break
  }
  expect(
    found.every((device) => isOwnDevice({ ...landlord, email_verified: true, roles: [] }, device)),
  ).toBe(true)
  const all = await sorted(landlord, 'true')
  expect(found.map(({ id }) => id)).toEqual(all.slice(0, found.length))
  expect(found.length).toBeGreaterThan(1000)
})

test('reports whether the caller has own devices, even if the search finds none', async () => {
  const query = { own: 'first', search: 'nowhere' } as never
  const mine = await server.call(devices.list, { as: landlord, query })
  expect(mine).toMatchObject({ data: [], has_own: true })
  const none = await server.call(devices.list, { as: await makeUser(server), query })
  expect(none).toMatchObject({ data: [], has_own: false })
})

test('sorts newest first unless own devices are asked for', async () => {
  const { data, ...rest } = await server.call(devices.list, { as: landlord, query: {} as never })
  const times = data.map(({ created_at }) => created_at)
  expect(times).toEqual([...times].sort().reverse())
  expect(rest).not.toHaveProperty('has_own')
})

test('counts no device as own by an unverified address', async () => {
  await sql`update users set email_verified = false where id = ${landlord.id}`.execute(
    server.database,
  )
  const { data } = await server.call(devices.list, {
    as: landlord,
    query: { own: 'only', limit: 100 } as never,
  })
  expect(new Set(data.map(({ owner_id }) => owner_id))).toEqual(new Set([landlord.id]))
  await sql`update users set email_verified = true where id = ${landlord.id}`.execute(
    server.database,
  )
})

test('keeps the totals of own devices equal to their rows', async () => {
  const totals = (await findInconsistencies(server.database)).filter(({ check }) =>
    /total/.test(check),
  )
  expect(totals).toEqual([])
})
