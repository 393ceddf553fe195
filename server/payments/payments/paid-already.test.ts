import { limits } from '@coinless/contract/limits.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { beginCycle, makeLinked } from '../../../test/support/links.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  termsOf,
} from '../../../test/support/make.ts'
import { moneyOf } from '../../../test/support/money.ts'

const server = testApp()

async function makeAt() {
  const owner = await makeLandlord(server)
  return { owner, device: await makeDevice(server, owner) }
}

async function makeWays(at?: Awaited<ReturnType<typeof makeAt>>) {
  const { owner, device } = at ?? (await makeAt())
  const code = await makeCode(server, owner)
  const payer = await makeUser(server)
  const post = async (path: string, payload: object, as = payer) => {
    const headers = { authorization: `Bearer ${as.token}` }
    const answer = await server.app.inject({
      ...{ method: 'POST', url: `/api/payments/${path}`, headers, payload },
    })
    const body = answer.json<{ code?: string; error?: string; payment?: { id: string } }>()
    return { status: answer.statusCode, ...body }
  }
  const terms = termsOf(device)
  const card = {
    ...terms,
    customer_name: 'Ana',
    customer_email: 'ana@example.com',
    payment_method_id: sandboxPaymentMethods.approved,
  }
  return {
    ...{ owner, device, payer },
    payByCode: (facts: { pay_again?: boolean } = { pay_again: false }, as = payer) =>
      post('prepaid', { ...terms, prepaid_code: code.code, ...facts }, as),
    payByCard: (facts: object = { pay_again: false }) => post('card', { ...card, ...facts }),
    left: async () => (await moneyOf(server, code.id))?.balance,
    paidAgo: (minutes: number) =>
      server.asOwner(`set session_replication_role = replica;
        update card_payments set created_at = now() - interval '${minutes} minutes'
        where payer_id = '${payer.id}'; reset session_replication_role`),
  }
}

test('asks a payer whose time has not ended before another payment, and says when they paid', async () => {
  const { payByCode, payByCard, left } = await makeWays()
  expect((await payByCode()).status).toBe(201)
  for (const pay of [payByCode, payByCard]) {
    const { status, code, error } = await pay()
    expect([status, code]).toEqual([409, 'paid_already'])
    expect(error).toBe(
      'You paid for this machine just now. Nothing was charged this time. Do you want to pay again, for more time?',
    )
  }
  expect(await left()).toBe('7.50')
})

test('accepts more time if the caller confirms it or omits the field', async () => {
  const { payByCode, payByCard, left } = await makeWays()
  await payByCode()
  expect((await payByCode({ pay_again: true })).status).toBe(201)
  expect((await payByCode({})).status).toBe(201)
  expect((await payByCard({ pay_again: true })).status).toBe(201)
  expect(await left()).toBe('2.50')
})

test('asks nobody about payments of others or cycles that have ended', async () => {
  const { payByCode, device, payer } = await makeWays()
  await payByCode()
  expect((await payByCode({ pay_again: false }, await makeUser(server))).status).toBe(201)
  await server.database
    .updateTable('cycles')
    .set({ state: 'finished', reason: 'time_over', ended_at: new Date(), next_check_at: null })
    .where('device_id', '=', device.id)
    .execute()
  expect((await payByCode({ pay_again: false }, payer)).status).toBe(201)
})

test('accepts one of several concurrent payments from tabs of one payer, across servers', async () => {
  const replicas = await Promise.all([1, 2, 3].map(() => server.replica()))
  for (const round of Array(4).keys()) {
    const { owner, device, payer } = await makeWays()
    const codes = await Promise.all(replicas.map(() => makeCode(server, owner)))
    const answers = await Promise.all(
      replicas.map((replica, at) =>
        replica.inject({
          ...{ method: 'POST', url: '/api/payments/prepaid' },
          headers: { authorization: `Bearer ${payer.token}` },
          payload: { ...termsOf(device), prepaid_code: codes[at]?.code, pay_again: false },
        }),
      ),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses, `round ${round}`).toEqual([201, 409, 409])
    for (const answer of answers) {
      if (answer.statusCode === 409) expect(answer.json().code).toBe('paid_already')
    }
  }
  await Promise.all(replicas.map((replica) => replica.close()))
})

test('answers concurrent calls with one key alike, without asking', async () => {
  const replicas = await Promise.all([1, 2, 3].map(() => server.replica()))
  for (const round of Array(4).keys()) {
    const { owner, device, payer } = await makeWays()
    const code = await makeCode(server, owner)
    const key = crypto.randomUUID()
    const answers = await Promise.all(
      replicas.map((replica) =>
        replica.inject({
          ...{ method: 'POST', url: '/api/payments/prepaid' },
          headers: { authorization: `Bearer ${payer.token}`, 'idempotency-key': key },
          payload: { ...termsOf(device), prepaid_code: code.code, pay_again: false },
        }),
      ),
    )
    expect(new Set(answers.map(({ body }) => body)).size, `round ${round}`).toBe(1)
    expect(answers[0]?.statusCode).toBe(201)
    expect((await moneyOf(server, code.id))?.balance).toBe('7.50')
  }
  await Promise.all(replicas.map((replica) => replica.close()))
})

test('asks after a completed card payment', async () => {
  const { payByCode, payByCard } = await makeWays()
  expect((await payByCard()).status).toBe(201)
  for (const pay of [payByCode, payByCard]) {
    expect((await pay()).error).toMatch(/^You paid for this machine just now/)
  }
})

test('asks after a pending card payment while it is recent', async () => {
  const { payByCode, payByCard, paidAgo } = await makeWays()
  const payment_method_id = sandboxPaymentMethods.delayed
  const answers = await Promise.all(
    [1, 2, 3].map(() => payByCard({ pay_again: false, payment_method_id })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  await paidAgo(limits.cardPendingMinutes - 1)
  expect((await payByCode()).error).toBe(
    'Your card payment at this machine is not complete yet: you started it 9 minutes ago. Nothing was charged this time. Do you want to pay again, for more time?',
  )
  await paidAgo(limits.cardPendingMinutes)
  expect((await payByCode()).status).toBe(201)
})

test('refuses a linked machine in use to its payer as to others', async () => {
  const owner = await makeLandlord(server)
  const { device } = await makeLinked(server, owner)
  const { payByCode, payer } = await makeWays({ owner, device })
  await beginCycle(server, payer, device)
  expect((await payByCode()).code).toBe('device_in_use')
})
