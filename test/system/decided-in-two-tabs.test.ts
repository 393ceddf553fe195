import { endpoints } from '@coinless/contract/endpoints.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodeBatches } from '@coinless/contract/prepaid-code-batches.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { topUps } from '@coinless/contract/top-ups.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { findInconsistencies } from '../../server/ledger/entries/check.ts'
import { testApp } from '../support/app.ts'
import {
  allowTopUps,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../support/make.ts'

const server = testApp()

async function post(as: TestUser, path: string, payload: object) {
  const headers = { authorization: `Bearer ${as.token}` }
  const answer = await server.app.inject({
    ...{ method: 'POST', url: `/api/${path}`, headers, payload },
  })
  return { status: answer.statusCode, code: answer.json<{ code?: string }>().code }
}

type Send = () => ReturnType<typeof post>

/** Expects the second of two decisions from the same data to be refused. */
async function expectOneAlone(first: Send, second: Send) {
  expect((await first()).status).toBeLessThan(300)
  expect(await second()).toEqual({ status: 409, code: 'money_moved_meanwhile' })
}

async function expectOneAtOnce(sends: Send[]) {
  const answers = await Promise.all(sends.map((send) => send()))
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  for (const { status, code } of answers) {
    if (status >= 300) expect([status, code]).toEqual([409, 'money_moved_meanwhile'])
  }
}

/** A payment with a code, and each way to credit them, based on what screens show now. */
async function makeWays() {
  const as = await makeLandlord(server)
  const device = await makeDevice(server, as)
  const { id, code } = await makeCode(server, as)
  const { transaction } = await server.call(payments.prepaid, {
    as: await makeUser(server),
    body: { ...termsOf(device), prepaid_code: code },
  })
  const { remaining_balance, balance } = await server.call(prepaidCodes.get, { as, params: { id } })
  const paid = await server.call(transactions.get, { as, params: { id: transaction.id } })
  const ofCode = { seen_remaining_balance: remaining_balance }
  const amount = 1
  const reason = 'The door was stuck'
  return {
    'top-up': () => post(as, `prepaid-codes/${id}/top-up`, { amount, ...ofCode }),
    correction: () => post(as, `prepaid-codes/${id}/adjust`, { amount, reason, ...ofCode }),
    credit: () =>
      post(as, `prepaid-codes/${id}/top-up`, {
        amount,
        seen_balance: balance,
        makes_good: { transaction_id: paid.id, seen_refunded_amount: paid.refunded_amount },
      }),
    refund: () =>
      post(as, `transactions/${paid.id}/refunds`, {
        ...{ amount, reason },
        seen_refunded_amount: paid.refunded_amount,
        seen_code_balance: paid.code_balance,
      }),
  }
}

const ways = ['top-up', 'correction', 'credit', 'refund'] as const
const pairs = ways.flatMap((first) => ways.map((second) => [first, second] as const))

describe('for two credits decided in two tabs', () => {
  test.each(pairs)('a %s succeeds, and a %s after it is refused', async (first, second) => {
    const each = await makeWays()
    await expectOneAlone(each[first], each[second])
  })

  test.each(pairs)('a %s and a concurrent %s: one succeeds', async (first, second) => {
    const each = await makeWays()
    await expectOneAtOnce([each[first], each[second]])
  })

  test('tops up a batch once', async () => {
    const as = await makeLandlord(server)
    const body = { codes: 3, balance: 10 }
    const { id } = await server.call(prepaidCodeBatches.create, { as, body })
    const topUp = async () => {
      const { left, issued } = await server.call(prepaidCodeBatches.get, { as, params: { id } })
      const seen = { codes: left.codes, seen_balance: issued.dollars }
      return () => post(as, `prepaid-code-batches/${id}/top-up`, { ...seen, amount: 2 })
    }
    const decided = await topUp()
    await expectOneAlone(decided, decided)
    const again = await topUp()
    await expectOneAtOnce([again, again, again])
    const { issued } = await server.call(prepaidCodeBatches.get, { as, params: { id } })
    expect(issued.dollars).toBe(42)
  })

  test('refunds a card top-up once', async () => {
    const as = await makeLandlord(server, { email_verified: true })
    const holder = await makeUser(server, { email_verified: true })
    await allowTopUps(server, as)
    const code = await makeCode(server, as, { customer_email: holder.email })
    const { id } = await server.call(topUps.create, {
      as: holder,
      params: { id: code.id },
      body: { amount: 10, payment_method_id: sandboxPaymentMethods.approved },
    })
    const refund = async () => {
      const { refundable_amount } = await server.call(topUps.get, { as, params: { id } })
      return () =>
        post(as, `top-ups/${id}/refunds`, {
          ...{ amount: 2, reason: 'Moved out', seen_refundable_amount: refundable_amount },
        })
    }
    const decided = await refund()
    await expectOneAlone(decided, decided)
    const again = await refund()
    await expectOneAtOnce([again, again])
    const { refundable_amount } = await server.call(topUps.get, { as, params: { id } })
    expect(refundable_amount).toBe(6)
  })

  test('tops up a code by card once, and again only from refreshed data', async () => {
    const as = await makeLandlord(server, { email_verified: true })
    await allowTopUps(server, as)
    const { id } = await makeCode(server, as)
    const params = { id }
    const offer = () => server.call(topUps.offer, { as, params })
    const topUp = async (method: string = sandboxPaymentMethods.approved) => {
      const { topped_up } = await offer()
      const body = { amount: 2, payment_method_id: method, seen_topped_up: topped_up }
      return () => post(as, `prepaid-codes/${id}/card-top-up`, body)
    }
    const decided = await topUp()
    await expectOneAlone(decided, decided)
    const again = await topUp()
    await expectOneAtOnce([again, again])
    expect((await offer()).topped_up).toBe(4)
    const declined = await topUp(sandboxPaymentMethods.declined)
    expect((await declined()).code).toBe('card_declined')
    expect((await offer()).topped_up).toBe(4)
  })

  test('keeps the ledger balanced', async () => {
    expect(await findInconsistencies(server.database)).toEqual([])
  })
})

test('requires the seen amounts in every call that gives money', () => {
  const all = Object.values(endpoints).flatMap((feature) => Object.values(feature))
  const givers = all.filter((call) => call.needs === 'give_money' && call.takesIdempotencyKey)
  const seeing = givers.filter(({ body }) =>
    Object.keys((body as z.ZodObject).shape).some((name) => name.startsWith('seen_')),
  )
  expect(givers.length).toBeGreaterThanOrEqual(5)
  expect(seeing).toEqual(givers)
})
