import { paymentMethods, revenueGroups } from '@coinless/contract/choices.ts'
import { dashboard } from '@coinless/contract/dashboard.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { revenue } from '@coinless/contract/revenue.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makePastPayment, makePastRefund } from '../../../test/support/history.ts'
import {
  makeAcceptedDevice,
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { byHand, makeTwoYears } from '../../../test/support/revenue-by-hand.ts'
import { refundEntry } from '../entries/entries.ts'
import { revenueFor } from './revenue.ts'

const server = testApp()
const ask = (as: TestUser, query: object = {}) =>
  server.call(revenue.get, { as, query: { time_zone: 'UTC', ...query } })
const csv = async ({ token }: TestUser, query: Record<string, string>) => {
  const { body } = await server.app.inject({
    url: `/api${revenue.export.path}?${new URLSearchParams({ time_zone: 'UTC', ...query })}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return body.slice(1).trim().split('\n')
}

test.each([
  ['Europe/Berlin', 2025],
  ['America/New_York', 2025],
  ['Australia/Lord_Howe', 2025],
  ['Pacific/Apia', 2011],
  ['UTC', 2025],
])(
  'matches a sum by hand in %s for any question, also when the clocks change',
  async (timeZone, year) => {
    const { owner, moved, days } = await makeTwoYears(server, timeZone, year)
    const person = { ...owner, email_verified: false, roles: [] }
    const day = fc.constantFrom(...days)
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(day, day).map((two) => two.sort()),
        fc.constantFrom(...revenueGroups),
        fc.option(fc.constantFrom(...paymentMethods), { nil: undefined }),
        fc.option(fc.constantFrom('Attic', 'Basement'), { nil: undefined }),
        async ([from = '', until = ''], by, payment_method, location) => {
          const question = { time_zone: timeZone, from, until, by, payment_method, location }
          const told = await revenueFor(server.database, person, question)
          expect(byHand.shown(told)).toEqual(byHand.summed(moved, question, told))
          const { ofRows, ofTotals } = byHand.columns(told)
          expect(ofRows).toEqual(ofTotals)
        },
      ),
      { numRuns: 40, endOnFailure: true },
    )
  },
)

test('has every row of time, hour and weekday, and one row for a day of 23 or 25 hours', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  // In Berlin, 02:30 occurs twice on one day of the year, and on another not at all.
  for (const at of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-03-29T01:30:00Z']) {
    await makePastPayment(server, owner, device, { at, amount: 1 })
  }
  const berlin = { time_zone: 'Europe/Berlin' }
  const day = { ...berlin, from: '2026-10-25', until: '2026-10-25' }
  const hours = (await ask(owner, { ...day, by: 'hour' })).rows
  expect(hours.map(({ key }) => key)).toEqual(Array.from({ length: 24 }, (_, hour) => `${hour}`))
  expect(hours.filter(({ net }) => net).map(({ key, net }) => [key, net])).toEqual([['2', 2]])
  const spring = { ...berlin, from: '2026-03-29', until: '2026-03-29' }
  const { rows } = await ask(owner, { ...spring, by: 'hour' })
  expect(rows.filter(({ net }) => net).map(({ key }) => key)).toEqual(['3'])
  const weekdays = (await ask(owner, { ...day, by: 'weekday' })).rows
  expect(weekdays.map(({ key, net }) => [key, net])).toEqual(
    ['1', '2', '3', '4', '5', '6', '7'].map((key) => [key, key === '7' ? 2 : 0]),
  )
  const months = await ask(owner, {
    ...berlin,
    from: '2026-03-29',
    until: '2026-05-02',
    by: 'month',
  })
  expect(months.rows.map(({ key, net }) => [key, net])).toEqual([
    ['2026-03-29', 1],
    ['2026-04-01', 0],
    ['2026-05-01', 0],
  ])
  const weeks = await ask(owner, { ...berlin, from: '2026-03-29', until: '2026-04-07', by: 'week' })
  expect(weeks.rows.map(({ key }) => key)).toEqual(['2026-03-29', '2026-03-30', '2026-04-06'])
})

test('has a last row for the days by which an earlier period is longer', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  for (const at of ['2026-01-03', '2026-01-29', '2026-01-31', '2026-02-03']) {
    await makePastPayment(server, owner, device, { at: `${at}T12:00:00Z` })
  }
  const person = { ...owner, email_verified: false, roles: [] }
  const question = { time_zone: 'UTC', period: 'last_month', by: 'day' } as const
  const now = new Date('2026-03-10T12:00:00Z')
  const { rows, before } = await revenueFor(server.database, person, question, now)
  expect(before).toMatchObject({ from: '2026-01-01', until: '2026-01-31', net: 7.5 })
  expect(rows).toHaveLength(29)
  expect(rows[2]).toMatchObject({ key: '2026-02-03', net: 2.5, before: 2.5, before_payments: 1 })
  const nothing = { gross: 0, refunded: 0, net: 0, payments: 0, year_before: 0 }
  expect(rows[28]).toMatchObject({ key: null, ...nothing, before: 5, before_payments: 2 })
})

test('counts a refund on its own day, not on that of its payment', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const paid = await makePastPayment(server, owner, device, { at: '2026-01-31T12:00:00Z' })
  await makePastRefund(server, paid, { at: '2026-02-01T12:00:00Z', amount: 1.5 })
  const sums = { gross: 2.5, refunded: 0, net: 2.5, payments: 1 }
  const january = await ask(owner, { from: '2026-01-01', until: '2026-01-31' })
  expect(january.total).toMatchObject(sums)
  const february = await ask(owner, { from: '2026-02-01', until: '2026-02-28' })
  expect(february.total).toMatchObject({ gross: 0, refunded: 1.5, net: -1.5, payments: 0 })
  expect(february.before).toMatchObject({ gross: 2.5, from: '2026-01-04', until: '2026-01-31' })
})

test('counts a pending refund on the day on which it completes', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const paid = await makePastPayment(server, owner, device, { at: '2026-01-31T12:00:00Z' })
  await server.asOwner(`insert into refunds (transaction_id, amount, reason, created_at)
    values ('${paid.id}', 1, 'late', '2026-01-31T12:30:00Z')`)
  const of = async (days: object) => (await ask(owner, days)).total.refunded
  const january = { from: '2026-01-01', until: '2026-01-31' }
  expect(await of(january)).toBe(0)
  await server.database.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .updateTable('refunds')
      .set({ status: 'completed' })
      .where('transaction_id', '=', paid.id)
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('ledger_entries')
      .values(refundEntry(paid, id, null, 1))
      .execute()
  })
  expect(await of(january)).toBe(0)
  expect(await of({ period: 'this_week' })).toBe(1)
})

test('agrees with the dashboard', async () => {
  const owner = await makeLandlord(server)
  const landlord = await makeLandlord(server, { email_verified: true })
  const device = await makeAcceptedDevice(server, owner, landlord)
  const { code } = await makeCode(server, owner)
  const body = { ...termsOf(device), prepaid_code: code }
  const { transaction } = await server.call(payments.prepaid, { as: await makeUser(server), body })
  await server.call(payments.prepaid, { as: owner, body })
  await server.call(refunds.create, {
    as: owner,
    params: { id: transaction.id },
    body: { amount: 0.75, reason: 'Stuck' },
  })
  for (const as of [owner, landlord]) {
    const { days } = await server.call(dashboard.revenue, { as, query: { time_zone: 'UTC' } })
    const shown = { from: days[0]?.date, until: days.at(-1)?.date }
    const { rows, total } = await ask(as, { ...shown, by: 'day' })
    expect(
      rows.map(({ key, net, payments: cycles }) => ({ date: key, revenue: net, cycles })),
    ).toEqual(days)
    expect(total).toMatchObject({ gross: 5, refunded: 0.75, net: 4.25, payments: 2 })
  }
})

test('hides payments to others from every owner, landlord and payer of a device', async () => {
  const verified = { email_verified: true }
  const people = [
    await makeLandlord(server, verified),
    await makeLandlord(server, verified),
    await makeLandlord(server, verified),
  ]
  const expected = new Map(people.map(({ id }) => [id, 0]))
  let cents = 1
  for (const owner of people) {
    for (const landlord of people) {
      const device =
        owner === landlord
          ? await makeDevice(server, owner)
          : await makeAcceptedDevice(server, owner, landlord)
      for (const payer of people) {
        const paid = await makePastPayment(server, payer, device, {
          at: new Date(),
          amount: cents / 100,
        })
        await makePastRefund(server, paid, { at: new Date(), amount: cents / 100 })
        for (const { id } of new Set([owner, landlord])) {
          expected.set(id, (expected.get(id) ?? 0) + cents)
        }
        cents *= 2
      }
    }
  }
  for (const as of people) {
    const { total } = await ask(as, { period: 'this_week', by: 'device' })
    expect(Math.round(total.gross * 100)).toBe(expected.get(as.id))
    expect(Math.round(total.refunded * 100)).toBe(expected.get(as.id))
  }
  const admin = await makeAdmin(server)
  for (const { id } of people) {
    const { total } = await ask(admin, { owner: id, period: 'this_week' })
    expect(Math.round(total.gross * 100)).toBe(expected.get(id))
  }
  expect((await ask(admin, {})).total.gross).toBe(0)
  const all = await ask(admin, { owner: 'all', period: 'this_week' })
  expect(all.total.gross).toBeGreaterThanOrEqual((cents - 1) / 100)
  const unknown = { as: admin, query: { time_zone: 'UTC', owner: crypto.randomUUID() } }
  expect((await server.refused(revenue.get, unknown)).body.code).toBe('user_not_found')
  const foreign = { as: people[0] as TestUser, query: { time_zone: 'UTC', owner: people[1]?.id } }
  expect((await server.refused(revenue.get, foreign)).body.code).toBe('admin_only')
})

test('groups by the place at the time of payment, and by device across moves', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner, { location: 'Old house', label: 'Old' })
  await makePastPayment(server, owner, device, { at: '2026-02-01T12:00:00Z' })
  await server.database
    .updateTable('devices')
    .set({ location: 'New house', label: 'New' })
    .where('id', '=', device.id)
    .execute()
  await makePastPayment(server, owner, device, { at: '2026-02-02T12:00:00Z' })
  const days = { from: '2026-02-01', until: '2026-02-28' }
  const places = await ask(owner, { ...days, by: 'location' })
  expect(places.rows.map(({ key, net }) => [key, net])).toEqual([
    ['New house', 2.5],
    ['Old house', 2.5],
  ])
  const { rows } = await ask(owner, { ...days, by: 'device' })
  expect(rows).toMatchObject([
    { key: device.id, net: 5, device: { label: 'New', location: 'New house' } },
  ])
  expect((await ask(owner, { ...days, location: 'Old house' })).total.net).toBe(2.5)
  expect((await ask(owner, { ...days, device_id: device.id })).total.net).toBe(5)
  expect((await ask(owner, { ...days, device_id: crypto.randomUUID() })).total.net).toBe(0)
})

test('reports the money left on usable codes as unused prepaid money', async () => {
  const owner = await makeLandlord(server)
  await makeCode(server, owner, { balance: 10 })
  const { id } = await makeCode(server, owner, { balance: 5 })
  await server.call(prepaidCodes.setDisabled, {
    as: owner,
    params: { id },
    body: { disabled: true },
  })
  const deleted = await makeCode(server, owner, { balance: 3 })
  await server.call(prepaidCodes.delete, { as: owner, params: { id: deleted.id } })
  await makeCode(server, await makeLandlord(server), { balance: 100 })
  expect((await ask(owner)).unused_prepaid).toBe(15)
})

test('flags card payments, because their fees are unknown', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const { id: codeId } = await makeCode(server, owner, { balance: 10 })
  await makePastPayment(server, owner, device, { at: '2026-02-01T12:00:00Z', codeId })
  const days = { from: '2026-02-01', until: '2026-02-28' }
  expect((await ask(owner, days)).has_card_payments).toBe(false)
  await makePastPayment(server, owner, device, { at: '2026-02-02T12:00:00Z' })
  expect((await ask(owner, days)).has_card_payments).toBe(true)
  expect((await ask(owner, { ...days, payment_method: 'prepaid_code' })).has_card_payments).toBe(
    false,
  )
})

test('exports the same rows, with formulas defused and two decimals', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner, { label: '=1+1', location: '+House' })
  const paid = await makePastPayment(server, owner, device, {
    at: '2026-02-01T12:00:00Z',
    amount: 1234.5,
  })
  await makePastRefund(server, paid, { at: '2026-03-01T12:00:00Z', amount: 1234.5 })
  const february = { from: '2026-02-01', until: '2026-02-28', by: 'device' }
  const { rows } = await ask(owner, february)
  const [header, ...lines] = await csv(owner, february)
  expect(header).toBe(
    'key,device_label,device_number,location,gross,refunded,net,payments,before,year_before,currency',
  )
  expect(lines).toEqual([`${device.id},'=1+1,W-1,'+House,1234.50,0.00,1234.50,1,0.00,0.00,USD`])
  expect(rows).toHaveLength(1)
  const march = { from: '2026-03-01', until: '2026-03-31', by: 'location' }
  expect((await csv(owner, march))[1]).toBe("'+House,,,,0.00,1234.50,-1234.50,0,1234.50,0.00,USD")
})
