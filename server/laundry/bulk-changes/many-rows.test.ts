import { randomUUID } from 'node:crypto'
import { type BulkChange, bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeAdmin,
  makeCode,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'

const server = testApp()
const mine = { filter: { own: 'only' as const } }

const plan = (as: TestUser, chosen: typeof mine, set: object) =>
  server.call(bulkChanges.planForDevices, { as, body: { chosen, set } })
const planCodes = (as: TestUser, ids: string[], disabled: boolean) =>
  server.call(bulkChanges.planForCodes, { as, body: { chosen: { ids }, set: { disabled } } })
const apply = (as: TestUser, { id }: BulkChange) =>
  server.call(bulkChanges.apply, { as, params: { id } })
const undo = (as: TestUser, { id }: BulkChange) =>
  server.call(bulkChanges.undo, { as, params: { id } })

test('rejects more rows than the limit before anything starts', async () => {
  const owner = await makeLandlord(server)
  await server.asOwner(`insert into devices (owner_id, label, device_number, shares_number, device_type,
      landlord_email, location, duration_minutes, price)
    select '${owner.id}', 'L', 'N', true, 'washer', '${owner.email}', 'Large', 30, 2
    from generate_series(1, ${limits.bulkRows + 1})`)
  const body = { chosen: { filter: { own: 'only' as const } }, set: { price: 3 } }
  const { status, body: refused } = await server.refused(bulkChanges.planForDevices, {
    as: owner,
    body,
  })
  expect([status, refused.code]).toEqual([422, 'too_many_rows'])
  expect(refused.error).toContain('10,000')
})

test('accepts all matching rows except some when only the exceptions exceed the limit', async () => {
  const owner = await makeLandlord(server)
  const leftOut = 3
  await server.asOwner(`insert into devices (owner_id, label, device_number, shares_number, device_type,
      landlord_email, location, duration_minutes, price)
    select '${owner.id}', 'L', 'N', true, 'washer', '${owner.email}', 'Large', 30, 2
    from generate_series(1, ${limits.bulkRows + leftOut})`)
  const { data } = await server.call(devices.list, { as: owner, query: { own: 'only' } })
  const except = data.slice(0, leftOut).map(({ id }) => id)
  const plan = (ids: string[]) => ({
    as: owner,
    body: { chosen: { ...mine, except: ids }, set: { price: 3 } },
  })
  const { planned } = await server.call(bulkChanges.planForDevices, plan(except))
  expect(planned).toBe(limits.bulkRows)
  const others = Array.from({ length: leftOut }, () => randomUUID())
  const { body } = await server.refused(bulkChanges.planForDevices, plan(others))
  expect(body.code).toBe('too_many_rows')
})

test('keeps an account’s newest bulk changes and one in progress, also with concurrent plans', async () => {
  const owner = await makeLandlord(server)
  const ids = [randomUUID()]
  const other = await planCodes(await makeLandlord(server), ids, true)
  const busy = await planCodes(owner, ids, true)
  await server.database
    .updateTable('bulk_changes')
    .set({ state: 'applying' })
    .where('id', '=', busy.id)
    .execute()
  await Promise.all(
    Array.from({ length: 3 * limits.bulkChanges }, () => planCodes(owner, ids, true)),
  )
  const last = await planCodes(owner, ids, true)
  const kept = await server.database.selectFrom('bulk_changes').select(['id', 'user_id']).execute()
  const own = kept.filter(({ user_id }) => user_id === owner.id).map(({ id }) => id)
  expect(own).toHaveLength(limits.bulkChanges + 1)
  expect(own).toEqual(expect.arrayContaining([busy.id, last.id]))
  expect(kept.map(({ id }) => id)).toContain(other.id)
})

test('disables codes together and restores the state of each on undo', async () => {
  const issuer = await makeLandlord(server)
  const codes = [
    await makeCode(server, issuer),
    await makeCode(server, issuer),
    await makeCode(server, issuer, { disabled: true }),
  ]
  const foreign = await makeCode(server, await makeLandlord(server))
  const ids = [...codes, foreign].map(({ id }) => id)
  const planned = await planCodes(issuer, ids, true)
  expect(planned).toMatchObject({ planned: 2, unchanged: 1, left: [{ reason: 'not_found' }] })
  expect(planned.groups).toEqual([{ field: 'disabled', from: 'false', to: 'true', count: 2 }])
  const applied = await apply(issuer, planned)
  const states = () =>
    Promise.all(
      codes.map(async ({ id }) => {
        const { disabled } = await server.call(prepaidCodes.get, { as: issuer, params: { id } })
        return disabled
      }),
    )
  expect(await states()).toEqual([true, true, true])
  await undo(issuer, applied)
  expect(await states()).toEqual([false, false, true])
})

test('refuses code changes to a holder, and enabling an admin’s code without the role', async () => {
  const [issuer, holder, admin] = [
    await makeLandlord(server),
    await makeUser(server, { email_verified: true }),
    await makeAdmin(server),
  ]
  const held = await makeCode(server, issuer, { customer_email: holder.email })
  expect(await planCodes(holder, [held.id], true)).toMatchObject({
    planned: 0,
    left: [{ reason: 'not_yours' }],
  })
  const strong = await makeCode(server, admin)
  await sql`update users set roles = '{}' where id = ${admin.id}`.execute(server.database)
  const applied = await apply(admin, await planCodes(admin, [strong.id], true))
  expect(applied).toMatchObject({ changed: 1 })
  const undone = await undo(admin, applied)
  expect(undone).toMatchObject({ undone: 0, left: [{ reason: 'admin_only', count: 1 }] })
})

test('accepts payments while 1,000 devices change, each at a price that was shown', async () => {
  const owner = await makeLandlord(server)
  await server.asOwner(`insert into devices (owner_id, label, device_number, shares_number, device_type,
      landlord_email, location, duration_minutes, price)
    select '${owner.id}', 'L', 'N', true, 'washer', '${owner.email}', 'Large', 30, 2.5
    from generate_series(1, 1000)`)
  const code = await makeCode(server, owner, { balance: 5000 })
  const { data } = await server.call(devices.list, { as: owner, query: { own: 'only', limit: 50 } })
  const planned = await plan(owner, { filter: { own: 'only' } }, { price: 3 })
  expect(planned.planned).toBe(1000)
  let isOver = false
  let slowest = 0
  const changing = apply(owner, planned).finally(() => {
    isOver = true
  })
  const paid: number[] = []
  for (let n = 0; !isOver || n < 20; n++) {
    const shown = await server.call(devices.get, {
      as: owner,
      params: { id: data[n % data.length]?.id ?? '' },
    })
    const before = performance.now()
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: '/api/payments/prepaid',
      headers: { authorization: `Bearer ${owner.token}` },
      payload: { ...termsOf(shown), prepaid_code: code.code },
    })
    slowest = Math.max(slowest, performance.now() - before)
    // 409: the price had changed since it was shown, and nothing was paid.
    expect([201, 200, 409], body).toContain(statusCode)
    if (statusCode !== 409) paid.push(JSON.parse(body).transaction.amount)
  }
  expect(await changing).toMatchObject({ state: 'applied', changed: 1000, left: [] })
  expect(paid.length).toBeGreaterThan(10)
  expect(paid.every((amount) => amount === 2.5 || amount === 3)).toBe(true)
  expect(slowest).toBeLessThan(5000)
})

test('deletes the plans of a closed account', async () => {
  const owner = await makeLandlord(server)
  await plan(owner, mine, { price: 3 })
  await server.call(ownAccount.close, {
    as: owner,
    body: { current_password: password },
  })
  const { rows } = await sql`select from bulk_changes where user_id = ${owner.id}`.execute(
    server.database,
  )
  expect(rows).toEqual([])
})
