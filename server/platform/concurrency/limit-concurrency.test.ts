import { auth } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { replicaCount, testApp } from '../../../test/support/app.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  termsOf,
} from '../../../test/support/make.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { sandboxProcessor } from '../card-processors/sandbox-processor.ts'
import { limitConcurrencyByName } from './limit-concurrency.ts'

const server = testApp()

let isAnswered = () => {}
const answer = new Promise<void>((resolve) => {
  isAnswered = resolve
})
let asked = 0
let settled = 0
const slowly = testApp({}, () => {
  const sandbox = sandboxProcessor()
  return {
    ...sandbox,
    confirm: async (charge) => {
      asked += 1
      await answer
      return sandbox.confirm(charge)
    },
    settle: async () => {
      settled += 1
      return { status: 'pending' }
    },
  }
})

// id: turns-1
test('queues a flood of calls per session, and answers other accounts and sessions', async () => {
  const flooder = await makeUser(server)
  const other = await makeUser(server)
  const { session: own } = await server.call(auth.login, {
    body: { email: flooder.email, password },
  })
  const flood = await server.database.transaction().execute(async (transaction) => {
    await sql`select from users where id = ${flooder.id} for update`.execute(transaction)
    const calls = Array.from({ length: 40 }, (_, n) =>
      server.call(me.update, { as: flooder, body: { full_name: `Flood ${n}` } }),
    )
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.database)
      return rows[0]?.count
    }
    await expect.poll(waiting).toBeGreaterThanOrEqual(limits.callsOfSessionAtOnce)
    expect((await server.call(me.get, { as: other })).id).toBe(other.id)
    expect(await waiting()).toBe(limits.callsOfSessionAtOnce)
    await server.call(me.sessions, { as: { token: own.access_token } })
    return calls
  })
  expect(await Promise.all(flood)).toHaveLength(40)
})

test('queues a flood of refunds per session, and answers other accounts', async () => {
  const [owner, other] = [await makeLandlord(server), await makeUser(server)]
  const device = await makeDevice(server, owner)
  const code = await makeCode(server, owner)
  const { transaction } = await server.call(payments.prepaid, {
    as: owner,
    body: { ...termsOf(device), prepaid_code: code.code },
  })
  const flood = await server.database.transaction().execute(async (holding) => {
    await sql`select from prepaid_codes where id = ${code.id} for update`.execute(holding)
    const calls = Array.from({ length: 40 }, () =>
      server.call(refunds.create, {
        as: owner,
        params: { id: transaction.id },
        body: { amount: 0.01, reason: 'x' },
      }),
    )
    const waiting = () => waitingForLocks(server)
    await expect
      .poll(waiting, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(limits.callsOfSessionAtOnce)
    expect((await server.call(me.get, { as: other })).id).toBe(other.id)
    expect(await waiting()).toBe(limits.callsOfSessionAtOnce)
    return calls
  })
  expect(await Promise.all(flood)).toHaveLength(40)
})

test('does not block calls of an account while others wait for the card processor', async () => {
  const owner = await makeLandlord(slowly)
  const device = await makeDevice(slowly, owner)
  const payers = Array.from({ length: limits.callsAtOnce + 2 }, () =>
    slowly.call(payments.card, {
      as: owner,
      body: {
        ...termsOf(device),
        customer_name: 'Carla Card',
        customer_email: 'carla@example.com',
        payment_method_id: sandboxPaymentMethods.approved,
      },
    }),
  )
  await expect.poll(() => asked).toBe(payers.length)
  expect((await slowly.call(me.get, { as: owner })).id).toBe(owner.id)
  isAnswered()
  expect(await Promise.all(payers)).toHaveLength(payers.length)
})

test('asks the card processor for the status of a payment once per server, for all callers', async () => {
  const owner = await makeLandlord(slowly)
  const device = await makeDevice(slowly, owner)
  isAnswered()
  const { payment } = await slowly.call(payments.card, {
    as: owner,
    body: {
      ...termsOf(device),
      customer_name: 'Carla Card',
      customer_email: 'carla@example.com',
      payment_method_id: sandboxPaymentMethods.delayed,
    },
  })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const ask = () => slowly.call(payments.cardStatus, { as: owner, params: { id: payment.id } })
  const told = await Promise.all(Array.from({ length: 40 }, ask))
  await ask()
  expect(told.map((each) => each.payment.status)).toEqual(told.map(() => 'pending'))
  expect(settled).toBe(replicaCount)
  vi.advanceTimersByTime(limits.cardAnswerSeconds * 1000)
  vi.useRealTimers()
  await ask()
  expect(settled).toBe(replicaCount + 1)
})

test('holds a turn until its result is consumed', async () => {
  const inTurn = limitConcurrencyByName(1)
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  expect(
    await inTurn(
      'Ana',
      async () => 'first',
      () => taken,
    ),
  ).toBe('first')
  let isNextBegun = false
  const next = inTurn('Ana', async () => {
    isNextBegun = true
    return 'next'
  })
  expect(await inTurn('Bea', async () => 'hers')).toBe('hers')
  expect(isNextBegun).toBe(false)
  take()
  expect(await next).toBe('next')
  await expect(inTurn('Ana', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await inTurn('Ana', async () => 'after')).toBe('after')
})
