import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { Transaction } from '@coinless/contract/transactions.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { moneyOf } from '../../../test/support/money.ts'
import { deleteExpiredRows } from '../../jobs/retention.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'

const server = testApp()

interface Answer {
  status: number
  text: string
  body: { code?: string; transaction?: Transaction; remaining_balance?: number }
}

async function post(
  as: TestUser,
  path: string,
  key: string | undefined,
  body: object,
  app = server.app,
): Promise<Answer> {
  const answer = await app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${as.token}`, ...(key && { 'idempotency-key': key }) },
    payload: body,
  })
  return { status: answer.statusCode, text: answer.body, body: answer.json() }
}

async function makeTarget() {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const code = await makeCode(server, owner)
  const payer = await makeUser(server)
  return { owner, payer, code, terms: termsOf(device) }
}

describe('a payment with a code', () => {
  test('is taken once when repeated with its key, with the same answer', async () => {
    const { payer, code, terms } = await makeTarget()
    const body = { ...terms, prepaid_code: code.code }
    const first = await post(payer, '/payments/prepaid', 'one', body)
    const again = await post(payer, '/payments/prepaid', 'one', body)
    expect(first.status).toBe(201)
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(await moneyOf(server, code.id)).toMatchObject({ balance: '7.50', count: 1 })
  })

  test('is taken once when it arrives twenty times at once on two servers', async () => {
    const { payer, code, terms } = await makeTarget()
    const body = { ...terms, prepaid_code: code.code }
    const replica = await server.replica()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post(payer, '/payments/prepaid', 'one', body, index % 2 ? replica : server.app),
      ),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(await moneyOf(server, code.id)).toMatchObject({ balance: '7.50', count: 1 })
    await replica.close()
  })

  test('is a new payment without a key or with another key', async () => {
    const { payer, code, terms } = await makeTarget()
    const body = { ...terms, prepaid_code: code.code }
    for (const key of [undefined, undefined, 'one', 'two']) {
      expect((await post(payer, '/payments/prepaid', key, body)).status).toBe(201)
    }
    expect(await moneyOf(server, code.id)).toMatchObject({ balance: '0.00', count: 4 })
  })

  test('stays refused with its key, even if it could now succeed', async () => {
    const { owner, payer, code, terms } = await makeTarget()
    const body = { ...terms, prepaid_code: code.code }
    const params = { id: code.id }
    await server.call(prepaidCodes.setDisabled, { as: owner, params, body: { disabled: true } })
    const first = await post(payer, '/payments/prepaid', 'one', body)
    expect([first.status, first.body.code]).toEqual([422, 'code_disabled'])
    await server.call(prepaidCodes.setDisabled, { as: owner, params, body: { disabled: false } })
    const again = await post(payer, '/payments/prepaid', 'one', body)
    expect([again.status, again.body.code]).toEqual([422, 'code_disabled'])
    expect((await post(payer, '/payments/prepaid', 'two', body)).status).toBe(201)
  })

  test('is separate for each user with the same key', async () => {
    const { owner, payer, code, terms } = await makeTarget()
    const body = { ...terms, prepaid_code: code.code }
    const [mine, theirs] = [
      await post(payer, '/payments/prepaid', 'one', body),
      await post(owner, '/payments/prepaid', 'one', body),
    ]
    expect(theirs.status).toBe(201)
    expect(theirs.body.transaction?.id).not.toBe(mine.body.transaction?.id)
  })
})

describe('a key', () => {
  test('is refused with another body or endpoint, and nothing changes', async () => {
    const { payer, code, terms } = await makeTarget()
    const body = { ...terms, prepaid_code: code.code }
    await post(payer, '/payments/prepaid', 'one', body)
    const other = { ...body, prepaid_code: generateCode() }
    const card = {
      ...terms,
      customer_name: 'Ana',
      customer_email: 'ana@example.com',
      payment_method_id: sandboxPaymentMethods.approved,
    }
    for (const answer of [
      await post(payer, '/payments/prepaid', 'one', other),
      await post(payer, '/payments/card', 'one', card),
      await post(payer, '/prepaid-codes', 'one', { code: generateCode(), balance: 5 }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_key_reused'])
    }
    expect(await moneyOf(server, code.id)).toMatchObject({ count: 1 })
  })

  test('matches the same request with its fields in another order', async () => {
    const { payer, code, terms } = await makeTarget()
    const first = await post(payer, '/payments/prepaid', 'one', {
      ...terms,
      prepaid_code: code.code,
    })
    const again = await post(payer, '/payments/prepaid', 'one', {
      prepaid_code: ` ${code.code} `,
      ...terms,
    })
    expect(again.text).toBe(first.text)
  })

  test.each(['x'.repeat(256), 'with a space', 'ñ', '.', '..'])(
    'like %s is refused',
    async (key) => {
      const { payer, code, terms } = await makeTarget()
      const body = { ...terms, prepaid_code: code.code }
      const answer = await post(payer, '/payments/prepaid', key, body)
      expect([answer.status, answer.body.code]).toEqual([400, 'bad_idempotency_key'])
      expect(await moneyOf(server, code.id)).toMatchObject({ count: 0 })
    },
  )

  test('is kept for three days with its answer only, and without its request in clear text', async () => {
    const { payer, code, terms } = await makeTarget()
    const body = { ...terms, prepaid_code: code.code }
    await post(payer, '/payments/prepaid', 'one', body)
    const kept = () =>
      server.database
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('user_id', '=', payer.id)
        .execute()
    const [row] = await kept()
    expect(JSON.stringify(row)).not.toContain(code.code)
    const answer = row?.answer as { done: { transaction: object } }
    expect(Object.keys(answer.done.transaction).sort()).toEqual(
      Object.keys(Transaction.shape).sort(),
    )
    for (const [days, left] of [
      [2, 1],
      [4, 0],
    ] as const) {
      await server.database
        .updateTable('idempotency_keys')
        .set({ created_at: sql<Date>`now() - make_interval(days => ${days})` })
        .execute()
      await deleteExpiredRows(server.database)
      expect(await kept()).toHaveLength(left)
    }
  })
})

describe('a code', () => {
  test('is issued once for repeated, concurrent calls with its key', async () => {
    const { owner } = await makeTarget()
    const body = { code: generateCode(), balance: 5 }
    const answers = await Promise.all(
      [1, 2, 3].map(() => post(owner, '/prepaid-codes', 'one', body)),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  test('stays refused with its key when its text is taken', async () => {
    const { owner, code } = await makeTarget()
    const body = { code: code.code, balance: 5 }
    const answers = [
      await post(owner, '/prepaid-codes', 'one', body),
      await post(owner, '/prepaid-codes', 'one', body),
    ]
    expect(answers.map((answer) => answer.body.code)).toEqual(['code_taken', 'code_taken'])
  })
})

test('charges a card once for repeated, concurrent calls with one key', async () => {
  const { payer, terms } = await makeTarget()
  const body = {
    ...terms,
    customer_name: 'Ana',
    customer_email: 'ana@example.com',
    payment_method_id: sandboxPaymentMethods.approved,
  }
  const answers = await Promise.all([1, 2, 3].map(() => post(payer, '/payments/card', 'one', body)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  const charges = await server.database
    .selectFrom('transactions')
    .select('id')
    .where('payer_id', '=', payer.id)
    .execute()
  expect(charges).toHaveLength(1)
})

test('accepts a key on every call that creates or moves money', () => {
  const moving = [
    payments.prepaid,
    payments.card,
    prepaidCodes.create,
    prepaidCodes.topUp,
    prepaidCodes.adjust,
    refunds.create,
  ]
  expect(moving.filter(({ takesIdempotencyKey }) => !takesIdempotencyKey)).toEqual([])
})
