import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeDevice, makeLandlord, makeUser, termsOf } from '../../../test/support/make.ts'
import { sandboxProcessor } from '../../platform/card-processors/sandbox-processor.ts'
import { paymentPurpose } from './payment-charge.ts'
import { advanceCharge, findCharge, settleCharge } from './settle-charge.ts'

/** Outcome that another call or the reconciler writes while the processor prepares the charge. */
let ending: 'completed' | 'failed' | 'given up as never begun' = 'completed'
function keep(id: string, status: 'completed' | 'failed') {
  const event = { kind: 'answered', state: { status }, by: 'anyone', hasCard: false } as const
  return advanceCharge(server.parts, paymentPurpose, id, event)
}

const server = testApp({}, () => {
  const sandbox = sandboxProcessor()
  return {
    ...sandbox,
    prepare: async (charge) => {
      const neverBegun = await findCharge(server.database, paymentPurpose, charge.id)
      const processor_reference = await sandbox.prepare(charge)
      await server.database
        .updateTable('card_payments')
        .set({ processor_reference, processor: 'sandbox' })
        .where('id', '=', charge.id)
        .execute()
      if (ending === 'given up as never begun')
        await settleCharge(server.parts, paymentPurpose, neverBegun, {
          by: 'anyone',
          isGivenUp: true,
        })
      else await keep(charge.id, ending)
      return processor_reference
    },
  }
})

async function makePayment() {
  const device = await makeDevice(server, await makeLandlord(server))
  const body = {
    ...termsOf(device),
    customer_name: 'Carla Card',
    customer_email: 'carla@example.com',
    payment_method_id: sandboxPaymentMethods.approved,
  }
  return { as: await makeUser(server), body }
}

test('answers a payment that a retry completed in between as paid, once', async () => {
  ending = 'completed'
  const sent = await makePayment()
  const { transaction, payment } = await server.call(payments.card, sent)
  expect([transaction?.id, payment.status]).toEqual([payment.id, 'completed'])
  expect((await server.call(transactions.list, { as: sent.as })).data).toHaveLength(1)
})

test('declines a payment that was given up in between, and takes nothing', async () => {
  ending = 'failed'
  const sent = await makePayment()
  expect((await server.refused(payments.card, sent)).body.code).toBe('card_declined')
  expect((await server.call(transactions.list, { as: sent.as })).data).toEqual([])
})

test('keeps a payment that begins at the processor while it is given up as never begun', async () => {
  ending = 'given up as never begun'
  const sent = await makePayment()
  const { transaction, payment } = await server.call(payments.card, sent)
  expect([transaction?.id, payment.status]).toEqual([payment.id, 'completed'])
})
