import { payments } from '@coinless/contract/payments.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeBusiness, receiptsOf } from '../../../test/support/business.ts'
import { makePastPayment, makePastRefund } from '../../../test/support/history.ts'
import {
  makeAcceptedDevice,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { connect } from '../../platform/database/connection.ts'
import { numberReceipts } from './number-receipts.ts'

const server = testApp()
const day = (n: number, month = 3) => new Date(Date.UTC(2026, month - 1, n, 12))

const tenYears = 10 * 366 * 24 * 3600

async function numbered(seller: TestUser) {
  expect(await numberReceipts(server.parts, tenYears)).toEqual([])
  return receiptsOf(server, seller)
}

async function makeSeller(facts: Parameters<typeof makeBusiness>[2] = {}) {
  const seller = await makeLandlord(server, { email_verified: true })
  await makeBusiness(server, seller, facts)
  return { seller, device: await makeDevice(server, seller) }
}

test('numbers payments and refunds in order of time, by year, with tax', async () => {
  const { seller, device } = await makeSeller()
  const first = await makePastPayment(server, seller, device, { at: '2025-12-31T23:59:59Z' })
  const second = await makePastPayment(server, seller, device, { at: day(2), amount: 5 })
  await makePastRefund(server, second, { at: day(3), amount: 1.25 })
  const receipts = await numbered(seller)
  expect(receipts).toMatchObject([
    { document_number: '2025-000001', kind: 'receipt', transaction_id: first.id, gross: 2.5 },
    { document_number: '2026-000001', transaction_id: second.id, gross: 5, tax: 0.8, tax_rate: 19 },
    { document_number: '2026-000002', kind: 'credit_note', gross: 1.25, tax: 0.2, tax_rate: 19 },
  ])
  expect(receipts[2]).toMatchObject({ seller_name: 'Lou’s Laundry', seller_tax_id: 'DE123456789' })
  expect(await numbered(seller)).toEqual(receipts)
})

test('starts years in the time zone of the business', async () => {
  const { seller, device } = await makeSeller({ time_zone: 'Europe/Berlin' })
  await makePastPayment(server, seller, device, { at: '2025-12-31T22:59:59Z' })
  await makePastPayment(server, seller, device, { at: '2025-12-31T23:00:00Z' })
  expect((await numbered(seller)).map(({ year }) => year)).toEqual([2025, 2026])
})

test('numbers nothing from before the details, and nothing without details', async () => {
  const { seller, device } = await makeSeller({ at: '2026-03-05' })
  const old = await makePastPayment(server, seller, device, { at: day(1) })
  await makePastRefund(server, old, { at: day(6), amount: 1 })
  const other = await makeLandlord(server)
  await makePastPayment(server, other, await makeDevice(server, other), { at: day(6) })
  expect(await numbered(seller)).toMatchObject([{ kind: 'credit_note', tax_rate: null, tax: 0 }])
  expect(await numbered(other)).toEqual([])
})

test('numbers a payment for the landlord who is paid, not for the owner of the device', async () => {
  const { seller: owner } = await makeSeller({ name: 'Owner' })
  const { seller: landlord } = await makeSeller({ name: 'Landlord' })
  const device = await makeAcceptedDevice(server, owner, landlord)
  for (const payer of [await makeUser(server), owner, landlord]) {
    await makePastPayment(server, payer, device, { at: day(1) })
  }
  expect(await numbered(landlord)).toHaveLength(3)
  expect(await receiptsOf(server, owner)).toEqual([])
})

test('uses the rate in effect at the payment, by device type before the general one', async () => {
  const { seller, device: washer } = await makeSeller({ tax_rates: { dryer: 7 } })
  const dryer = await makeDevice(server, seller, { device_type: 'dryer' })
  await makeBusiness(server, seller, { at: '2026-03-16', tax_rate: 16, tax_rates: { washer: 5.5 } })
  const paid = await makePastPayment(server, seller, washer, { at: day(15), amount: 10 })
  await makePastPayment(server, seller, dryer, { at: '2026-03-15T23:59:59Z', amount: 10 })
  await makePastPayment(server, seller, washer, { at: '2026-03-16T00:00:00Z', amount: 10 })
  await makePastPayment(server, seller, dryer, { at: day(16), amount: 10 })
  // At the rate of its payment.
  await makePastRefund(server, paid, { at: day(17), amount: 10 })
  expect((await numbered(seller)).map(({ tax_rate, tax }) => [tax_rate, tax])).toEqual([
    [19, 1.6],
    [7, 0.65],
    [5.5, 0.52],
    [16, 1.38],
    [19, 1.6],
  ])
})

test('shows no tax on payments with a code whose tax was due at its sale', async () => {
  const codeOf = (issuer: TestUser) => makeCode(server, issuer)
  for (const [tax_due, rate] of [
    ['cycle', 19],
    ['sale', null],
  ] as const) {
    const { seller, device } = await makeSeller({ tax_due })
    const { id: codeId } = await codeOf(seller)
    const byCode = await makePastPayment(server, seller, device, { at: day(1), codeId })
    await makePastPayment(server, seller, device, { at: day(2) })
    await makePastRefund(server, byCode, { at: day(3), amount: 1 })
    const rates = (await numbered(seller)).map(({ tax_rate }) => tax_rate)
    expect(rates).toEqual([rate, 19, rate])
  }
})

test('rounds tax of a year of payments and refunds half up, as PostgreSQL does', async () => {
  const { seller, device } = await makeSeller({ tax_rate: 7.7 })
  const amounts = Array.from({ length: 250 }, (_, n) => ((n * 37) % 1999) / 100 + 0.01)
  for (const [n, amount] of amounts.entries()) {
    const at = new Date(Date.UTC(2025, 0, 1) + n * 1.4 * 24 * 60 * 60 * 1000)
    const paid = await makePastPayment(server, seller, device, { at, amount })
    if (n % 5 === 0) {
      await makePastRefund(server, paid, { at: new Date(at.getTime() + 3_600_000), amount })
    }
  }
  expect(await numbered(seller)).toHaveLength(300)
  const { rows } = await sql<{ wrong: number; last: number }>`
    select count(*) filter (
        where tax <> round(receipts.gross * 7.7 / 107.7, 2) or receipts.gross <> moved.amount
      )::integer as wrong,
      max(number) as last
    from receipts join (
      select id, amount from transactions union all select id, amount from refunds
    ) as moved on moved.id = coalesce(refund_id, transaction_id)
    where seller_id = ${seller.id}`.execute(server.database)
  expect(rows[0]).toEqual({ wrong: 0, last: 300 })
})

test('gives a returned refund a receipt that cancels its credit note', async () => {
  const { seller, device } = await makeSeller()
  const paid = await makePastPayment(server, seller, device, { at: day(1), amount: 5 })
  await makePastRefund(server, paid, { at: day(2), amount: 2 })
  await numbered(seller)
  await server.asOwner(`begin; update refunds set status = 'failed' where transaction_id = '${paid.id}';
    insert into ledger_entries (id, reason, amount, debit_account, credit_account, transaction_id)
      select refund_id, 'refund_failed', amount, credit_account, debit_account, transaction_id
      from ledger_entries where refund_id in (select id from refunds where transaction_id = '${paid.id}');
    commit`)
  await expect
    .poll(() => numbered(seller), { timeout: 10_000 })
    .toMatchObject([
      { kind: 'receipt', refund_id: null, gross: 5 },
      { kind: 'credit_note', gross: 2 },
      { kind: 'receipt', gross: 2, tax_rate: 19, refund_id: expect.any(String) },
    ])
})

test('keeps receipts as they were after a change of details, and refuses to change them', async () => {
  const { seller, device } = await makeSeller({ name: 'Before' })
  await makePastPayment(server, seller, device, { at: day(1) })
  const before = await numbered(seller)
  await makeBusiness(server, seller, { at: '2026-02-01', name: 'After', tax_rate: 7 })
  await makePastPayment(server, seller, device, { at: day(2) })
  const [kept, ...more] = await numbered(seller)
  expect([kept]).toEqual(before)
  expect(more).toMatchObject([{ seller_name: 'After', tax_rate: 7 }])
  for (const table of ['receipts', 'business_details', 'tax_rates']) {
    await expect(server.asOwner(`delete from ${table}`)).rejects.toThrow('append-only')
  }
})

test('finds payments recorded long after they began', async () => {
  const { seller, device } = await makeSeller()
  await makePastPayment(server, seller, device, { at: day(1) })
  await numbered(seller)
  await makePastPayment(server, seller, device, { at: new Date(Date.now() - 3_600_000) })
  await numberReceipts(server.parts)
  expect(await receiptsOf(server, seller)).toHaveLength(1)
  await numberReceipts(server.parts, 24 * 3600)
  expect(await receiptsOf(server, seller)).toMatchObject([{ number: 1 }, { number: 2 }])
})

test('leaves no gap under 16 payers, two servers and failures midway', async () => {
  const { seller, device } = await makeSeller()
  const { code } = await makeCode(server, seller, { balance: 500 })
  const payers = await Promise.all(Array.from({ length: 16 }, () => makeUser(server)))
  const other = connect(server.url)
  const year = new Date().getUTCFullYear()
  let isOver = false
  const work = async (database: typeof other) => {
    while (!isOver) await numberReceipts({ database, config: server.parts.config })
  }
  // Every third transaction fails after it has numbered a batch.
  await server.asOwner(`create sequence tries; grant usage on sequence tries to public;
    create function fail_sometimes() returns trigger language plpgsql as $$ begin
      if nextval('tries') % 3 = 0 then raise exception 'killed'; end if; return null; end $$;
    create constraint trigger fail_sometimes after update on receipt_counters
      deferrable initially deferred for each row execute function fail_sometimes()`)
  try {
    const workers = [work(server.database), work(other)]
    await Promise.all(
      payers.map(async (as) => {
        for (let n = 0; n < 5; n++) {
          const body = { ...termsOf(device), prepaid_code: code, pay_again: true }
          const { transaction } = await server.call(payments.prepaid, { as, body })
          if (n > 0) continue
          const refund = { amount: 0.5, reason: 'Test' }
          const params = { id: transaction.id }
          await server.call(refunds.create, { as: seller, params, body: refund })
        }
      }),
    )
    await expect
      .poll(async () => (await receiptsOf(server, seller)).length, { timeout: 60_000 })
      .toBe(96)
    isOver = true
    await Promise.all(workers)
  } finally {
    isOver = true
    await other.destroy()
    await server.asOwner('drop trigger fail_sometimes on receipt_counters')
  }
  const receipts = await receiptsOf(server, seller)
  expect(receipts.map(({ number }) => number)).toEqual(receipts.map((_, n) => n + 1))
  expect(new Set(receipts.map((each) => each.refund_id ?? each.transaction_id)).size).toBe(96)
  expect(receipts.every((each) => each.year === year)).toBe(true)
}, 90_000)

test('numbers payments after the clock was ahead', async () => {
  const { seller, device } = await makeSeller()
  await server.asOwner(`update receipt_counters set checked_until = now() + interval '1 year'
    where seller_id = '${seller.id}'`)
  await makePastPayment(server, seller, device, { at: new Date(Date.now() - 5000) })
  await numberReceipts(server.parts)
  expect(await receiptsOf(server, seller)).toHaveLength(1)
})

test('passes sellers without payments in one statement, which waits for no other server', async () => {
  const sellers = await Promise.all([1, 2, 3].map(() => makeSeller()))
  const [busy, ...idle] = sellers.map(({ seller }) => seller.id)
  const isPassed = (id?: string) =>
    sql<boolean>`select checked_until > now() - interval '1 minute' as passed
      from receipt_counters where seller_id = ${id}`
      .execute(server.database)
      .then(({ rows }) => rows)
  await server.database.transaction().execute(async (transaction) => {
    await sql`select from receipt_counters where seller_id = ${busy} for update`.execute(
      transaction,
    )
    await numberReceipts(server.parts)
  })
  expect(await Promise.all([busy, ...idle].map(isPassed))).toEqual([
    [{ passed: false }],
    [{ passed: true }],
    [{ passed: true }],
  ])
})
