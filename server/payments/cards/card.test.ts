import type { Device } from '@coinless/contract/devices.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import {
  sandboxDelayMs,
  sandboxProcessor,
} from '../../platform/card-processors/sandbox-processor.ts'
import { reconcile } from './reconcile.ts'

let now = 0
const server = testApp({}, () => sandboxProcessor(() => now))
beforeEach(() => {
  now = Date.now()
})

function cardBody(device: Device, payment_method_id: string = sandboxPaymentMethods.approved) {
  return {
    ...termsOf(device),
    customer_name: 'Carla Card',
    customer_email: 'carla@example.com',
    payment_method_id,
  }
}

async function makePayer() {
  const device = await makeDevice(server, await makeLandlord(server))
  return { device, as: await makeUser(server) }
}

async function listed(as: TestUser) {
  return (await server.call(transactions.list, { as })).data
}

async function makeOlder(id: string, minutes: number) {
  await server.asOwner(`set session_replication_role = replica;
    update card_payments set created_at = now() - interval '${minutes} minutes' where id = '${id}'`)
}

describe('paying by card', () => {
  // id: card-1
  test('records a transaction under the name on the form', async () => {
    const { device, as } = await makePayer()
    const { transaction, payment } = await server.call(payments.card, {
      as,
      body: cardBody(device),
    })
    expect(transaction).toMatchObject({
      id: payment.id,
      amount: 2.5,
      customer_name: 'Carla Card',
      payment_method: 'credit_card',
    })
    expect(payment).toMatchObject({ status: 'completed', client_secret: null })
    expect(await listed(as)).toMatchObject([{ id: payment.id, refunded_amount: 0 }])
  })

  test.each([sandboxPaymentMethods.declined, 'pm_card_other'])(
    'records nothing for a declined card such as %s',
    async (method) => {
      const { device, as } = await makePayer()
      const { status, body } = await server.refused(payments.card, {
        as,
        body: cardBody(device, method),
      })
      expect([status, body.code]).toEqual([422, 'card_declined'])
      expect(await listed(as)).toEqual([])
    },
  )

  test('refuses an inactive device, changed terms and a hidden device', async () => {
    const owner = await makeUser(server)
    const device = await makeDevice(server, owner, { status: 'inactive' })
    const refusals = await Promise.all([
      server.refused(payments.card, { as: owner, body: cardBody(device) }),
      server.refused(payments.card, { as: await makeUser(server), body: cardBody(device) }),
    ])
    expect(refusals.map(({ body }) => body.code)).toEqual(['device_not_active', 'device_not_found'])
    const active = await makeDevice(server, owner)
    for (const seen of [{ amount: 2.49 }, { duration: 31 }]) {
      const body = { ...cardBody(active), ...seen }
      const changed = await server.refused(payments.card, { as: owner, body })
      expect([changed.status, changed.body.code]).toEqual([409, 'terms_changed'])
      expect(changed.body.error).toContain('30 minutes')
    }
    expect(await listed(owner)).toEqual([])
  })
})

test('replays a stored answer that lacks cycles and refund causes', async () => {
  const { device, as } = await makePayer()
  const send = async () =>
    (
      await server.app.inject({
        method: 'POST',
        url: '/api/payments/card',
        headers: { authorization: `Bearer ${as.token}`, 'idempotency-key': 'kept' },
        payload: cardBody(device),
      })
    ).json()
  const first = await send()
  await server.asOwner(`update idempotency_keys
    set answer = answer #- '{done,payment,cycle_id}' #- '{done,payment,refusal}'
      #- '{done,transaction,refund_cause}'
    where user_id = '${as.id}'`)
  expect(await send()).toEqual({ ...first, payment: { ...first.payment, cycle_id: null } })
})

describe('a pending card payment', () => {
  async function makePending() {
    const { device, as } = await makePayer()
    const body = cardBody(device, sandboxPaymentMethods.delayed)
    const { transaction, payment } = await server.call(payments.card, { as, body })
    expect([transaction, payment.status]).toEqual([null, 'pending'])
    return { as, id: payment.id }
  }

  test('becomes exactly one transaction when it completes, and none before', async () => {
    const { as, id } = await makePending()
    expect(await server.call(payments.cardStatus, { as, params: { id } })).toMatchObject({
      transaction: null,
      payment: { status: 'pending' },
    })
    expect(await listed(as)).toEqual([])
    now += sandboxDelayMs
    const asked = () =>
      Promise.all([1, 2, 3].map(() => server.call(payments.cardStatus, { as, params: { id } })))
    await expect
      .poll(async () => (await asked()).map(({ payment }) => payment.status))
      .toEqual(Array(3).fill('completed'))
    expect(await listed(as)).toMatchObject([{ id }])
  })

  test('is visible to its payer only', async () => {
    const { id } = await makePending()
    const other = await makeUser(server)
    const { status } = await server.refused(payments.cardStatus, { as: other, params: { id } })
    expect(status).toBe(404)
  })

  test('is completed by the reconciler when nobody asks', async () => {
    const { as, id } = await makePending()
    now += sandboxDelayMs
    await reconcile(server.parts)
    expect(await listed(as)).toEqual([])
    await makeOlder(id, 2)
    expect(await reconcile(server.parts)).toEqual([])
    expect(await listed(as)).toMatchObject([{ id }])
  })
})

describe('the states of a card payment', () => {
  const set = (id: string, to: string) =>
    sql.raw(`update card_payments set ${to} where id = '${id}'`).execute(server.database)

  test('only go from pending to completed or failed, and from completed to refunded', async () => {
    const { device, as } = await makePayer()
    const { payment } = await server.call(payments.card, { as, body: cardBody(device) })
    for (const to of ['pending', 'failed', 'completed']) {
      await expect(set(payment.id, `status = '${to}'`)).rejects.toThrow(/one status to the next/)
    }
    await expect(set(payment.id, `status = 'refunded', amount = 1`)).rejects.toThrow(/next/)
    await set(payment.id, `status = 'refunded'`)
    await expect(set(payment.id, `status = 'completed'`)).rejects.toThrow(/next/)
    await expect(
      sql.raw(`delete from card_payments where id = '${payment.id}'`).execute(server.database),
    ).rejects.toThrow(/append-only|permission denied/)
  })

  test('become completed only with a transaction', async () => {
    const { device, as } = await makePayer()
    const body = cardBody(device, sandboxPaymentMethods.delayed)
    const { payment } = await server.call(payments.card, { as, body })
    await expect(set(payment.id, `status = 'completed'`)).rejects.toThrow(/needs its transaction/)
  })

  test('agree with the ledger after all of it', async () => {
    expect(await findInconsistencies(server.database)).toEqual([])
  })
})
