import { ownAccount } from '@coinless/contract/own-account.ts'
import { payments } from '@coinless/contract/payments.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { revenue } from '@coinless/contract/revenue.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { statusOf, testApp } from '../../../test/support/app.ts'
import { makeBusiness, receiptsOf } from '../../../test/support/business.ts'
import { makePastPayment, makePastRefund } from '../../../test/support/history.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { numberReceipts } from './number-receipts.ts'
import { receiptsOf as receiptsOfSubject } from './receipts.ts'

const server = testApp()
const number = () => numberReceipts(server.parts, 10 * 366 * 24 * 3600)

async function makeSeller() {
  const seller = await makeLandlord(server, { email_verified: true })
  await makeBusiness(server, seller)
  return { seller, device: await makeDevice(server, seller) }
}

async function payAndRefund() {
  const { seller, device } = await makeSeller()
  const payer = await makeUser(server)
  const paid = await makePastPayment(server, payer, device, { at: '2026-03-01', amount: 5 })
  await makePastRefund(server, paid, { at: '2026-03-02', amount: 1.25 })
  const sent = { params: { id: paid.id } }
  return { seller, payer, sent }
}

test('shows number, seller and tax on the receipt, and credit notes with their refunds', async () => {
  const { payer, seller, sent } = await payAndRefund()
  const before = await server.call(transactions.receipt, { as: payer, ...sent })
  expect(before.documents).toEqual([])
  await number()
  const receipt = await server.call(transactions.receipt, { as: payer, ...sent })
  const lou = {
    seller_name: 'Lou’s Laundry',
    seller_address: 'Elm Street 4\n\n12345 Springfield',
    seller_tax_id: 'DE123456789',
  }
  expect(receipt).toMatchObject(Object.fromEntries(Object.entries(before).slice(0, -1)))
  expect(receipt.documents).toMatchObject([
    {
      ...{ ...lou, document_number: '2026-000001', kind: 'receipt', refund_id: null },
      ...{ issued_at: '2026-03-01T00:00:00.000Z', gross: 5, tax_rate: 19, tax: 0.8, net: 4.2 },
    },
    {
      ...{ ...lou, document_number: '2026-000002', kind: 'credit_note' },
      ...{ issued_at: '2026-03-02T00:00:00.000Z', gross: 1.25, tax: 0.2, net: 1.05 },
    },
  ])
  const listed = await server.call(refunds.list, { as: payer, ...sent })
  expect(listed.data).toMatchObject([{ credit_note: '2026-000002' }])
  expect(await server.call(transactions.receipt, { as: seller, ...sent })).toEqual(receipt)
})

test('finds the documents of a payment and of a top-up by index', async () => {
  const { sent } = await payAndRefund()
  await number()
  for (const subject of ['transaction_id', 'top_up_id'] as const) {
    await server.database.transaction().execute(async (transaction) => {
      await sql`set local enable_seqscan = off`.execute(transaction)
      // Counts also what this connection did just before.
      const scans = () =>
        sql`select seq_scan from pg_stat_xact_user_tables where relname = 'receipts'`
          .execute(transaction)
          .then(({ rows }) => rows)
      const before = await scans()
      expect(await receiptsOfSubject(transaction, subject, sent.params.id)).toHaveLength(
        subject === 'transaction_id' ? 2 : 0,
      )
      expect(await scans()).toEqual(before)
    })
  }
})

test('hides numbered receipts of others', async () => {
  const { sent } = await payAndRefund()
  await number()
  for (const as of [await makeUser(server), (await makeSeller()).seller]) {
    expect(await statusOf(server.app, transactions.receipt, as, sent)).toBe(404)
  }
})

async function bookkeeping(as: TestUser) {
  const query = { time_zone: 'UTC', from: '2026-03-01', until: '2026-03-31' }
  const file = (await server.call(revenue.bookkeeping, { as, query })) as string
  return file
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').slice(-6, -2).join(','))
}

test('adds number, rate, signed tax and the amount net of it to the bookkeeping file of the seller', async () => {
  const { seller } = await payAndRefund()
  expect(await bookkeeping(seller)).toEqual([',,,', ',,,'])
  await number()
  expect(await bookkeeping(seller)).toEqual([
    '2026-000001,19,0.80,4.20',
    '2026-000002,19,-0.20,-1.05',
  ])
})

test('exports the receipts and business details of an account', async () => {
  const { seller, payer } = await payAndRefund()
  await number()
  const data = await server.call(ownAccount.export, { as: seller })
  expect(data.business_details).toMatchObject([{ name: 'Lou’s Laundry', tax_rate: 19 }])
  const numbers = data.receipts.map(({ document_number }) => document_number)
  expect(numbers.sort()).toEqual(['2026-000001', '2026-000002'])
  const foreign = await server.call(ownAccount.export, { as: payer })
  expect([foreign.business_details, foreign.receipts]).toEqual([[], []])
})

