import { auditActions } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { payments } from '@coinless/contract/payments.ts'
import { type PrepaidCode, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'
import { expireCodes } from './balance.ts'

const server = testApp()
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

async function makeIssued() {
  const as = await makeLandlord(server)
  const code = await makeCode(server, as)
  return { as, code, params: { id: code.id } }
}

async function historyOf(as: TestUser, { id }: PrepaidCode) {
  const { data } = await server.call(prepaidCodes.history, { as, params: { id } })
  return data.map(({ reason, amount, remaining_balance, note }) => [
    reason,
    amount,
    remaining_balance,
    note,
  ])
}

/** Makes a code expire. */
async function end({ id }: PrepaidCode) {
  await server.database
    .updateTable('prepaid_codes')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute()
}

describe('a top-up', () => {
  test('applies once per balance seen, even from two tabs at once', async () => {
    const as = await makeLandlord(server)
    const { id, balance } = await makeCode(server, as)
    const body = { amount: 1, seen_balance: balance }
    const send = () =>
      server.app.inject({
        method: 'POST',
        url: `/api/prepaid-codes/${id}/top-up`,
        headers: { authorization: `Bearer ${as.token}` },
        payload: body,
      })
    const statuses = (await Promise.all([send(), send(), send()])).map((each) => each.statusCode)
    expect(statuses.sort()).toEqual([200, 409, 409])
    const params = { id }
    const later = await server.refused(prepaidCodes.topUp, { as, params, body })
    expect(later.body.code).toBe('money_moved_meanwhile')
    const seen = { amount: 1, seen_balance: balance + 1 }
    expect((await server.call(prepaidCodes.topUp, { as, params, body: seen })).balance).toBe(
      balance + 2,
    )
  })

  test('raises the balance and appears in the history', async () => {
    const { as, code, params } = await makeIssued()
    const topped = await server.call(prepaidCodes.topUp, { as, params, body: { amount: 5.25 } })
    expect([topped.balance, topped.remaining_balance]).toEqual([15.25, 15.25])
    expect(await historyOf(as, code)).toEqual([
      ['top_up', 5.25, 15.25, null],
      ['issue', 10, 10, null],
    ])
  })

  test('is allowed for the issuer and admins, not for the holder or strangers', async () => {
    const { as, params } = await makeIssued()
    const body = { amount: 1 }
    await server.call(prepaidCodes.topUp, { as: await makeAdmin(server), params, body })
    const stranger = await makeUser(server)
    const { status } = await server.refused(prepaidCodes.topUp, { as: stranger, params, body })
    expect(status).toBe(404)
    const found = await server.call(prepaidCodes.get, { as, params })
    expect(found.remaining_balance).toBe(11)
  })

  test('stops at the largest balance, even with concurrent calls', async () => {
    const { as, params } = await makeIssued()
    const body = { amount: 4000 }
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        server.app.inject({
          method: 'POST',
          url: `/api/prepaid-codes/${params.id}/top-up`,
          headers: { authorization: `Bearer ${as.token}` },
          payload: body,
        }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 422, 422])
    const { body: refused } = await server.refused(prepaidCodes.topUp, { as, params, body })
    expect([refused.code, refused.error]).toEqual([
      'balance_too_high',
      'A code can hold at most $10,000.00.',
    ])
    const fits = { amount: limits.balanceMax / 100 - 8010 }
    const full = await server.call(prepaidCodes.topUp, { as, params, body: fits })
    expect(full.remaining_balance).toBe(limits.balanceMax / 100)
  })

  test.each([0, -1, 0.001, 10_000.01])('is rejected for an amount of %s', async (amount) => {
    const { as, code, params } = await makeIssued()
    const { status } = await server.refused(prepaidCodes.topUp, { as, params, body: { amount } })
    expect(status).toBe(400)
    expect(await historyOf(as, code)).toHaveLength(1)
  })
})

describe('an adjustment', () => {
  test('adds or removes money with a reason, never below zero', async () => {
    const { as, code, params } = await makeIssued()
    const adjust = (amount: number) =>
      server.call(prepaidCodes.adjust, { as, params, body: { amount, reason: 'Counted wrong' } })
    expect(await adjust(-9.99)).toMatchObject({ balance: 10, remaining_balance: 0.01 })
    expect(await adjust(-0.01)).toMatchObject({ balance: 10, remaining_balance: 0 })
    expect(await adjust(2.01)).toMatchObject({ balance: 12.01, remaining_balance: 2.01 })
    const { body } = await server.refused(prepaidCodes.adjust, {
      as,
      params,
      body: { amount: -2.02, reason: 'Too much' },
    })
    expect([body.code, body.error]).toEqual(['balance_too_low', 'You can take off up to $2.01.'])
    expect(await historyOf(as, code)).toEqual([
      ['adjustment', 2.01, 2.01, 'Counted wrong'],
      ['adjustment', -0.01, 0, 'Counted wrong'],
      ['adjustment', -9.99, 0.01, 'Counted wrong'],
      ['issue', 10, 10, null],
    ])
  })

  test.each([
    [0, 'A reason', 'Amount must not be 0.'],
    [1, ' ', 'Reason must not be empty.'],
    [1, 'x'.repeat(limits.reasonMax + 1), 'Reason must have at most 200 characters.'],
  ])('is rejected for amount %s and reason "%s"', async (amount, reason, sentence) => {
    const { as, params } = await makeIssued()
    const { body } = await server.refused(prepaidCodes.adjust, {
      as,
      params,
      body: { amount, reason },
    })
    expect(body.error).toBe(sentence)
  })
})

