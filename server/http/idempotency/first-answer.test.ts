import type { Device } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestUser } from '../../../test/support/make.ts'
import {
  deviceBody,
  makeCode,
  makeDevice,
  makeLandlord,
  termsOf,
} from '../../../test/support/make.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'
import { answerOf } from './answers.ts'
import { idempotent } from './idempotent.ts'

const server = testApp()
let owner: TestUser
let device: Device
let code: Awaited<ReturnType<typeof makeCode>>
beforeEach(async () => {
  owner = await makeLandlord(server)
  device = await makeDevice(server, owner, { landlord_email: owner.email })
  code = await makeCode(server, owner)
})

async function send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, key = '') {
  const answer = await server.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${owner.token}`, ...(key && { 'idempotency-key': key }) },
    ...(body && { payload: body }),
  })
  const { requestId: _, ...told } = answer.body ? JSON.parse(answer.body) : {}
  return { status: answer.statusCode, text: JSON.stringify(told), told }
}

const setStatus = (status: string) =>
  send('PUT', `/devices/${device.id}`, { ...deviceBody, landlord_email: owner.email, status })
const remove = () => send('DELETE', `/devices/${device.id}`)
const cardForm = () => ({
  ...termsOf(device),
  customer_name: 'Ana',
  customer_email: 'ana@example.com',
  payment_method_id: sandboxPaymentMethods.approved,
})
const prepaidForm = () => ({ ...termsOf(device), prepaid_code: code.code })
const payByCode = () => send('POST', '/payments/prepaid', prepaidForm())

/** Each call that takes a key, and the steps that remove what it depends on. */
const calls: [string, () => Promise<[string, object]>, (() => Promise<unknown>)[]][] = [
  [
    'a payment with a code',
    async () => ['/payments/prepaid', prepaidForm()],
    [() => setStatus('inactive'), remove, () => send('DELETE', `/prepaid-codes/${code.id}`)],
  ],
  [
    'a payment by card',
    async () => ['/payments/card', cardForm()],
    [() => setStatus('inactive'), remove],
  ],
  [
    'a refund to a code',
    async () => [
      `/transactions/${(await payByCode()).told.transaction.id}/refunds`,
      { amount: 2.5, reason: 'Stuck' },
    ],
    [remove, () => send('DELETE', `/prepaid-codes/${code.id}`)],
  ],
  [
    'a refund to a card',
    async () => [
      `/transactions/${(await send('POST', '/payments/card', cardForm())).told.transaction.id}/refunds`,
      { amount: 1, reason: 'Stuck' },
    ],
    [remove],
  ],
  [
    'a top-up',
    async () => [`/prepaid-codes/${code.id}/top-up`, { amount: 5 }],
    [() => send('DELETE', `/prepaid-codes/${code.id}`)],
  ],
  [
    'an adjustment',
    async () => [`/prepaid-codes/${code.id}/adjust`, { amount: 5, reason: 'Wrong' }],
    [() => send('DELETE', `/prepaid-codes/${code.id}`)],
  ],
  [
    'a new code',
    async () => ['/prepaid-codes', { code: generateCode(), balance: 5 }],
    [
      async () => {
        const { told } = await send('POST', '/prepaid-codes', { code: generateCode(), balance: 5 })
        await send('DELETE', `/prepaid-codes/${told.id}`)
      },
    ],
  ],
]

describe('the first answer is repeated with the key after its data is gone:', () => {
  test.each(calls)('%s', async (_, callOf, endings) => {
    const [path, body] = await callOf()
    const first = await send('POST', path, body, 'one')
    expect(first.status).toBeLessThan(300)
    for (const end of endings) {
      await end()
      expect(await send('POST', path, body, 'one')).toEqual(first)
    }
    expect((await send('POST', path, { ...body, amount: 9 }, 'one')).told.code).toBe(
      'idempotency_key_reused',
    )
  })
})

describe('a refusal is repeated with its key, even if the call could now succeed:', () => {
  test('a payment at an inactive or missing device', async () => {
    for (const [path, form] of [
      ['/payments/prepaid', prepaidForm()],
      ['/payments/card', cardForm()],
    ] as const) {
      await setStatus('inactive')
      const inactive = await send('POST', path, form, `${path}-inactive`)
      await sql`update devices set deleted_at = now() where id = ${device.id}`.execute(
        server.database,
      )
      const gone = await send('POST', path, form, `${path}-gone`)
      expect([inactive.told.code, gone.told.code]).toEqual([
        'device_not_active',
        'device_not_found',
      ])
      await sql`update devices set deleted_at = null where id = ${device.id}`.execute(
        server.database,
      )
      await setStatus('active')
      expect(await send('POST', path, form, `${path}-inactive`)).toEqual(inactive)
      expect(await send('POST', path, form, `${path}-gone`)).toEqual(gone)
    }
  })

  test('a mistyped code, an invalid body and a code that is easy to guess', async () => {
    const mistyped = { ...prepaidForm(), prepaid_code: `${generateCode().slice(0, -1)}!` }
    const wrong: [string, object, object][] = [
      ['/payments/prepaid', mistyped, prepaidForm()],
      ['/payments/prepaid', { ...prepaidForm(), amount: 'much' }, prepaidForm()],
      ['/prepaid-codes', { code: '123456', balance: 5 }, { code: generateCode(), balance: 5 }],
    ]
    for (const [index, [path, form, mended]] of wrong.entries()) {
      const first = await send('POST', path, form, `${index}`)
      expect(first.status).toBeGreaterThanOrEqual(400)
      expect(await send('POST', path, form, `${index}`)).toEqual(first)
      const other = await send('POST', path, mended, `${index}`)
      expect(other.told.code).toBe('idempotency_key_reused')
    }
  })
})

describe('a body with unknown fields is refused with few short details, also when repeated:', () => {
  const named = (name: string) => ({ field: name, message: 'is not a known field' })
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${index}`, 1]))
  const mostDetails = Object.keys(many).slice(0, limits.details).map(named)

  test.each([
    ['a NUL', { 'a\0b': 1 }, [named('a\ufffdb')]],
    ['half a character', { '\ud800': 1 }, [named('\ufffd')]],
    ['very many', many, mostDetails],
    [
      'a very long one',
      { ['x'.repeat(limits.nameBytes)]: 1 },
      [named(`${'x'.repeat(limits.unknownFieldMax)}…`)],
    ],
  ])('%s', async (_, odd, details) => {
    const body = { ...prepaidForm(), ...odd }
    const first = await send('POST', '/payments/prepaid', body, 'one')
    expect([first.status, first.told.details]).toEqual([400, details])
    expect(await send('POST', '/payments/prepaid', body, 'one')).toEqual(first)
  })
})