test('keeps receipts when the account closes, and numbers what was paid before', async () => {
  const { seller, payer, sent } = await payAndRefund()
  await number()
  const { documents } = await server.call(transactions.receipt, { as: payer, ...sent })
  const terms = termsOf(await makeDevice(server, seller))
  const { code } = await makeCode(server, seller)
  const last = await server.call(payments.prepaid, {
    as: payer,
    body: { ...terms, prepaid_code: code },
  })
  await server.call(ownAccount.close, { as: seller, body: { current_password: password } })
  expect((await server.call(transactions.receipt, { as: payer, ...sent })).documents).toEqual(
    documents,
  )
  const params = { id: last.transaction.id }
  await expect
    .poll(
      async () => {
        await number()
        return (await server.call(transactions.receipt, { as: payer, params })).documents
      },
      { timeout: 10_000 },
    )
    .toMatchObject([{ document_number: '2026-000003', seller_name: 'Lou’s Laundry' }])
})

test('mails a receipt once it has its number, with seller and tax', async () => {
  const { seller, device } = await makeSeller()
  const { code } = await makeCode(server, seller)
  const as = await makeUser(server, { email_verified: true })
  await server.call(payments.prepaid, { as, body: { ...termsOf(device), prepaid_code: code } })
  await expect
    .poll(() => number().then(() => receiptsOf(server, seller)), { timeout: 10_000 })
    .toHaveLength(1)
  await server.asOwner(`update jobs set due_at = now()`)
  const [mail] = (await server.mails()).filter(({ to }) => to === as.email)
  expect(mail?.text).toContain(
    [
      `Receipt no.: ${new Date().getUTCFullYear()}-000001`,
      'Seller: Lou’s Laundry, Elm Street 4, 12345 Springfield',
      'Tax ID: DE123456789',
      'Tax included (19%): $0.40',
      'Net: $2.10',
    ].join('\n'),
  )
})

test('waits with a mailed receipt for its number, and after ten minutes mails it without', async () => {
  const { seller, device } = await makeSeller()
  const { code } = await makeCode(server, seller)
  const as = await makeUser(server, { email_verified: true })
  const body = { ...termsOf(device), prepaid_code: code, pay_again: true }
  await server.call(payments.prepaid, { as, body })
  await server.asOwner('update jobs set due_at = now()')
  const mailed = server.mails()
  const isWaiting = sql<boolean>`attempts = 1 and due_at < now() + interval '1 minute'`
  await expect
    .poll(() => server.database.selectFrom('jobs').select(isWaiting.as('is')).execute(), {
      timeout: 10_000,
    })
    .toEqual([{ is: true }])
  await expect
    .poll(() => number().then(() => receiptsOf(server, seller)), { timeout: 10_000 })
    .toHaveLength(1)
  await server.asOwner('update jobs set due_at = now()')
  const own = async () => (await server.mails()).filter(({ to }) => to === as.email)
  await mailed
  expect(await own()).toMatchObject([{ text: expect.stringContaining('Receipt no.: ') }])
  await server.call(payments.prepaid, { as, body })
  await server.asOwner(`update jobs set due_at = now(), created_at = now() - interval '11 minutes'`)
  expect((await own())[1]?.text).not.toContain('Receipt no.')
})

test('mails a credit note to the payer, once, with number, seller and tax', async () => {
  const { seller, device } = await makeSeller()
  const payer = await makeUser(server, { email_verified: true })
  const paid = await makePastPayment(server, payer, device, { at: '2026-03-01', amount: 5 })
  await makePastRefund(server, paid, { at: '2026-03-02', amount: 1.25 })
  await Promise.all([number(), number()])
  await number()
  const mails = (await server.mails()).filter(({ to }) => to === payer.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe(`Credit note for $1.25 at ${device.device_number}`)
  expect(mails[0]?.text).toContain(
    [
      'Refunded: $1.25',
      `Device number: ${device.device_number}`,
      'Date: March 2, 2026 at 12:00 AM UTC',
      `Transaction ID: ${paid.id}`,
      'Credit note no.: 2026-000002',
      'Seller: Lou’s Laundry, Elm Street 4, 12345 Springfield',
      'Tax ID: DE123456789',
      'Tax included (19%): $0.20',
      'Net: $1.05',
    ].join('\n'),
  )
  expect(await receiptsOf(server, seller)).toHaveLength(2)
})

test('mails no credit note to an unverified or closed account', async () => {
  const { device } = await makeSeller()
  const [unverified, closed] = [
    await makeUser(server, { email_verified: false }),
    await makeUser(server, { email_verified: true }),
  ]
  for (const payer of [unverified, closed]) {
    const paid = await makePastPayment(server, payer, device, { at: '2026-03-01', amount: 5 })
    await makePastRefund(server, paid, { at: '2026-03-02', amount: 1 })
  }
  await server.call(ownAccount.close, { as: closed, body: { current_password: password } })
  const before = (await server.mails()).length
  await number()
  expect(await server.mails()).toHaveLength(before)
})
