import { limits } from '@coinless/contract/limits.ts'
import { payments, sandboxPaymentMethods } from '@coinless/contract/payments.ts'
import { expect, test } from 'vitest'
import { generateCode } from '../prepaid-codes/code-text.ts'
import { testApp } from '../test/app.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../test/make.ts'

const server = testApp()

async function pay(as: TestUser, path: string, key: string, payload: object) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${as.token}`, 'idempotency-key': key },
    payload,
  })
  return answer.json()
}

async function outcome(as: TestUser, key: string) {
  const answer = await server.app.inject({
    url: `/api${payments.attempt.path.replace(':key', key)}`,
    headers: { authorization: `Bearer ${as.token}` },
  })
  return answer.json()
}

test('what became of a payment is told by its key, to its payer alone, and nothing is done by asking', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const code = await makeCode(server, owner)
  const payer = await makeUser(server)
  const terms = termsOf(device)
  const unknown = { outcome: 'unknown', id: null }
  expect(await outcome(payer, 'one')).toEqual(unknown)
  const body = { ...terms, prepaid_code: code.code }
  const { transaction } = await pay(payer, '/payments/prepaid', 'one', body)
  expect(await outcome(payer, 'one')).toEqual({ outcome: 'paid', id: transaction.id })
  expect(await outcome(owner, 'one')).toEqual(unknown)
  await pay(payer, '/payments/prepaid', 'two', { ...body, amount: 1 })
  expect(await outcome(payer, 'two')).toEqual({ outcome: 'refused', id: null })
  await pay(owner, '/prepaid-codes', 'three', { code: generateCode(), balance: 5 })
  expect(await outcome(owner, 'three')).toEqual(unknown)
})

test('a key may be asked for however long it is', async () => {
  const payer = await makeUser(server)
  const unknown = { outcome: 'unknown', id: null }
  expect(await outcome(payer, 'x'.repeat(limits.idempotencyKeyMax))).toEqual(unknown)
})

test('a card payment by its key is paid, or the pending one to look after', async () => {
  const device = await makeDevice(server, await makeLandlord(server))
  const payer = await makeUser(server)
  const card = (payment_method_id: string) => ({
    ...termsOf(device),
    customer_name: 'Ana',
    customer_email: 'ana@example.com',
    payment_method_id,
  })
  const { payment: paid } = await pay(
    payer,
    '/payments/card',
    'one',
    card(sandboxPaymentMethods.approved),
  )
  expect(await outcome(payer, 'one')).toEqual({ outcome: 'paid', id: paid.id })
  const { payment } = await pay(payer, '/payments/card', 'two', card(sandboxPaymentMethods.delayed))
  expect(await outcome(payer, 'two')).toEqual({ outcome: 'pending', id: payment.id })
})
