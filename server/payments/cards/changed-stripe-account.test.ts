import { payments } from '@coinless/contract/payments.ts'
import { describe, expect, test } from 'vitest'
import { StripeServer } from '../../../test/servers/stripe-server.ts'
import { statusOf } from '../../../test/support/app.ts'
import { makeAdmin } from '../../../test/support/make.ts'
import { chargedOnce, installation, stripeWorld } from '../../../test/support/stripe-world.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import type { CardProcessor } from '../../platform/card-processors/card-processor.ts'
import { cardsOff } from '../../platform/card-processors/cards-off.ts'
import { sandboxProcessor } from '../../platform/card-processors/sandbox-processor.ts'
import { stripeProcessor } from '../../platform/card-processors/stripe-processor.ts'
import { reconcile } from './reconcile.ts'
import { countUnsettled } from './unsettled.ts'

const { server, stripe, makePayer, pay, recorded, reconcileAfter } = stripeWorld()

/** Another Stripe account, which does not know the payments of the first. */
async function anotherAccount() {
  const another = new StripeServer()
  another.account = 'acct_of_somebody_else'
  await another.start()
  return {
    processor: stripeProcessor(another.settings(), installation),
    calls: another.calls,
    stop: () => another.stop(),
  }
}

async function makePending() {
  const payer = await makePayer()
  const { payment } = await pay(payer, 'pm_card_processing')
  return { payer, id: payment?.id ?? '' }
}

/** A server with another processor on the same database. */
async function elsewhere(cardProcessor: CardProcessor) {
  const app = await server.replica({ cardProcessor })
  const ask = async (method: 'GET' | 'POST', url: string, as: { token: string }, body?: object) => {
    const headers = { authorization: `Bearer ${as.token}` }
    const answer = await app.inject({
      method,
      url: `/api${url}`,
      headers,
      ...(body && { payload: body }),
    })
    return { status: answer.statusCode, ...answer.json() }
  }
  return { app, ask, parts: { ...server.parts, cardProcessor } }
}

const others: [string, () => Promise<{ processor: CardProcessor; stop: () => unknown }>][] = [
  ['the sandbox', async () => ({ processor: sandboxProcessor(), stop: () => {} })],
  ['no cards', async () => ({ processor: cardsOff(), stop: () => {} })],
  ['another account of Stripe', anotherAccount],
]

describe.each(others)('a server with %s on the database of a server with Stripe', (_name, make) => {
  // id: whose-1
  test('neither ends nor completes payments begun at Stripe', async () => {
    const { payer, id } = await makePending()
    const { processor, stop } = await make()
    const { app, ask, parts } = await elsewhere(processor)
    await server.asOwner(`set session_replication_role = replica;
      update card_payments set created_at = created_at - interval '1 hour' where id = '${id}'`)
    expect(await reconcile(parts)).toEqual([])
    expect(await ask('GET', `/payments/card/${id}`, payer.as)).toMatchObject({
      status: 200,
      payment: { status: 'pending' },
    })
    expect((await recorded(payer)).states).toEqual(['pending'])
    stripe.finish(stripe.intentOf(id).id, 'succeeded')
    await reconcileAfter(0)
    expect(await recorded(payer)).toEqual(chargedOnce)
    await app.close()
    await stop()
  })

  test('refuses to refund payments taken by Stripe', async () => {
    const payer = await makePayer()
    const { payment } = await pay(payer)
    const { processor, stop } = await make()
    const { app, ask, parts } = await elsewhere(processor)
    const refund = { amount: 1, reason: 'The door was stuck' }
    const url = `/transactions/${payment?.id}/refunds`
    expect(await ask('POST', url, payer.owner, refund)).toMatchObject({
      status: 422,
      code: 'refund_elsewhere',
    })
    stripe.refundStatus = 'pending'
    await server.app.inject({
      method: 'POST',
      url: `/api${url}`,
      headers: { authorization: `Bearer ${payer.owner.token}` },
      payload: refund,
    })
    stripe.refundStatus = 'succeeded'
    await reconcileOldRefunds(parts)
    expect((await ask('GET', url, payer.owner)).data).toMatchObject([{ status: 'pending' }])
    expect(stripe.refunds.at(-1)).toMatchObject({ amount: 100, status: 'pending' })
    await app.close()
    await stop()
  })

  test('shows admins the payments it leaves alone; the server with Stripe shows none', async () => {
    const { id } = await makePending()
    const { processor, stop } = await make()
    const { app, ask, parts } = await elsewhere(processor)
    const as = await makeAdmin(server)
    const { data } = await ask('GET', '/admin-card-payments', as)
    expect(data[0]).toMatchObject({
      id,
      kind: 'payment',
      reason: 'other_processor',
      amount: 2.5,
      processor: 'stripe',
      processor_account: 'acct_of_the_tests (test)',
      processor_reference: stripe.intentOf(id).id,
    })
    expect(await countUnsettled(parts)).toBeGreaterThan(0)
    const own = await server.call(payments.unsettledCards, { as })
    expect(own.data.filter((each) => each.id === id)).toEqual([])
    await app.close()
    await stop()
  })

  test('finds no fault in the ledger', async () => {
    expect(await findInconsistencies(server.database)).toEqual([])
  })

  async function reconcileOldRefunds(parts: typeof server.parts) {
    await server.asOwner(`set session_replication_role = replica;
      update refunds set created_at = created_at - interval '1 hour' where status = 'pending'`)
    expect(await reconcile(parts)).toEqual([])
  }
})

