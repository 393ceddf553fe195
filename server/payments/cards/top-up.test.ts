import { ownAccount } from '@coinless/contract/own-account.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { topUps } from '@coinless/contract/top-ups.ts'
import { me } from '@coinless/contract/users.ts'
import { describe, expect, test } from 'vitest'
import { makeKey } from '../../../test/support/keys.ts'
import {
  allowTopUps,
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
} from '../../../test/support/make.ts'
import { makeStaff } from '../../../test/support/staff.ts'
import { type ToppingUp, topUpWorld } from '../../../test/support/top-up-world.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'

const { server, stripe, makeHolder, topUp, standing, reconcileAfter, sendWebhook } = topUpWorld()

/** Standing after a top-up, after none, and after one that was refunded. */
const onCode = { balance: 15, taken: [500], back: [] }
const untouched = { balance: 10, taken: [], back: [] }
const wentBack = { balance: 10, taken: [500], back: [500] }

async function pendingOf(holder: ToppingUp) {
  const answer = await topUp(holder, { method: 'pm_card_threeDSecure2Required' })
  expect(answer).toMatchObject({ httpStatus: 201, status: 'pending' })
  return answer.id
}

describe('topping up by card', () => {
  test('credits the code once, with an entry in its history and a receipt', async () => {
    const holder = await makeHolder()
    const answer = await topUp(holder, { key: 'one' })
    expect(answer).toMatchObject({ httpStatus: 201, status: 'completed', remaining_balance: 15 })
    expect(await topUp(holder, { key: 'one' })).toEqual(answer)
    expect(await standing(holder)).toEqual(onCode)
    const params = { id: holder.code.id }
    const { data } = await server.call(prepaidCodes.history, { as: holder.as, params, query: {} })
    expect(data[0]).toMatchObject({ reason: 'card_top_up', amount: 5, remaining_balance: 15 })
    expect((await server.mails()).filter(({ to }) => to === holder.as.email)).toMatchObject([
      { subject: 'Receipt for $5.00 added to your prepaid code' },
    ])
    expect(
      await server.call(topUps.get, { as: holder.owner, params: { id: answer.id } }),
    ).toMatchObject({ amount: 5, paid_to: holder.owner.email, refundable_amount: 5 })
  })

  test('names the operator and its only place in the receipt', async () => {
    const holder = await makeHolder()
    await makeDevice(server, holder.owner, { location: 'Elm Street 4' })
    await topUp(holder)
    const [receipt] = (await server.mails()).filter(({ to }) => to === holder.as.email)
    expect(receipt?.text).toContain(`${holder.owner.full_name} · Elm Street 4\n`)
  })

  test.each([
    ['more than the largest at once', { amount: 50.01 }, 'top_up_too_large'],
    ['less than the processor takes', { amount: 0.49 }, 'card_amount_too_small'],
    ['a declined card', { method: 'pm_card_chargeDeclined' }, 'card_declined'],
  ])('takes nothing for %s', async (_, facts, code) => {
    const holder = await makeHolder()
    expect(await topUp(holder, facts)).toMatchObject({ code })
    expect(await standing(holder)).toEqual(untouched)
  })

  test('requires the issuer’s consent, and a caller who holds or issued the code', async () => {
    const owner = await makeLandlord(server)
    const as = await makeUser(server, { email_verified: true })
    const code = await makeCode(server, owner, { customer_email: as.email })
    expect(await topUp({ as, owner, code })).toMatchObject({ code: 'top_ups_off' })
    await allowTopUps(server, owner)
    const admin = await makeAdmin(server)
    expect(await topUp({ as: admin, owner, code })).toMatchObject({ code: 'not_yours' })
    expect(await standing({ code })).toEqual(untouched)
  })

  test('counts pending top-ups towards the largest balance', async () => {
    const holder = await makeHolder()
    const before = await Promise.all([1, 2, 3].map(() => topUp(holder, { amount: 40 })))
    expect(before.map(({ code }) => code ?? '').sort()).toEqual(['', '', 'top_up_too_full'])
    expect(await standing(holder)).toMatchObject({ balance: 90 })
  })
})

