import type { Device } from '@coinless/contract/devices.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { termsOf } from './make.ts'
import type { Row } from './row.ts'

/** Callers who cannot see a device cannot pay at it. */
const seenWhileItWaits = { owner: 201, landlord: 201, admin: 201, others: 404 }
const byCard = (device: Device) => ({
  body: {
    ...termsOf(device),
    customer_name: 'Ana',
    customer_email: 'ana@example.com',
    payment_method_id: sandboxPaymentMethods.approved,
  },
})
/** Payments by code and card, and the offered ways to pay. */
export const paymentRows: Row[] = [
  {
    endpoint: payments.prepaid,
    send: (world) => ({ body: { ...termsOf(world.device), prepaid_code: world.code.code } }),
    answers: { others: 201 },
  },
  {
    endpoint: payments.prepaid,
    name: 'not active',
    send: (world) => ({ body: { ...termsOf(world.hiddenDevice), prepaid_code: world.code.code } }),
    answers: { owner: 422, landlord: 422, admin: 422, others: 404 },
  },
  {
    endpoint: payments.chosenCode,
    send: ({ code: { id }, device }) => ({ params: { id }, body: termsOf(device) }),
    answers: { payer: 201, holder: 201, others: 422 },
  },
  {
    endpoint: payments.codes,
    send: ({ device }) => ({ query: { device_id: device.id } }),
    answers: { others: 200 },
  },
  {
    endpoint: payments.forgetCode,
    send: ({ code: { id } }) => ({ params: { id } }),
    answers: { payer: 204, others: 404 },
  },
  { endpoint: payments.card, send: ({ device }) => byCard(device), answers: { others: 201 } },
  {
    endpoint: payments.prepaid,
    name: 'not accepted by its landlord',
    send: (world) => ({ body: { ...termsOf(world.waitingDevice), prepaid_code: world.code.code } }),
    answers: seenWhileItWaits,
  },
  {
    endpoint: payments.card,
    name: 'not accepted by its landlord',
    send: ({ waitingDevice }) => byCard(waitingDevice),
    answers: seenWhileItWaits,
  },
]
