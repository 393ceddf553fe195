import { places } from '@coinless/contract/places.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { revenue } from '@coinless/contract/revenue.ts'
import { topUps } from '@coinless/contract/top-ups.ts'
import { expect, test } from 'vitest'
import { makeBusiness, receiptsOf } from '../../../test/support/business.ts'
import type { TestUser } from '../../../test/support/make.ts'
import { topUpWorld } from '../../../test/support/top-up-world.ts'
import { numberReceipts } from './number-receipts.ts'

const { server, stripe, makeHolder, topUp, refund, reconcileAfter } = topUpWorld()

/** Once everything until now is old enough to get a number. */
async function numbered(seller: TestUser, count: number) {
  await expect
    .poll(
      async () => {
        expect(await numberReceipts(server.parts)).toEqual([])
        return (await receiptsOf(server, seller)).length
      },
      { timeout: 10_000 },
    )
    .toBe(count)
  return receiptsOf(server, seller)
}

/** A payment that is numbered in the same run shows that nothing else is. */
async function makeTaxed(tax_due: 'cycle' | 'sale') {
  const holder = await makeHolder()
  await makeBusiness(server, holder.owner, { tax_due, tax_rates: { washer: 7 } })
  return holder
}

test('numbers a top-up at the general rate if its tax is due at the sale, and its refund', async () => {
  const { owner, ...holder } = await makeTaxed('sale')
  const { id } = await topUp({ owner, ...holder }, { amount: 10 })
  await numbered(owner, 1)
  await refund(owner, id, 2.5)
  const [receipt, note] = await numbered(owner, 2)
  expect(receipt).toMatchObject({
    ...{ top_up_id: id, transaction_id: null, kind: 'receipt', gross: 10, tax_rate: 19, tax: 1.6 },
  })
  expect(note).toMatchObject({ kind: 'credit_note', number: 2, gross: 2.5, tax_rate: 19, tax: 0.4 })
  const params = { id }
  for (const as of [holder.as, owner]) {
    const { documents } = await server.call(topUps.get, { as, params })
    expect(documents).toMatchObject([{ net: 8.4 }, { refund_id: note?.refund_id, net: 2.1 }])
    const { data } = await server.call(topUps.refunds, { as, params, query: {} })
    expect(data).toMatchObject([{ credit_note: note?.document_number }])
  }
})

test('numbers no top-up whose tax is due at the payment, and none that the code refused', async () => {
  const taxed = await makeTaxed('cycle')
  const { id } = await topUp(taxed)
  await refund(taxed.owner, id, 1)
  const holder = await makeTaxed('sale')
  const { id: refused } = await topUp(holder, { method: 'pm_card_threeDSecure2Required' })
  const code = { params: { id: holder.code.id } }
  await server.call(prepaidCodes.delete, { as: holder.owner, ...code })
  stripe.finish(stripe.intentOf(refused).id, 'succeeded')
  await reconcileAfter(2)
  await reconcileAfter(2)
  const other = await makeTaxed('sale')
  await topUp(other)
  await numbered(other.owner, 1)
  expect(await receiptsOf(server, taxed.owner)).toEqual([])
  expect(await receiptsOf(server, holder.owner)).toEqual([])
})

test('uses the setting at the top-up for its refund, and cancels a returned one', async () => {
  const holder = await makeTaxed('sale')
  const { id } = await topUp(holder)
  await numbered(holder.owner, 1)
  await makeBusiness(server, holder.owner, { at: new Date().toISOString(), tax_due: 'cycle' })
  await topUp(holder)
  await refund(holder.owner, id, 5)
  await numbered(holder.owner, 2)
  for (const known of stripe.refunds) known.status = 'failed'
  await server.asOwner(`begin; update top_up_refunds set status = 'failed' where top_up_id = '${id}';
    insert into ledger_entries (id, reason, amount, debit_account, credit_account, prepaid_code_id)
      select reversal_entry_id, 'top_up_refund_failed', entry.amount, credit_account, debit_account, prepaid_code_id
      from top_up_refunds join ledger_entries as entry using (id) where top_up_id = '${id}';
    commit`)
  expect(await numbered(holder.owner, 3)).toMatchObject([
    { kind: 'receipt', refund_id: null },
    { kind: 'credit_note', gross: 5, tax: 0.8 },
    { kind: 'receipt', gross: 5, tax: 0.8, refund_id: expect.any(String) },
  ])
})

test('adds top-ups to the bookkeeping file without counting them as revenue', async () => {
  const holder = await makeTaxed('sale')
  const { owner } = holder
  const { id } = await topUp(holder, { amount: 10 })
  await numbered(owner, 1)
  await refund(owner, id, 2.5)
  const documents = await numbered(owner, 2)
  const query = { time_zone: 'UTC', period: 'this_year' }
  const file = async (more: object = {}) => {
    const asked = { as: owner, query: { ...query, ...more } }
    const lines = ((await server.call(revenue.bookkeeping, asked)) as string).trim().split('\n')
    const [header = [], ...rows] = lines.map((line) => line.replace('\uFEFF', '').split(','))
    return rows.map((cells) => Object.fromEntries(header.map((name, n) => [name, cells[n]])))
  }
  const rows = await file()
  expect(rows).toMatchObject([
    { gross: '0.00', net: '0.00', receipt_number: id, payment_method: 'credit_card' },
    { gross: '0.00', refunded: '0.00', receipt_number: documents[1]?.refund_id },
  ])
  expect(rows).toMatchObject([
    { document_number: documents[0]?.document_number, tax_rate: '19', tax: '1.60' },
    { tax: '-0.40', net_of_tax: '-2.10', topped_up: '-2.50' },
  ])
  expect(await file({ payment_method: 'prepaid_code' })).toEqual([])
  expect(await file({ location: 'Attic' })).toEqual([])
  const figures = await server.call(revenue.get, { as: owner, query })
  expect(figures.topped_up).toEqual({ gross: 7.5, net_of_tax: 6.3, tax: 1.2 })
  expect(figures.total).toMatchObject({ gross: 0, tax: 0 })
  const atPlace = { as: owner, query: { ...query, location: 'Attic' } }
  expect((await server.call(revenue.get, atPlace)).topped_up).toBeNull()
})

test('mails number, tax and the seller’s time of a top-up, and of the credit note of its refund', async () => {
  const holder = await makeTaxed('sale')
  const body = { location: null, time_zone: 'Asia/Tokyo' }
  await server.call(places.setTimeZone, { as: holder.owner, body })
  const { id } = await topUp(holder)
  const [receipt] = await numbered(holder.owner, 1)
  await refund(holder.owner, id, 5)
  const [, note] = await numbered(holder.owner, 2)
  await server.asOwner('update jobs set due_at = now()')
  const texts = (await server.mails())
    .filter(({ to }) => to === holder.as.email)
    .map(({ text }) => text)
  expect(texts).toEqual(Array(2).fill(expect.stringMatching(/^Date: .+ Asia\/Tokyo$/m)))
  const all = texts.join('\n')
  expect(all).toContain(`Receipt no.: ${receipt?.document_number}\nSeller: Lou’s Laundry`)
  expect(all).toContain(`Top-up ID: ${id}\nCredit note no.: ${note?.document_number}\nSeller:`)
  expect(all).toContain('Tax included (19%): $0.80\nNet: $4.20')
})