describe('the top-up settings of an issuer', () => {
  const body = { is_on: true, amounts: [20, 5, 5], amount_max: 20, balance_max: 60 }

  test('are offered to holders, within what fits on the code', async () => {
    const { as, owner, code } = await makeHolder()
    const changed = await server.call(topUps.changeSettings, { as: owner, body })
    expect(changed).toEqual({ ...body, amounts: [5, 20] })
    const offer = () => server.call(topUps.offer, { as, params: { id: code.id } })
    expect(await offer()).toEqual({
      is_offered: true,
      ending: code.code.slice(-4),
      remaining_balance: 10,
      amounts: [5, 20],
      amount_min: 0.5,
      topped_up: 0,
      amount_max: 20,
    })
    await topUp({ as, owner, code }, { amount: 20 })
    await topUp({ as, owner, code }, { amount: 20 })
    expect(await offer()).toMatchObject({ amounts: [5], amount_max: 10 })
  })

  test('require a verified address, and amounts within the largest', async () => {
    const refusal = async (verified: boolean, facts: Partial<typeof body>) => {
      const as = await makeLandlord(server, { email_verified: verified })
      const sent = { as, body: { ...body, ...facts } }
      return (await server.refused(topUps.changeSettings, sent)).body.code
    }
    expect(await refusal(false, {})).toBe('top_up_needs_verification')
    expect(await refusal(true, { amount_max: 19.99 })).toBe('top_up_amounts_differ')
    expect(await refusal(true, { balance_max: 19.99 })).toBe('top_up_amounts_differ')
  })
})

