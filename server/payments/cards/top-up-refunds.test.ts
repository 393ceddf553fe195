import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { topUps } from '@coinless/contract/top-ups.ts'
import { expect, test } from 'vitest'
import { makeAdmin, makeDevice, termsOf } from '../../../test/support/make.ts'
import { topUpWorld } from '../../../test/support/top-up-world.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'

const { server, stripe, makeHolder, topUp, refund, standing, reconcileAfter, sendWebhook } =
  topUpWorld()

async function makeToppedUp() {
  const holder = await makeHolder()
  const { id } = await topUp(holder)
  return { ...holder, id }
}

test('lets the issuer and admins refund a top-up to its card, in parts until nothing is left', async () => {
  const { id, ...holder } = await makeToppedUp()
  expect(await refund(holder.as, id, 1)).toMatchObject({ code: 'not_yours' })
  const first = await refund(holder.owner, id, 2, 'one')
  expect(first).toMatchObject({ httpStatus: 201, status: 'completed', reason: 'Moved out' })
  expect(await refund(holder.owner, id, 2, 'one')).toEqual(first)
  expect(await refund(holder.owner, id, 3.01)).toMatchObject({
    ...{ code: 'refund_too_much', error: 'You can refund up to $3.00.' },
  })
  expect(await refund(await makeAdmin(server), id, 3)).toMatchObject({ status: 'completed' })
  expect(await standing(holder)).toEqual({ balance: 10, taken: [500], back: [200, 300] })
  const params = { id: holder.code.id }
  const { data } = await server.call(prepaidCodes.history, { as: holder.as, params, query: {} })
  expect(data.slice(0, 2)).toMatchObject([
    { reason: 'top_up_refund', amount: -3, note: 'Moved out' },
    { reason: 'top_up_refund', amount: -2 },
  ])
  const { data: listed } = await server.call(topUps.list, { as: holder.as, query: {} })
  expect(listed).toMatchObject([{ id, refunded_amount: 5 }])
})

test('refunds no more than the code has left, even with concurrent refunds and payments', async () => {
  const { id, ...holder } = await makeToppedUp()
  const device = await makeDevice(server, holder.owner, { price: 6 })
  const pay = { ...termsOf(device), prepaid_code: holder.code.code }
  await server.call(payments.prepaid, { as: holder.as, body: pay })
  await Promise.all([
    refund(holder.owner, id, 5),
    refund(holder.owner, id, 5),
    server.app.inject({
      method: 'POST',
      url: '/api/payments/prepaid',
      headers: { authorization: `Bearer ${holder.as.token}` },
      payload: pay,
    }),
  ])
  const { balance, back } = await standing(holder)
  expect([
    { balance: 4, back: [500] },
    { balance: 3, back: [] },
  ]).toContainEqual({ balance, back })
  expect(await refund(holder.owner, id, 5)).toMatchObject({ httpStatus: 422 })
})

test('reserves the money of a pending refund, and credits it again if the card rejects it', async () => {
  const { id, ...holder } = await makeToppedUp()
  stripe.refundStatus = 'pending'
  expect(await refund(holder.owner, id, 5)).toMatchObject({ status: 'pending' })
  expect(await standing(holder)).toMatchObject({ balance: 10 })
  for (const known of stripe.refunds) known.status = 'failed'
  stripe.refundStatus = 'succeeded'
  await reconcileAfter(2)
  expect(await standing(holder)).toEqual({ balance: 15, taken: [500], back: [] })
  expect(await refund(holder.owner, id, 5)).toMatchObject({ status: 'completed' })
  expect(await standing(holder)).toEqual({ balance: 10, taken: [500], back: [500] })
})

test('makes a refund with a lost answer once: by a webhook, the reconciler or a retry', async () => {
  const { id, ...holder } = await makeToppedUp()
  stripe.fail(/POST .*refunds/, 'lost after')
  expect(await refund(holder.owner, id, 5, 'one')).toMatchObject({ code: 'card_processor_lost' })
  stripe.heal()
  const { id: intentId } = stripe.intentOf(id)
  const known = stripe.refunds.find(({ payment_intent }) => payment_intent === intentId)
  if (!known) throw new Error('No refund found.')
  const event = stripe.webhook(known)
  expect(await Promise.all([sendWebhook(event), sendWebhook(event)])).toEqual([204, 204])
  await reconcileAfter(2)
  expect(await refund(holder.owner, id, 5, 'one')).toMatchObject({ status: 'completed' })
  expect(await standing(holder)).toEqual({ balance: 10, taken: [500], back: [500] })
})

test('refunds a top-up of a code that was deleted since', async () => {
  const { id, ...holder } = await makeToppedUp()
  const params = { id: holder.code.id }
  await server.call(prepaidCodes.delete, { as: holder.owner, params })
  expect(await refund(holder.owner, id, 5)).toMatchObject({ status: 'completed' })
  expect(await standing(holder)).toEqual({ balance: 10, taken: [500], back: [500] })
})

test('hides the reason for refunding an earlier top-up from a new customer', async () => {
  const { id, ...holder } = await makeToppedUp()
  const next = await makeHolder()
  const params = { id: holder.code.id }
  const body = { customer_email: next.as.email }
  await server.call(prepaidCodes.changeCustomer, { as: holder.owner, params, body })
  await refund(holder.owner, id, 1)
  const { data } = await server.call(prepaidCodes.history, { as: next.as, params, query: {} })
  expect(data).toMatchObject([{ reason: 'top_up_refund', amount: -1, note: null }])
  const refused = await server.refused(topUps.get, { as: next.as, params: { id } })
  expect(refused.body.code).toBe('top_up_not_found')
})

test('leaves a ledger that adds up', async () => {
  expect(await findInconsistencies(server.database)).toEqual([])
})
