import { idempotencyKeys } from '@coinless/contract/idempotency-keys.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'
import { answerOf } from '../idempotency/answers.ts'
import { idempotent } from '../idempotency/idempotent.ts'
import { withdraw } from './outcomes.ts'

const server = testApp()

async function send(as: TestUser, path: string, key: string, payload: object) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${as.token}`, 'idempotency-key': key },
    payload,
  })
  return answer.json()
}

async function ask({ method, path }: { method: string; path: string }, as: TestUser, key: string) {
  const answer = await server.app.inject({
    method: method as 'GET' | 'POST',
    url: `/api${path.replace(':key', key)}`,
    headers: { authorization: `Bearer ${as.token}` },
  })
  return answer.json()
}

const outcome = (as: TestUser, key: string) => ask(idempotencyKeys.outcome, as, key)
const withdrawn = (as: TestUser, key: string) => ask(idempotencyKeys.withdraw, as, key)
const unknown = { outcome: 'unknown', id: null, at: null }
const at = expect.stringMatching(/Z$/)
const refused = { outcome: 'refused', id: null, at }

test('returns the outcome of a payment by its key to its payer only, and changes nothing', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const code = await makeCode(server, owner)
  const payer = await makeUser(server)
  expect(await outcome(payer, 'one')).toEqual(unknown)
  const body = { ...termsOf(device), prepaid_code: code.code }
  const { transaction } = await send(payer, '/payments/prepaid', 'one', body)
  expect(await outcome(payer, 'one')).toEqual({ outcome: 'done', id: transaction.id, at })
  expect(await outcome(owner, 'one')).toEqual(unknown)
  await send(payer, '/payments/prepaid', 'two', { ...body, amount: 1 })
  expect(await outcome(payer, 'two')).toEqual(refused)
})

test('looks up a key of the maximum length', async () => {
  const payer = await makeUser(server)
  expect(await outcome(payer, 'x'.repeat(limits.idempotencyKeyMax))).toEqual(unknown)
})

test('reports a card payment by its key as done, or as pending with its id', async () => {
  const device = await makeDevice(server, await makeLandlord(server))
  const payer = await makeUser(server)
  const card = (payment_method_id: string) => ({
    ...termsOf(device),
    customer_name: 'Ana',
    customer_email: 'ana@example.com',
    payment_method_id,
  })
  const { payment: paid } = await send(
    payer,
    '/payments/card',
    'one',
    card(sandboxPaymentMethods.approved),
  )
  expect(await outcome(payer, 'one')).toEqual({ outcome: 'done', id: paid.id, at })
  const delayed = card(sandboxPaymentMethods.delayed)
  const { payment } = await send(payer, '/payments/card', 'two', delayed)
  const pending = { outcome: 'pending', id: payment.id, at }
  expect(await outcome(payer, 'two')).toEqual(pending)
  expect(await withdrawn(payer, 'two')).toEqual(pending)
})

// id: outcomes-1
test('refuses a withdrawn call for good, and reports a call done before as done', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner, { landlord_email: owner.email })
  const code = await makeCode(server, owner)
  const byCode = { ...termsOf(device), prepaid_code: code.code }
  const paid = await send(owner, '/payments/prepaid', 'paid-first', byCode)
  const money = { amount: 1, reason: 'Stuck' }
  const calls: [string, object][] = [
    ['/payments/prepaid', byCode],
    [
      '/payments/card',
      {
        ...termsOf(device),
        customer_name: 'Ana',
        customer_email: 'ana@example.com',
        payment_method_id: sandboxPaymentMethods.approved,
      },
    ],
    [`/transactions/${paid.transaction.id}/refunds`, money],
    [`/prepaid-codes/${code.id}/top-up`, { amount: 1 }],
    [`/prepaid-codes/${code.id}/adjust`, money],
    ['/prepaid-codes', { code: generateCode(), balance: 5 }],
  ]
  for (const [index, [path, body]] of calls.entries()) {
    expect(await withdrawn(owner, `early-${index}`), path).toEqual(refused)
    expect(await send(owner, path, `early-${index}`, body)).toMatchObject({
      code: 'call_withdrawn',
    })
    const done = await send(owner, path, `late-${index}`, body)
    const id = done.transaction?.id ?? done.id
    expect(await withdrawn(owner, `late-${index}`), path).toEqual({ outcome: 'done', id, at })
  }
})

test('waits for a running call to end before it answers a withdrawal', async () => {
  const owner = await makeLandlord(server)
  const idempotencyKey = { userId: owner.id, key: 'one', requestHash: Buffer.alloc(32) }
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const working = answerOf(server.database, idempotencyKey, { isFoundByWork: false }, () =>
    idempotent(server.database, idempotencyKey, async () => {
      begun.resolve()
      await goOn.promise
      return { id: owner.id }
    }),
  )
  await begun.promise
  const asked = withdraw(server.database, owner, 'one')
  goOn.resolve()
  expect(await working).toEqual({ id: owner.id })
  expect(await asked).toMatchObject({ outcome: 'done', id: owner.id })
})
