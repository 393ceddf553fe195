import { apiKeys } from '@coinless/contract/api-keys.ts'
import { type BulkChange, bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { Right } from '@coinless/contract/rights.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  password,
  type TestUser,
} from '../../../test/support/make.ts'

const server = testApp()

const recent = async (as: { token: string }) => (await server.call(bulkChanges.recent, { as })).data
const open = (as: { token: string }) => server.call(bulkChanges.open, { as })
const plan = (as: TestUser, ids: string[], price: number) =>
  server.call(bulkChanges.planForDevices, { as, body: { chosen: { ids }, set: { price } } })
const apply = (as: TestUser, { id }: BulkChange) =>
  server.call(bulkChanges.apply, { as, params: { id } })

async function makeKey(as: TestUser, rights: Right[]) {
  const body = { name: 'Door', rights, current_password: password }
  return { token: (await server.call(apiKeys.create, { as, body })).secret }
}

test('reports a bulk change to its user alone for a day, with changed and skipped rows', async () => {
  const owner = await makeLandlord(server)
  const [own, foreign] = [
    await makeDevice(server, owner),
    await makeDevice(server, await makeLandlord(server)),
  ]
  expect(await open(owner)).toEqual({ data: [], ended: 0 })
  const ended = await apply(owner, await plan(owner, [own.id, foreign.id], 3))
  await plan(owner, [own.id], 4)
  const [told, ...others] = await recent(owner)
  expect(others).toEqual([])
  expect(told).toEqual({ ...ended, created_at: expect.any(String) })
  expect(told).toMatchObject({
    changed: 1,
    groups: [{ field: 'price', from: '2.50', to: '3.00', count: 1 }],
    left: [{ reason: 'not_yours', count: 1 }],
  })
  expect(await open(owner)).toEqual({ data: [], ended: 1 })
  for (const as of [await makeLandlord(server), await makeAdmin(server)]) {
    expect(await recent(as)).toEqual([])
  }
  await server.asOwner(`update bulk_changes
    set created_at = created_at - interval '${limits.bulkKeptHours} hours' where id = '${ended.id}'`)
  expect([await recent(owner), (await open(owner)).ended]).toEqual([[], 0])
})

test('includes a change in progress with its current counts', async () => {
  const owner = await makeLandlord(server)
  const [one, two] = [await makeDevice(server, owner), await makeDevice(server, owner)]
  const { id } = await plan(owner, [one.id, two.id], 3)
  await server.asOwner(`update bulk_changes set state = 'applying' where id = '${id}';
    update bulk_change_rows set state = 'changed' where row_id = '${one.id}'`)
  expect(await recent(owner)).toMatchObject([{ id, state: 'applying', changed: 1, planned: 1 }])
})

test('keeps the newest reports and does not drop them for previews', async () => {
  const owner = await makeLandlord(server)
  const { id } = await makeDevice(server, owner)
  const ended = []
  for (let n = 1; n <= limits.bulkReports + 1; n++) {
    ended.unshift((await apply(owner, await plan(owner, [id], n))).id)
  }
  for (let n = 0; n <= limits.bulkChanges; n++) await plan(owner, [id], 100)
  expect((await recent(owner)).map((change) => change.id)).toEqual(
    ended.slice(0, limits.bulkReports),
  )
  expect((await open(owner)).ended).toBe(limits.bulkReports)
})

test('shows an API key only changes that it has the right to make', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const device = await makeDevice(server, owner)
  const code = await makeCode(server, owner)
  await apply(owner, await plan(owner, [device.id], 3))
  const body = { chosen: { ids: [code.id] }, set: { disabled: true } }
  await apply(owner, await server.call(bulkChanges.planForCodes, { as: owner, body }))
  await plan(owner, [device.id], 4).then(({ id }) =>
    server.asOwner(`update bulk_changes set state = 'applying' where id = '${id}'`),
  )
  const ofCodes = await makeKey(owner, ['change_codes'])
  expect((await recent(ofCodes)).map(({ things }) => things)).toEqual(['prepaid_codes'])
  expect(await open(ofCodes)).toEqual({ data: [], ended: 1 })
  const ofNeither = await makeKey(owner, ['read_devices'])
  expect(await recent(ofNeither)).toEqual([])
  expect(await open(ofNeither)).toEqual({ data: [], ended: 0 })
})
