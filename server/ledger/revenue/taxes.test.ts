import { paymentMethods } from '@coinless/contract/choices.ts'
import { revenue } from '@coinless/contract/revenue.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeBusiness, receiptsOf } from '../../../test/support/business.ts'
import { makePastPayment, makePastRefund } from '../../../test/support/history.ts'
import {
  makeAcceptedDevice,
  makeDevice,
  makeLandlord,
  type TestUser,
} from '../../../test/support/make.ts'
import { makeTwoYears } from '../../../test/support/revenue-by-hand.ts'
import { numberReceipts } from '../receipts/number-receipts.ts'
import { revenueFor } from './revenue.ts'

const server = testApp()
const number = async () =>
  expect(await numberReceipts(server.parts, 20 * 366 * 24 * 3600)).toEqual([])
const ask = (as: TestUser, query: object) =>
  server.call(revenue.get, { as, query: { time_zone: 'UTC', ...query } })
const cents = (amount: number) => Math.round(amount * 100)
const february = { from: '2026-02-01', until: '2026-02-28' }

/** Half up, in whole numbers. */
function taxByHand(gross: number, hundredthsOfPercent: number): number {
  const [part, whole] = [BigInt(hundredthsOfPercent), BigInt(10_000 + hundredthsOfPercent)]
  return Number((2n * BigInt(gross) * part + whole) / (2n * whole))
}

test('adds up tax and net of tax of receipts and credit notes to the cent, for any question', async () => {
  const time_zone = 'Australia/Lord_Howe'
  const { owner, moved, days } = await makeTwoYears(server, time_zone, 2024)
  await makeBusiness(server, owner, { tax_rate: 7.7, tax_rates: { dryer: 19 }, time_zone })
  await number()
  expect(await receiptsOf(server, owner)).toHaveLength(moved.length)
  const documents = moved.map(({ paid, givenBack, ...rest }) => {
    const tax = taxByHand(paid + givenBack, rest.device.device_type === 'dryer' ? 1900 : 770)
    const sign = paid > 0 ? 1 : -1
    return { ...rest, tax: sign * tax, net_of_tax: sign * (paid + givenBack - tax) }
  })
  const person = { ...owner, email_verified: false, roles: [] }
  const day = fc.constantFrom(...days)
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(day, day).map((two) => two.sort()),
      fc.constantFrom('day' as const, 'device' as const, 'payment_method' as const),
      fc.option(fc.constantFrom(...paymentMethods), { nil: undefined }),
      fc.option(fc.constantFrom('Attic', 'Basement'), { nil: undefined }),
      async ([from = '', until = ''], by, payment_method, location) => {
        const query = { time_zone, from, until, by, payment_method, location }
        const { total, rows, has_tax } = await revenueFor(server.database, person, query)
        const asked = documents.filter(
          ({ date, device, ...each }) =>
            date >= from &&
            date <= until &&
            (!payment_method || each.payment_method === payment_method) &&
            (!location || device.location === location),
        )
        const sum = (name: 'tax' | 'net_of_tax', key?: string | null) =>
          asked
            .filter(({ date, device, ...each }) => {
              const keys = { day: date, device: device.id, payment_method: each.payment_method }
              return key === undefined || keys[by] === key
            })
            .reduce((all, each) => all + each[name], 0)
        expect(has_tax).toBe(true)
        for (const name of ['tax', 'net_of_tax'] as const) {
          expect(cents(total[name])).toBe(sum(name))
          for (const row of rows) expect(cents(row[name])).toBe(sum(name, row.key))
        }
      },
    ),
    { numRuns: 60, endOnFailure: true },
  )
})

test('counts payments without a number, or without tax, in gross only', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  await makeBusiness(server, owner, { tax_rate: null, tax_rates: { washer: 19 } })
  const washer = await makeDevice(server, owner)
  const dryer = await makeDevice(server, owner, { device_type: 'dryer' })
  const paid = await makePastPayment(server, owner, washer, { at: '2026-02-01', amount: 5 })
  await makePastRefund(server, paid, { at: '2026-02-02', amount: 1.25 })
  await makePastPayment(server, owner, dryer, { at: '2026-02-03', amount: 7 })
  const before = (await ask(owner, february)).total
  expect(before).toMatchObject({ gross: 12, net: 10.75, tax: 0, net_of_tax: 0 })
  await number()
  const { total } = await ask(owner, february)
  expect(total).toEqual({ ...before, tax: 0.6, net_of_tax: 3.15 })
})

test('adds up the documents of the landlord who is paid, and compares periods', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const landlord = await makeLandlord(server, { email_verified: true })
  await makeBusiness(server, owner)
  await makeBusiness(server, landlord, { tax_rate: 7 })
  const device = await makeAcceptedDevice(server, owner, landlord)
  await makePastPayment(server, owner, device, { at: '2026-01-31', amount: 5 })
  await makePastPayment(server, owner, device, { at: '2026-02-01', amount: 10 })
  await number()
  const paid = await ask(landlord, { ...february, by: 'month' })
  expect(paid.total).toMatchObject({ tax: 0.65, net_of_tax: 9.35 })
  expect(paid.before).toMatchObject({ tax: 0.33, net_of_tax: 4.67 })
  expect((await ask(owner, february)).total).toMatchObject({ tax: 0, net_of_tax: 0 })
})

test('has columns about tax in the file of accounts with a tax rate only', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const device = await makeDevice(server, owner)
  await makePastPayment(server, owner, device, { at: '2026-02-01', amount: 5 })
  const file = async () => {
    const query = { time_zone: 'UTC', ...february, by: 'payment_method' }
    const text = (await server.call(revenue.export, { as: owner, query })) as string
    return text
      .trim()
      .split('\n')
      .map((line) => line.split(',').slice(-4).join(','))
  }
  await makeBusiness(server, owner, { tax_rate: null })
  expect((await ask(owner, february)).has_tax).toBe(false)
  expect(await file()).toEqual(['payments,before,year_before,currency', '1,0.00,0.00,USD'])
  await makeBusiness(server, owner, { at: '2020-01-02' })
  await number()
  expect(await file()).toEqual(['year_before,net_of_tax,tax,currency', '0.00,4.20,0.80,USD'])
})
