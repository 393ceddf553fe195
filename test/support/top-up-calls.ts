import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { topUps } from '@coinless/contract/top-ups.ts'
import type { Row } from './row.ts'
import type { World } from './world.ts'

const ofCode = ({ code: { id } }: World) => ({ params: { id } })
const topUp = ({ topUpId: id }: World) => ({ params: { id } })
const seen = { owner: 200, holder: 200, admin: 200, others: 404 }

/** Calls for topping up a code by card: its holder has paid once. */
export const topUpRows: Row[] = [
  {
    endpoint: topUps.changeSettings,
    send: () => ({ body: { is_on: true, amounts: [5], amount_max: 20, balance_max: 9000 } }),
    answers: {
      holder: 200,
      landlord: 200,
      admin: 200,
      "an admin's key without that right": 200,
      others: 422,
    },
  },
  { endpoint: topUps.offer, send: ofCode, answers: seen },
  {
    endpoint: topUps.create,
    send: (world) => ({
      ...ofCode(world),
      body: { amount: 5, payment_method_id: sandboxPaymentMethods.approved },
    }),
    answers: { owner: 201, holder: 201, admin: 403, others: 404 },
  },
  { endpoint: topUps.get, send: topUp, answers: seen },
  { endpoint: topUps.refunds, send: topUp, answers: seen },
  {
    endpoint: topUps.refund,
    send: (world) => ({ ...topUp(world), body: { amount: 0.01, reason: 'Too much' } }),
    answers: { owner: 201, admin: 201, holder: 403, others: 404 },
  },
]