test('refuses card payments if cards are off, and reports so in the settings', async () => {
  const payer = await makePayer()
  const { app, ask } = await elsewhere(cardsOff())
  expect(await pay(payer, 'pm_card_visa', 'one', app)).toMatchObject({
    status: 422,
    code: 'cards_off',
  })
  expect(await ask('GET', '/payments/card/settings', payer.as)).toMatchObject({ processor: 'off' })
  expect(await statusOf(app, payments.cardWebhook, undefined, { body: '{}' })).toBe(422)
  expect((await recorded(payer)).states).toEqual([])
  await app.close()
})

test('asks for a payment from before accounts were stored, and keeps it if not found', async () => {
  const { payer, id } = await makePending()
  const intent = stripe.intentOf(id)
  await server.asOwner(`set session_replication_role = replica;
    update card_payments set processor_account = null where id = '${id}'`)
  delete intent.metadata.installation
  const { processor, calls, stop } = await anotherAccount()
  await server.asOwner(`set session_replication_role = replica;
    update card_payments set created_at = created_at - interval '1 hour' where id = '${id}'`)
  const lost = expect.objectContaining({ refusal: 'card_processor_lost' })
  expect(await reconcile({ ...server.parts, cardProcessor: processor })).toContainEqual(lost)
  expect(calls).toContain(`GET /v1/payment_intents/${intent.id}`)
  expect((await recorded(payer)).states).toEqual(['pending'])
  stripe.finish(intent.id, 'succeeded')
  await reconcileAfter(20)
  expect(await recorded(payer)).toEqual(chargedOnce)
  await stop()
})

describe('a Stripe payment', () => {
  // id: whose-2
  test.each([
    ['another amount', { amount: 300 }, 'amount 300, not 250'],
    ['less than was approved', { amount_received: 100 }, 'amount received 100, not 250'],
    ['another currency', { currency: 'eur' }, 'currency eur, not usd'],
    ['another mode', { livemode: true }, 'live mode true, not false'],
    ['another installation', { metadata: { installation: 'theirs' } }, 'installation theirs'],
    ['another payment', { metadata: { card_payment_id: 'theirs' } }, 'card payment theirs'],
    ['nothing of ours beside it', { metadata: {} }, 'installation missing'],
  ])('with %s is unmatched, kept and shown to admins', async (what, odd, difference) => {
    const { payer, id } = await makePending()
    const intent = stripe.intentOf(id)
    stripe.finish(intent.id, 'succeeded')
    const { metadata, ...facts } = { metadata: undefined, ...odd }
    const kept = what === 'nothing of ours beside it' ? {} : intent.metadata
    Object.assign(intent, facts, metadata && { metadata: { ...kept, ...metadata } })
    const params = { id }
    const asked = await server.call(payments.cardStatus, { as: payer.as, params })
    expect(asked).toMatchObject({ transaction: null, payment: { status: 'unmatched' } })
    const { transactions, states } = await recorded(payer)
    expect([transactions, states]).toEqual([0, ['unmatched']])
    const { data } = await server.call(payments.unsettledCards, { as: await makeAdmin(server) })
    expect(data[0]).toMatchObject({
      id,
      reason: 'unmatched',
      difference: expect.stringContaining(difference),
    })
    expect(server.secrets.log()).toMatch(
      new RegExp(`"id":"${id}","difference":"[^"]*${difference}.*card payment unmatched`),
    )
  })

  test('is neither captured nor canceled while pending if another installation made it', async () => {
    const payer = await makePayer()
    const { payment } = await pay(payer, 'pm_card_threeDSecure2Required')
    const intent = stripe.intentOf(payment?.id ?? '')
    intent.metadata.installation = 'theirs'
    await reconcileAfter(20)
    const touched = stripe.calls.filter((name) => name.includes(`${intent.id}/c`))
    expect(touched).toEqual([`POST /v1/payment_intents/${intent.id}/confirm`])
    expect(intent.status).toBe('requires_action')
    expect((await recorded(payer)).states).toEqual(['unmatched'])
  })
})
