import { audit } from '@coinless/contract/audit.ts'
import { businessDetails } from '@coinless/contract/business-details.ts'
import { limits } from '@coinless/contract/limits.ts'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { answered, testApp } from '../../../test/support/app.ts'
import { makeAdmin, makeLandlord, type TestUser } from '../../../test/support/make.ts'
import { todayIn } from '../../ledger/revenue/periods.ts'

type Body = z.input<typeof businessDetails.save.body>

const server = testApp()
const time_zone = 'Pacific/Kiritimati'
const today = todayIn(time_zone, new Date())
const body: Body = {
  effective_from: today,
  time_zone,
  name: 'Lou’s Laundry',
  address: 'Elm Street 4\n12345 Springfield',
  tax_id: 'DE123456789',
  tax_rate: 19,
  tax_rates: [{ device_type: 'dryer', tax_rate: 7.5 }],
  tax_due: 'cycle',
}
const planned: Body = { ...body, effective_from: '2999-01-01', tax_rate: null, tax_rates: [] }

const makeSeller = () => makeLandlord(server, { email_verified: true })
const save = (as: TestUser, facts: Partial<Body> = {}) =>
  server.call(businessDetails.save, { as, body: { ...body, ...facts } })

test('has no business details by default', async () => {
  const details = await server.call(businessDetails.get, { as: await makeSeller() })
  expect(details).toEqual({ current: null, planned: [], past: [] })
})

test('keeps versions with their day, and returns the current, planned and past ones', async () => {
  const seller = await makeSeller()
  expect(await save(seller)).toMatchObject({ current: body, planned: [], past: [] })
  expect(await save(seller, planned)).toMatchObject({ current: body, planned: [planned] })
  const moved = { ...body, address: 'Oak Street 1' }
  const changed = await save(seller, moved)
  expect(changed).toMatchObject({ current: moved, planned: [planned], past: [body] })
  expect(await server.call(businessDetails.get, { as: seller })).toEqual(changed)
})

test('replaces a planned version of the same day, and ignores a repeated call', async () => {
  const seller = await makeSeller()
  await save(seller)
  await save(seller, planned)
  const changed = await save(seller, { ...planned, name: 'Other' })
  expect(changed.planned).toMatchObject([{ name: 'Other' }])
  expect(await save(seller)).toEqual(changed)
  expect(await save(seller, { ...planned, name: 'Other' })).toEqual(changed)
})

test('replaces a planned version from another time zone', async () => {
  const seller = await makeSeller()
  await save(seller)
  await save(seller, { ...planned, time_zone: 'America/New_York' })
  const east = { ...planned, time_zone: 'Asia/Tokyo', name: 'East' }
  expect((await save(seller, east)).planned).toMatchObject([east])
  const west = { ...planned, time_zone: 'Pacific/Honolulu', name: 'West' }
  expect((await save(seller, west)).planned).toMatchObject([west])
})

test('changes the time zone alone', async () => {
  const seller = await makeSeller()
  await save(seller)
  const { current } = await save(seller, { time_zone: 'Etc/GMT-14' })
  expect(current?.time_zone).toBe('Etc/GMT-14')
})

test('records a change in the audit trail without name and address', async () => {
  const seller = await makeSeller()
  await save(seller)
  const { data } = await server.call(audit.list, {
    as: await makeAdmin(server),
    query: { search: seller.id },
  })
  expect(data[0]).toMatchObject({
    action: 'business_details_changed',
    details: { effective_from: today, tax_rate: '19', tax_rates: 'dryer: 7.5', tax_due: 'cycle' },
  })
})

test('refuses a change based on an older version', async () => {
  const seller = await makeSeller()
  await save(seller)
  const query = { version: 'older' }
  const refused = await server.refused(businessDetails.save, { as: seller, query, body: planned })
  expect([refused.status, refused.body.code]).toEqual([409, 'changed_meanwhile'])
})

test('needs a verified address, because payers see the details', async () => {
  const refused = await server.refused(businessDetails.save, {
    as: await makeLandlord(server),
    body,
  })
  expect(refused.body.code).toBe('business_details_need_verification')
})

test('limits the versions of an account', async () => {
  const seller = await makeSeller()
  await save(seller)
  await server.asOwner(`insert into business_details (user_id, effective_from, time_zone, effective_at, name, address, tax_due)
    select '${seller.id}', '2999-01-01', 'UTC', '2999-01-01', 'N', 'A', 'cycle'
    from generate_series(2, ${limits.businessDetailsVersions})`)
  const refused = await server.refused(businessDetails.save, { as: seller, body: planned })
  expect(refused.body.code).toBe('too_many_business_details')
})

test.each([
  [{ effective_from: '2026-01-01' }, 'Effective from must not be in the past.'],
  [{ effective_from: '2026-02-30' }, 'Effective from must be a day such as 2026-01-31.'],
  [{ effective_from: '0000-01-01' }, 'Effective from must not be in the past.'],
  [{ time_zone: 'Mars/Base' }, 'Time zone must be a time zone such as America/New_York.'],
  [{ name: ' ' }, 'Name must not be empty.'],
  [{ address: 'x'.repeat(301) }, 'Address must have at most 300 characters.'],
  [{ tax_id: 'x'.repeat(41) }, 'Tax ID must have at most 40 characters.'],
  [{ tax_rate: 100.01 }, 'Tax rate must be 100 or less.'],
  [{ tax_rate: -1 }, 'Tax rate must be 0 or more.'],
  [{ tax_rate: 19.001 }, 'Tax rate must have at most 2 decimals.'],
  [
    { tax_rates: [1, 2].map((tax_rate) => ({ device_type: 'dryer', tax_rate })) },
    'Tax rates must be given only once.',
  ],
])('refuses %j with a sentence', async (wrong, sentence) => {
  const answer = await answered(server.app, businessDetails.save, await makeSeller(), {
    body: { ...body, ...wrong },
  })
  expect([answer.status, answer.body]).toMatchObject([400, { error: sentence }])
})
