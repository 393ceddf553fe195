import { audit } from '@coinless/contract/audit.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { revenue } from '@coinless/contract/revenue.ts'
import { topUps } from '@coinless/contract/top-ups.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { StripeServer } from '../../../test/servers/stripe-server.ts'
import type { TestApp } from '../../../test/support/app.ts'
import {
  makeAdmin,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { installation, stripeWorld } from '../../../test/support/stripe-world.ts'
import { topUpWorld } from '../../../test/support/top-up-world.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import { stripeProcessor } from '../../platform/card-processors/stripe-processor.ts'

type World = Pick<ReturnType<typeof stripeWorld>, 'stripe' | 'sendWebhook'>

/** The bank returns the last refund of a charge: Stripe says so in a webhook. */
async function returnRefund({ stripe, sendWebhook }: World, chargeId: string) {
  const known = lastRefundOf(stripe, chargeId)
  known.status = 'failed'
  return sendWebhook(stripe.webhook(known))
}

function lastRefundOf(stripe: StripeServer, chargeId: string) {
  const { id } = stripe.intentOf(chargeId)
  const known = stripe.refunds.findLast(({ payment_intent }) => payment_intent === id)
  if (!known) throw new Error('No refund found.')
  return known
}

async function auditedOf(server: TestApp, subject_id: string) {
  const query = { action: 'refund_failed' as const }
  const { data } = await server.call(audit.list, { as: await makeAdmin(server), query })
  return data.filter((event) => event.subject_id === subject_id)
}

async function mailsTo(server: TestApp, { email }: { email: string }) {
  return (await server.mails()).filter(({ to }) => to === email)
}

describe('a refund of a payment that the bank returns after days', () => {
  const world = stripeWorld()
  const { server, stripe, pay, sendWebhook, reconcileAfter } = world

  async function makeRefunded() {
    const owner = await makeLandlord(server, { email_verified: true })
    const device = await makeDevice(server, owner)
    const payer = { as: await makeUser(server), owner, terms: termsOf(device) }
    const id = (await pay(payer)).payment?.id ?? ''
    expect(await refund(payer.owner, id)).toMatchObject({ status: 'completed' })
    return { ...payer, device, id }
  }

  function refund(as: TestUser, id: string) {
    const body = { amount: 2.5, reason: 'The door was stuck' }
    return server.call(refunds.create, { as, params: { id }, body })
  }

  async function stateOf(id: string) {
    const { status } = await server.database
      .selectFrom('card_payments')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return status
  }

  test('fails, is refundable again, and is reported to owner, payer and audit trail', async () => {
    const { as, owner, device, id } = await makeRefunded()
    expect(await stateOf(id)).toBe('refunded')
    expect(await returnRefund(world, id)).toBe(204)
    expect(await stateOf(id)).toBe('completed')
    const { data } = await server.call(refunds.list, { as, params: { id } })
    expect(data).toMatchObject([{ status: 'failed', amount: 2.5 }])
    expect(server.secrets.log()).toMatch(
      new RegExp(`"id":"${data[0]?.id}".*refund failed after its completion`),
    )
    const found = await server.call(transactions.get, { as, params: { id } })
    expect(found).toMatchObject({ refunded_amount: 0 })
    expect(await mailsTo(server, owner)).toMatchObject([
      {
        subject: 'Refund failed: $2.50 to a card',
        text: expect.stringContaining(`a payment at ${device.device_number}`),
      },
    ])
    expect(await auditedOf(server, id)).toMatchObject([
      { actor_email: null, subject: device.device_number, details: { amount: '2.50' } },
    ])
    expect(await findInconsistencies(server.database)).toEqual([])
    expect(await refund(owner, id)).toMatchObject({ status: 'completed' })
    expect(await stateOf(id)).toBe('refunded')
    expect(stripe.refunds.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
    expect(await findInconsistencies(server.database)).toEqual([])
  })

  test('counts as revenue again on the day that it fails, not on that of the refund', async () => {
    const { owner, device, id } = await makeRefunded()
    await server.asOwner(`set session_replication_role = replica;
      update ledger_entries set created_at = created_at - interval '3 days' where transaction_id = '${id}';
      update refunds set completed_at = completed_at - interval '3 days' where transaction_id = '${id}';
      update transactions set created_at = created_at - interval '3 days' where id = '${id}'`)
    await returnRefund(world, id)
    const day = (days: number) =>
      new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const query = { time_zone: 'UTC', from: day(3), until: day(0), by: 'day' as const }
    const { rows, total } = await server.call(revenue.get, { as: owner, query })
    expect(rows.map(({ refunded, net }) => [refunded, net])).toEqual([
      [2.5, 0],
      [0, 0],
      [0, 0],
      [-2.5, 2.5],
    ])
    expect(total).toMatchObject({ gross: 2.5, refunded: 0, net: 2.5, payments: 1 })
    const file = await server.app.inject({
      url: `/api${revenue.bookkeeping.path}?time_zone=UTC&from=${day(3)}&until=${day(0)}`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(file.headers['x-total-count']).toBe('3')
    expect(file.body.trim().split('\n').at(-1)).toContain(
      `${device.device_number},,0.00,-2.50,2.50,credit_card`,
    )
  })

  test('fails once for repeated, concurrent and late webhooks', async () => {
    const { owner, id } = await makeRefunded()
    await server.asOwner(`insert into webhooks (user_id, url, events, sealed_secret)
      values ('${owner.id}', 'https://receiver.example.com', '{refund.failed}', '')`)
    const known = lastRefundOf(stripe, id)
    const succeeded = stripe.webhook(known)
    known.status = 'failed'
    const failed = stripe.webhook(known)
    const sent = await Promise.all([failed, failed, succeeded].map(sendWebhook))
    expect(sent).toEqual([204, 204, 204])
    expect([await sendWebhook(failed), await sendWebhook(succeeded)]).toEqual([204, 204])
    await reconcileAfter(2)
    expect(await stateOf(id)).toBe('completed')
    expect(await mailsTo(server, owner)).toHaveLength(1)
    expect(await auditedOf(server, id)).toHaveLength(1)
    const subject = known.metadata.refund_id ?? ''
    const events = server.database.selectFrom('webhook_deliveries').select('type')
    expect(await events.where('subject_id', '=', subject).execute()).toEqual([
      { type: 'refund.failed' },
    ])
    expect(await findInconsistencies(server.database)).toEqual([])
  })

  test('stays completed if Stripe does not find it or its answer is lost', async () => {
    const { id } = await makeRefunded()
    const known = lastRefundOf(stripe, id)
    const { refund_id = '' } = known.metadata
    const made = stripe.refunds.length
    known.metadata = {}
    const event = stripe.webhook({ ...known, metadata: { refund_id } })
    expect(await sendWebhook(event)).toBe(204)
    expect(await stateOf(id)).toBe('refunded')
    expect(stripe.refunds).toHaveLength(made)
    known.metadata = { refund_id }
    stripe.fail(/GET .*refunds/, 'lost before')
    expect(await sendWebhook(event)).toBe(503)
    stripe.heal()
    expect(await stateOf(id)).toBe('refunded')
  })

  test('is asked about again if Stripe answers too late', async () => {
    const { id } = await makeRefunded()
    const known = lastRefundOf(stripe, id)
    known.status = 'failed'
    const { payload, signature } = stripe.webhook(known)
    const cardProcessor = stripeProcessor(stripe.settings(), installation, 100)
    const app = await server.replica({ cardProcessor })
    stripe.fail(/GET .*refunds/, 'hangs')
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/payments/card/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
    expect(statusCode).toBe(503)
    stripe.heal()
    expect(await stateOf(id)).toBe('refunded')
    expect(await sendWebhook({ payload, signature })).toBe(204)
    expect(await stateOf(id)).toBe('completed')
  })

  test('cannot fail without its reversal entry, nor be reversed while it is completed', async () => {
    const { id } = await makeRefunded()
    const fails = sql`update refunds set status = 'failed' where transaction_id = ${id}`
    await expect(fails.execute(server.database)).rejects.toThrow(/needs a ledger entry/)
    const entry = sql`insert into ledger_entries (id, reason, amount, debit_account, credit_account,
        transaction_id, actor_id)
      select refund_id, 'refund_failed', amount, credit_account, debit_account, transaction_id, actor_id
      from ledger_entries where transaction_id = ${id} and reason = 'refund'`
    await expect(entry.execute(server.database)).rejects.toThrow(/needs a completed refund/)
  })
})

describe('a refund of a top-up that the bank returns after days', () => {
  const world = topUpWorld()
  const { server, stripe, makeHolder, topUp, refund, standing, sendWebhook } = world

  test('is on the code again, is told to the issuer, and can be refunded again', async () => {
    const holder = await makeHolder()
    const { id } = await topUp(holder)
    expect(await refund(holder.owner, id, 5)).toMatchObject({ status: 'completed' })
    expect(await standing(holder)).toMatchObject({ balance: 10 })
    expect(await returnRefund(world, id)).toBe(204)
    expect(await sendWebhook(stripe.webhook(lastRefundOf(stripe, id)))).toBe(204)
    expect(await standing(holder)).toEqual({ balance: 15, taken: [500], back: [] })
    const { data } = await server.call(topUps.refunds, { as: holder.as, params: { id }, query: {} })
    expect(data).toMatchObject([{ status: 'failed', amount: 5 }])
    const told = (await mailsTo(server, holder.owner)).filter(({ subject }) =>
      subject.startsWith('Refund failed'),
    )
    expect(told).toMatchObject([
      {
        subject: 'Refund failed: $5.00 to a card',
        text: expect.stringMatching(/a top-up by card.* on the code again.*\/top-ups\//s),
      },
    ])
    expect(await auditedOf(server, holder.code.id)).toHaveLength(1)
    expect(await findInconsistencies(server.database)).toEqual([])
    expect(await refund(holder.owner, id, 5)).toMatchObject({ status: 'completed' })
    expect(await standing(holder)).toEqual({ balance: 10, taken: [500], back: [500] })
    expect(await findInconsistencies(server.database)).toEqual([])
  })
})
