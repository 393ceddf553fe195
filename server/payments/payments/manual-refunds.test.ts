import { dashboard } from '@coinless/contract/dashboard.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeAcceptedDevice,
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { moneyOf } from '../../../test/support/money.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'

const server = testApp()

async function makePaid() {
  const owner = await makeLandlord(server)
  const landlord = await makeLandlord(server, { email_verified: true })
  const device = await makeAcceptedDevice(server, owner, landlord)
  const code = await makeCode(server, owner)
  const payer = await makeUser(server)
  const { transaction } = await server.call(payments.prepaid, {
    as: payer,
    body: { ...termsOf(device), prepaid_code: code.code },
  })
  return { owner, landlord, payer, device, code, params: { id: transaction.id } }
}

const give = (amount: number) => ({ amount, reason: 'The door was stuck' })

describe('a refund to a code', () => {
  test('raises the code’s balance, and appears at the payment and in its history', async () => {
    const { owner, payer, code, params } = await makePaid()
    const refund = await server.call(refunds.create, { as: owner, params, body: give(1.25) })
    expect(refund).toMatchObject({
      amount: 1.25,
      status: 'completed',
      reason: 'The door was stuck',
    })
    expect(await moneyOf(server, code.id)).toMatchObject({ balance: '8.75', ledger: '8.75' })
    const paid = await server.call(transactions.get, { as: payer, params })
    expect([paid.amount, paid.refunded_amount, paid.may_refund]).toEqual([2.5, 1.25, false])
    expect((await server.call(refunds.list, { as: payer, params })).data).toEqual([refund])
    const history = await server.call(prepaidCodes.history, { as: owner, params: { id: code.id } })
    expect(history.data[0]).toMatchObject({
      reason: 'refund',
      amount: 1.25,
      note: 'The door was stuck',
    })
  })

  test('is allowed for the owner, the landlord and admins, not for the payer or a stranger', async () => {
    const { owner, landlord, payer, params } = await makePaid()
    for (const as of [owner, landlord, await makeAdmin(server)]) {
      await server.call(refunds.create, { as, params, body: give(0.5) })
    }
    const refusals = [payer, await makeUser(server)].map((as) =>
      server.refused(refunds.create, { as, params, body: give(0.5) }),
    )
    const codes = (await Promise.all(refusals)).map(({ body }) => body.code)
    expect(codes).toEqual(['not_yours', 'transaction_not_found'])
  })

  test('never exceeds the payment, in parts, concurrently and on two servers', async () => {
    const { owner, code, params } = await makePaid()
    const replica = await server.replica()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        (n % 2 ? replica : server.app).inject({
          method: 'POST',
          url: `/api/transactions/${params.id}/refunds`,
          headers: { authorization: `Bearer ${owner.token}` },
          payload: give(0.5),
        }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5)
    const refused = answers.filter(({ statusCode }) => statusCode !== 201)
    expect(new Set(refused.map((answer) => answer.json().code))).toEqual(
      new Set(['refund_too_much']),
    )
    expect(await moneyOf(server, code.id)).toMatchObject({ balance: '10.00' })
    await replica.close()
  })

  test('names what is left when more is asked for', async () => {
    const { owner, params } = await makePaid()
    const messageOf = async (amount: number) => {
      const { body } = await server.refused(refunds.create, {
        as: owner,
        params,
        body: give(amount),
      })
      return body.error
    }
    await server.call(refunds.create, { as: owner, params, body: give(1) })
    expect(await messageOf(2)).toBe('You can refund up to $1.50.')
    await server.call(refunds.create, { as: owner, params, body: give(1.5) })
    expect(await messageOf(0.01)).toBe('Nothing is left to refund.')
  })

  test('applies once per refunded amount seen, even from two tabs at once', async () => {
    const { owner, code, params } = await makePaid()
    const body = { ...give(1), seen_refunded_amount: 0 }
    const send = () =>
      server.app.inject({
        method: 'POST',
        url: `/api/transactions/${params.id}/refunds`,
        headers: { authorization: `Bearer ${owner.token}` },
        payload: body,
      })
    const statuses = (await Promise.all([send(), send(), send()])).map((each) => each.statusCode)
    expect(statuses.sort()).toEqual([201, 409, 409])
    const later = await server.refused(refunds.create, { as: owner, params, body })
    expect(later.body.code).toBe('money_moved_meanwhile')
    expect(await moneyOf(server, code.id)).toMatchObject({ balance: '8.50' })
    const seen = { ...give(1), seen_refunded_amount: 1 }
    await server.call(refunds.create, { as: owner, params, body: seen })
  })

  test.each(['refund', 'credit', 'neither'] as const)(
    'excludes a credit to the code that is decided in another tab: %s comes first',
    async (first) => {
      const { owner, code, params } = await makePaid()
      const seen = { seen_refunded_amount: 0 }
      const send = (url: string, payload: object) =>
        server.app.inject({
          method: 'POST',
          url: `/api/${url}`,
          headers: { authorization: `Bearer ${owner.token}` },
          payload,
        })
      const calls = {
        refund: () =>
          send(`transactions/${params.id}/refunds`, {
            ...give(1),
            ...seen,
            seen_code_balance: 10,
          }),
        credit: () =>
          send(`prepaid-codes/${code.id}/top-up`, {
            amount: 1,
            seen_balance: 10,
            makes_good: { transaction_id: params.id, ...seen },
          }),
      }
      if (first !== 'neither') expect((await calls[first]()).statusCode).toBeLessThan(300)
      const answers = await Promise.all([calls.refund(), calls.credit()])
      const refused = answers.filter(({ statusCode }) => statusCode === 409)
      expect(refused).toHaveLength(first === 'neither' ? 1 : 2)
      for (const answer of refused) expect(answer.json().code).toBe('money_moved_meanwhile')
      expect(await moneyOf(server, code.id)).toMatchObject({ balance: '8.50' })
    },
  )

  test('can be replaced by a credit to the code that paid, and to no other', async () => {
    const { owner, params } = await makePaid()
    const other = await makeCode(server, owner)
    const { body } = await server.refused(prepaidCodes.topUp, {
      as: owner,
      params: { id: other.id },
      body: { amount: 1, makes_good: { transaction_id: params.id, seen_refunded_amount: 0 } },
    })
    expect(body.code).toBe('transaction_not_found')
    expect(await moneyOf(server, other.id)).toMatchObject({ balance: '10.00' })
  })

  test('is made once for concurrent calls with one key', async () => {
    const { owner, code, params } = await makePaid()
    const send = () =>
      server.app.inject({
        method: 'POST',
        url: `/api/transactions/${params.id}/refunds`,
        headers: { authorization: `Bearer ${owner.token}`, 'idempotency-key': 'one' },
        payload: give(1),
      })
    const answers = await Promise.all([send(), send(), send()])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await moneyOf(server, code.id)).toMatchObject({ balance: '8.50' })
  })

  test('is refused if the code is deleted or expired, because nobody could use it', async () => {
    const { owner, code, params } = await makePaid()
    const where = { as: owner, params: { id: code.id } }
    await server.database
      .updateTable('prepaid_codes')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', code.id)
      .execute()
    const ended = await server.refused(refunds.create, { as: owner, params, body: give(1) })
    await server.call(prepaidCodes.delete, where)
    const deleted = await server.refused(refunds.create, { as: owner, params, body: give(1) })
    expect([ended.body.code, deleted.body.code]).toEqual(['code_expired', 'code_deleted'])
    expect((await server.call(refunds.list, { as: owner, params })).data).toEqual([])
  })

  test('never raises a code above the largest balance, even after a top-up', async () => {
    const { owner, code, params } = await makePaid()
    const room = limits.balanceMax / 100 - 7.5
    const topUp = { as: owner, params: { id: code.id }, body: { amount: room - 1 } }
    await server.call(prepaidCodes.topUp, topUp)
    const refused = await server.refused(refunds.create, { as: owner, params, body: give(1.01) })
    expect(refused.body.code).toBe('balance_too_high')
    await server.call(refunds.create, { as: owner, params, body: give(1) })
    expect(await moneyOf(server, code.id)).toMatchObject({ balance: '10000.00' })
  })

  test.each([
    [0, 'A reason'],
    [-1, 'A reason'],
    [0.001, 'A reason'],
    [1, ''],
  ])('is rejected for amount %s and reason "%s"', async (amount, reason) => {
    const { owner, params } = await makePaid()
    const body = { amount, reason }
    const { status } = await server.refused(refunds.create, { as: owner, params, body })
    expect(status).toBe(400)
  })
})