test('repeats the status that a card payment or refund had at the first answer', async () => {
  const paid = await send('POST', '/payments/card', cardForm(), 'paid')
  const path = `/transactions/${paid.told.transaction.id}/refunds`
  const refund = await send('POST', path, { amount: 2.5, reason: 'Stuck' }, 'refund')
  expect(await send('POST', '/payments/card', cardForm(), 'paid')).toEqual(paid)
  expect(paid.told).toMatchObject({
    payment: { status: 'completed' },
    transaction: { refunded_amount: 0 },
  })
  expect(await send('POST', path, { amount: 2.5, reason: 'Stuck' }, 'refund')).toEqual(refund)

  const delayed = { ...cardForm(), payment_method_id: sandboxPaymentMethods.delayed }
  const pending = await send('POST', '/payments/card', delayed, 'delayed')
  expect(pending.told.payment.status).toBe('pending')
  await sql`update card_payments set status = 'failed'
    where id = ${pending.told.payment.id}`.execute(server.database)
  expect(await send('POST', '/payments/card', delayed, 'delayed')).toEqual(pending)
})

describe('an answer that is not stored', () => {
  const lost = new Refusal('card_processor_lost', { seconds: 5 })
  const tooMany = new Refusal('too_many_requests', { seconds: 1 })
  test.each([
    ['a transient refusal', tooMany],
    ['a session that ran out', new Refusal('session_expired')],
    ['a body that is too large', new Refusal('body_too_large')],
    ['a fault elsewhere', lost],
    ['a fault of our own', new Error('a bug')],
  ])('%s: the next call with the key does the work', async (_, fault) => {
    const idempotencyKey = { userId: owner.id, key: 'one', requestHash: Buffer.alloc(32) }
    const keyed = (work: () => Promise<object>) =>
      answerOf(server.database, idempotencyKey, { isFoundByWork: false }, () =>
        idempotent(server.database, idempotencyKey, work),
      )
    const failing = async () => {
      throw fault
    }
    await expect(keyed(failing)).rejects.toBe(fault)
    const done = { id: 'done' }
    expect(await keyed(async () => done)).toEqual(done)
    expect(await keyed(failing)).toEqual(done)
  })
})

test('returns the result of a faster call with the key instead of a late refusal', async () => {
  const idempotencyKey = { userId: owner.id, key: 'one', requestHash: Buffer.alloc(32) }
  const done = { id: 'done' }
  const refusedLate = answerOf(
    server.database,
    idempotencyKey,
    { isFoundByWork: true },
    async () => {
      await idempotent(server.database, idempotencyKey, async () => done)
      throw new Refusal('code_disabled')
    },
  )
  expect(await refusedLate).toEqual(done)
})

describe('stored refusals', () => {
  const keptOf = () =>
    server.database
      .selectFrom('idempotency_keys')
      .select(['key', sql<number>`pg_column_size(answer)`.as('bytes')])
      .where('user_id', '=', owner.id)
      .orderBy('created_at', 'desc')
      .execute()

  test('take little space, and return all details when repeated', async () => {
    const unknown = Array.from({ length: 20 }, (_, n) => [`${n}`.padEnd(99, 'x'), n])
    const form = { ...prepaidForm(), ...Object.fromEntries(unknown) }
    for (const path of ['/payments/prepaid', `/prepaid-codes/${code.id}/top-up`]) {
      const first = await send('POST', path, form, path)
      expect(first.told.details).toHaveLength(20)
      expect(await send('POST', path, form, path)).toEqual(first)
    }
    for (const { bytes } of await keptOf()) expect(bytes).toBeLessThan(100)
  })

  test('are limited per account to the newest, while stored results stay', async () => {
    const done = await send('POST', '/payments/prepaid', prepaidForm(), 'done')
    await sql`insert into idempotency_keys (user_id, key, request_hash, answer, created_at)
      select ${owner.id}, 'refused-' || n, '', '{"refusal": "code_disabled"}', now() + n * interval '1 microsecond'
      from generate_series(1, ${limits.keptRefusals}::integer) as n`.execute(server.database)
    const wrong = { ...prepaidForm(), amount: 9 }
    const first = await send('POST', '/payments/prepaid', wrong, 'refused-last')
    expect(first.told.code).toBe('terms_changed')
    const kept = (await keptOf()).map(({ key }) => key)
    expect(kept).toHaveLength(limits.keptRefusals + 1)
    expect(kept).toEqual(expect.arrayContaining(['refused-last', 'refused-2', 'done']))
    expect(kept).not.toContain('refused-1')
    expect(await send('POST', '/payments/prepaid', wrong, 'refused-last')).toEqual(first)
    expect(await send('POST', '/payments/prepaid', prepaidForm(), 'done')).toEqual(done)
  })
})