describe('an expiry date', () => {
  test('stops the code from paying at that moment', async () => {
    const { as, code } = await makeIssued()
    const device = await makeDevice(server, as)
    await end(code)
    const { status, body } = await server.refused(payments.prepaid, {
      as,
      body: { ...termsOf(device), prepaid_code: code.code },
    })
    expect([status, body.code]).toEqual([422, 'code_expired'])
  })

  test('removes the balance once, and restores it when the date moves', async () => {
    const { as, code, params } = await makeIssued()
    await end(code)
    await Promise.all([expireCodes(server.database), expireCodes(server.database)])
    await expireCodes(server.database)
    const found = await server.call(prepaidCodes.get, { as, params })
    expect([found.balance, found.remaining_balance]).toEqual([10, 0])
    const expires_at = tomorrow()
    const moved = await server.call(prepaidCodes.setExpiry, { as, params, body: { expires_at } })
    expect([moved.remaining_balance, moved.expires_at]).toEqual([10, expires_at])
    const never = await server.call(prepaidCodes.setExpiry, {
      as,
      params,
      body: { expires_at: null },
    })
    expect([never.remaining_balance, never.expires_at]).toEqual([10, null])
    expect(await historyOf(as, code)).toEqual([
      ['expiry', 10, 10, null],
      ['expiry', -10, 0, null],
      ['issue', 10, 10, null],
    ])
  })

  test('in the future allows top-ups', async () => {
    const { as, params } = await makeIssued()
    await server.call(prepaidCodes.setExpiry, { as, params, body: { expires_at: tomorrow() } })
    const topped = await server.call(prepaidCodes.topUp, { as, params, body: { amount: 1 } })
    expect(topped.remaining_balance).toBe(11)
  })

  test('in the past blocks top-ups and adjustments', async () => {
    const { as, code, params } = await makeIssued()
    await end(code)
    const topUp = await server.refused(prepaidCodes.topUp, { as, params, body: { amount: 1 } })
    const body = { amount: 1, reason: 'Why not' }
    const adjust = await server.refused(prepaidCodes.adjust, { as, params, body })
    expect([topUp.body.code, adjust.body.code]).toEqual(['code_expired', 'code_expired'])
  })

  test('can be set on a new code, and must be in the future', async () => {
    const { as, params } = await makeIssued()
    const expires_at = tomorrow()
    const body = { code: generateCode(), balance: 1, expires_at }
    const issued = await server.call(prepaidCodes.create, { as, body })
    expect(issued.expires_at).toBe(expires_at)
    const past = { expires_at: new Date(Date.now() - 1).toISOString() }
    const answers = [
      await server.refused(prepaidCodes.setExpiry, { as, params, body: past }),
      await server.refused(prepaidCodes.create, {
        as,
        body: { code: generateCode(), balance: 1, ...past },
      }),
    ]
    expect(answers.map(({ body: { code } }) => code)).toEqual(Array(2).fill('expiry_in_the_past'))
  })
})

test('records each change of a code’s money in the audit trail', async () => {
  const { as, params } = await makeIssued()
  await server.call(prepaidCodes.topUp, { as, params, body: { amount: 1 } })
  await server.call(prepaidCodes.adjust, { as, params, body: { amount: -1, reason: 'Oops' } })
  const expires_at = tomorrow()
  await server.call(prepaidCodes.setExpiry, { as, params, body: { expires_at } })
  await server.call(prepaidCodes.setExpiry, { as, params, body: { expires_at: null } })
  const events = await server.database
    .selectFrom('audit_events')
    .select(['action', 'details'])
    .where('subject_id', '=', params.id)
    .orderBy('created_at')
    .execute()
  expect(events.slice(1)).toMatchObject([
    { action: 'code_topped_up', details: { amount: '1.00' } },
    { action: 'code_adjusted', details: { amount: '-1.00', reason: 'Oops' } },
    { action: 'code_expiry_changed', details: { expires_at: `– → ${expires_at}` } },
    { action: 'code_expiry_changed', details: { expires_at: `${expires_at} → –` } },
  ])
  expect(auditActions).toEqual(expect.arrayContaining(events.map(({ action }) => action)))
})

test('leaves a ledger that adds up', async () => {
  expect(await findInconsistencies(server.database)).toEqual([])
})
