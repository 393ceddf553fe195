import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { topUps } from '@coinless/contract/top-ups.ts'
import { expect, test } from 'vitest'
import { makeAdmin, password, type TestUser } from '../../../test/support/make.ts'
import { type ToppingUp, topUpWorld } from '../../../test/support/top-up-world.ts'
import { deadlocks } from '../../../test/support/waiting.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import { findCharge, settleCharge } from './settle-charge.ts'
import { topUpPurpose } from './top-up-charge.ts'

const { server, stripe, makeHolder, topUp, refund, standing, reconcileAfter, sendWebhook } =
  topUpWorld()

function send({ method, path }: Endpoint, as: TestUser, payload?: object, id = '') {
  return server.app.inject({
    method,
    url: `/api${path.replace(':id', id)}`,
    headers: { authorization: `Bearer ${as.token}` },
    ...(payload && { payload }),
  })
}

test('keeps a top-up that begins at the processor while it is given up as never begun', async () => {
  const holder = await makeHolder()
  const facts = { key: 'one', method: 'pm_card_threeDSecure2Required' }
  stripe.fail(/POST .*payment_intents$/, 'lost before')
  await topUp(holder, facts)
  stripe.heal()
  const { id } = await server.database
    .selectFrom('top_ups')
    .select('id')
    .where('prepaid_code_id', '=', holder.code.id)
    .executeTakeFirstOrThrow()
  const neverBegun = await findCharge(server.database, topUpPurpose, id)
  await topUp(holder, facts)
  await settleCharge(server.parts, topUpPurpose, neverBegun, { by: 'anyone', isGivenUp: true })
  stripe.finish(stripe.intentOf(id).id, 'succeeded')
  await reconcileAfter(2)
  expect(await standing(holder)).toEqual({ balance: 15, taken: [500], back: [] })
})

const changes: [string, (holder: ToppingUp) => Promise<unknown>][] = [
  ['deleted', ({ owner, code }) => send(prepaidCodes.delete, owner, undefined, code.id)],
  [
    'disabled',
    ({ owner, code }) => send(prepaidCodes.setDisabled, owner, { disabled: true }, code.id),
  ],
  [
    'handed on',
    ({ owner, code }) =>
      send(prepaidCodes.changeCustomer, owner, { customer_email: 'next@example.com' }, code.id),
  ],
  [
    'left by its issuer',
    ({ owner }) => send(ownAccount.close, owner, { current_password: password }),
  ],
  ['left by its holder', ({ as }) => send(ownAccount.close, as, { current_password: password })],
]

test.each(changes)(
  'credits the code or refunds the card in full if the code is %s at that moment',
  async (_, change) => {
    const before = await deadlocks(server)
    const rounds = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const holder = await makeHolder()
        const [answer] = await Promise.all([topUp(holder), change(holder)])
        return { holder, answer }
      }),
    )
    await reconcileAfter(2)
    for (const { holder } of rounds) {
      const { balance, taken, back } = await standing(holder)
      expect([
        [10, [], []],
        [10, [500], [500]],
        [15, [500], []],
      ]).toContainEqual([balance, taken, back])
    }
    expect(await deadlocks(server)).toBe(before)
  },
)

test('credits a refund that the card rejects to the code again, even to a deleted one', async () => {
  const holder = await makeHolder()
  const { id } = await topUp(holder)
  stripe.refundStatus = 'pending'
  await refund(holder.owner, id, 5)
  await server.call(prepaidCodes.delete, { as: holder.owner, params: { id: holder.code.id } })
  await server.call(ownAccount.close, { as: holder.owner, body: { current_password: password } })
  for (const known of stripe.refunds) known.status = 'failed'
  stripe.refundStatus = 'succeeded'
  expect(await reconcileAfter(2)).toEqual([])
  expect(await standing(holder)).toEqual({ balance: 15, taken: [500], back: [] })
  expect(await refund(await makeAdmin(server), id, 5)).toMatchObject({ status: 'completed' })
})

test('keeps an automatic refund that the card rejects owed until an admin refunds it', async () => {
  const holder = await makeHolder()
  const { id } = await topUp(holder, { method: 'pm_card_threeDSecure2Required' })
  await server.call(prepaidCodes.delete, { as: holder.owner, params: { id: holder.code.id } })
  stripe.refundStatus = 'failed'
  const intent = stripe.intentOf(id)
  stripe.finish(intent.id, 'succeeded')
  const event = stripe.webhook(intent)
  await Promise.all([sendWebhook(event), sendWebhook(event), reconcileAfter(2)])
  await reconcileAfter(2)
  stripe.refundStatus = 'succeeded'
  const admin = await makeAdmin(server)
  expect(await server.call(topUps.get, { as: admin, params: { id } })).toMatchObject({
    refusal: 'code_deleted',
    refunded_amount: 0,
    refundable_amount: 5,
  })
  const both = await Promise.all([refund(admin, id, 5), refund(holder.owner, id, 5)])
  expect(both.map(({ httpStatus }) => httpStatus).sort()).toEqual([201, 422])
  expect(await standing(holder)).toEqual({ balance: 10, taken: [500], back: [500] })
})

test('leaves a ledger that adds up', async () => {
  expect(await findInconsistencies(server.database)).toEqual([])
})