test('rejects in the database a refund above the payment or without a ledger entry', async () => {
  const { owner, params } = await makePaid()
  const insert = (amount: number, status: string) =>
    sql`insert into refunds (transaction_id, amount, reason, actor_id, status)
      values (${params.id}, ${amount}, 'x', ${owner.id}, ${status})`.execute(server.database)
  await expect(insert(2.51, 'pending')).rejects.toThrow(/never more than was paid/)
  await expect(insert(1, 'completed')).rejects.toThrow(/needs a ledger entry/)
  await expect(insert(0, 'pending')).rejects.toThrow(/refunds_amount_check/)
  const entry = sql`insert into ledger_entries (reason, amount, debit_account, credit_account,
      prepaid_code_id, transaction_id, refund_id, actor_id)
    select 'refund', 1, credit_account, debit_account, prepaid_code_id, transaction_id, null, actor_id
    from ledger_entries where transaction_id = ${params.id}`
  await expect(entry.execute(server.database)).rejects.toThrow(/ledger_entries_refund/)
})

test('lowers the revenue of the day of the refund', async () => {
  const { owner, params } = await makePaid()
  await server.call(refunds.create, { as: owner, params, body: give(1) })
  const query = { time_zone: 'UTC' }
  const { days, best_devices } = await server.call(dashboard.revenue, { as: owner, query })
  expect(days.at(-1)).toMatchObject({ revenue: 1.5, cycles: 1 })
  expect(best_devices).toMatchObject([{ revenue: 1.5, cycles: 1 }])
})

test('ends a sandbox card payment as refunded when nothing is left', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const { payment } = await server.call(payments.card, {
    as: owner,
    body: {
      ...termsOf(device),
      customer_name: 'Ana',
      customer_email: 'ana@example.com',
      payment_method_id: sandboxPaymentMethods.approved,
    },
  })
  const params = { id: payment.id }
  const statusOf = async (as: TestUser) =>
    (await server.call(payments.cardStatus, { as, params })).payment.status
  await server.call(refunds.create, { as: owner, params, body: give(1) })
  expect(await statusOf(owner)).toBe('completed')
  await server.call(refunds.create, { as: owner, params, body: give(1.5) })
  expect(await statusOf(owner)).toBe('refunded')
})

test('records who refunded, why and how much', async () => {
  const { owner, params } = await makePaid()
  await server.call(refunds.create, { as: owner, params, body: give(1) })
  const event = await server.database
    .selectFrom('audit_events')
    .select(['actor_id', 'details', 'subject'])
    .where('subject_id', '=', params.id)
    .executeTakeFirst()
  expect(event).toEqual({
    actor_id: owner.id,
    details: { amount: '1.00', reason: 'The door was stuck' },
    subject: 'W-1',
  })
})

test('leaves a ledger that adds up', async () => {
  expect(await findInconsistencies(server.database)).toEqual([])
})