describe('a top-up in progress', () => {
  test.each([
    ['prepares', 'lost before', /POST .*payment_intents$/],
    ['prepares', 'lost after', /POST .*payment_intents$/],
    ['confirms', 'lost before', /POST .*confirm/],
    ['confirms', 'lost after', /POST .*confirm/],
  ] as const)('is made once if the call that %s is %s', async (_, fault, call) => {
    const holder = await makeHolder()
    stripe.fail(call, fault)
    expect(await topUp(holder, { key: 'one' })).toMatchObject({ code: 'card_processor_lost' })
    stripe.heal()
    expect(await topUp(holder, { key: 'one' })).toMatchObject({ status: 'completed' })
    await reconcileAfter(20)
    expect(await standing(holder)).toEqual(onCode)
  })

  test('is credited when nobody asks, even if the server received no answer', async () => {
    const holder = await makeHolder()
    stripe.fail(/POST .*confirm/, 'lost after')
    await topUp(holder)
    stripe.heal()
    await Promise.all([reconcileAfter(2), reconcileAfter(2)])
    expect(await standing(holder)).toEqual(onCode)
  })

  test('is given up, and takes nothing, if nobody completes it', async () => {
    const holder = await makeHolder()
    const id = await pendingOf(holder)
    await reconcileAfter(20)
    expect(await server.call(topUps.get, { as: holder.as, params: { id } })).toMatchObject({
      status: 'failed',
    })
    expect(await standing(holder)).toEqual(untouched)
  })

  test('shows its client secret to the payer, not to staff or a key that cannot pay', async () => {
    const holder = await makeHolder()
    const params = { id: await pendingOf(holder) }
    const secretFor = async (as: { token: string }) =>
      (await server.call(topUps.get, { as, params })).client_secret
    expect(await secretFor(holder.as)).not.toBeNull()
    expect(await secretFor(await makeStaff(server, holder.as, 'bookkeeper'))).toBeNull()
    expect(await secretFor(await makeKey(server, holder.as, { rights: ['read_money'] }))).toBeNull()
  })

  test('is credited once for a webhook that comes twice', async () => {
    const holder = await makeHolder()
    const intent = stripe.intentOf(await pendingOf(holder))
    stripe.finish(intent.id, 'succeeded')
    const event = stripe.webhook(intent)
    expect(await Promise.all([sendWebhook(event), sendWebhook(event)])).toEqual([204, 204])
    await reconcileAfter(2)
    expect(await standing(holder)).toEqual(onCode)
  })

  test('is unmatched and shown to admins if amount or currency differs', async () => {
    for (const odd of [{ amount: 501 }, { currency: 'eur' }]) {
      const holder = await makeHolder()
      const id = await pendingOf(holder)
      const intent = stripe.intentOf(id)
      stripe.finish(intent.id, 'succeeded')
      Object.assign(intent, odd)
      await reconcileAfter(2)
      expect(await server.call(topUps.get, { as: holder.as, params: { id } })).toMatchObject({
        status: 'unmatched',
        remaining_balance: 10,
      })
      const { data } = await server.call(payments.unsettledCards, { as: await makeAdmin(server) })
      expect(data).toContainEqual(
        expect.objectContaining({ id, kind: 'top_up', reason: 'unmatched' }),
      )
    }
  })

  const changes: [string, string, (holder: ToppingUp) => Promise<unknown>][] = [
    [
      'is deleted',
      'code_deleted',
      ({ owner: as, code: { id } }) => server.call(prepaidCodes.delete, { as, params: { id } }),
    ],
    [
      'is disabled',
      'code_disabled',
      ({ owner: as, code: { id } }) =>
        server.call(prepaidCodes.setDisabled, { as, params: { id }, body: { disabled: true } }),
    ],
    [
      'expires',
      'code_expired',
      ({ code: { id } }) =>
        server.asOwner(`update prepaid_codes set expires_at = now() where id = '${id}'`),
    ],
    [
      'is handed to another customer',
      'code_handed_on',
      ({ owner: as, code: { id } }) =>
        server.call(prepaidCodes.changeCustomer, {
          as,
          params: { id },
          body: { customer_email: 'next@example.com' },
        }),
    ],
    [
      'is filled otherwise',
      'code_full',
      ({ owner: as, code: { id } }) =>
        server.call(prepaidCodes.topUp, { as, params: { id }, body: { amount: 9990 } }),
    ],
    [
      'loses its issuer, who closes the account',
      'code_disabled',
      ({ owner: as }) =>
        server.call(ownAccount.close, { as, body: { current_password: password } }),
    ],
  ]
  test.each(changes)('is refunded to the card if the code %s', async (_, refusal, change) => {
    const holder = await makeHolder()
    const id = await pendingOf(holder)
    await change(holder)
    stripe.finish(stripe.intentOf(id).id, 'succeeded')
    expect(await server.call(topUps.get, { as: holder.as, params: { id } })).toMatchObject({
      status: 'completed',
      refusal,
    })
    await reconcileAfter(2)
    expect(await server.call(topUps.get, { as: holder.as, params: { id } })).toMatchObject({
      refunded_amount: 5,
    })
    const isFilled = refusal === 'code_full'
    expect(await standing(holder)).toEqual({ ...wentBack, balance: isFilled ? 10_000 : 10 })
  })

  test('is credited even if top-ups are turned off in between', async () => {
    const holder = await makeHolder()
    const id = await pendingOf(holder)
    const body = { is_on: false, amounts: [5], amount_max: 5, balance_max: 5 }
    await server.call(topUps.changeSettings, { as: holder.owner, body })
    stripe.finish(stripe.intentOf(id).id, 'succeeded')
    await server.call(topUps.get, { as: holder.as, params: { id } })
    expect(await standing(holder)).toEqual(onCode)
  })

  test('keeps the payer from closing the account', async () => {
    const holder = await makeHolder()
    await pendingOf(holder)
    const body = { current_password: password }
    const refused = await server.refused(ownAccount.close, { as: holder.as, body })
    expect(refused.body.code).toBe('card_money_pending')
    expect(await server.call(me.get, { as: holder.as })).toMatchObject({ email: holder.as.email })
  })
})

test('leaves a ledger that adds up', async () => {
  expect(await findInconsistencies(server.database)).toEqual([])
})
