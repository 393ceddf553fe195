import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { beginCycle, makeLinked } from '../../../test/support/links.ts'
import {
  makeAcceptedDevice,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { deadlocks, waitingForLocks } from '../../../test/support/waiting.ts'
import { paymentPurpose } from '../../payments/cards/payment-charge.ts'
import { advanceCharge } from '../../payments/cards/settle-charge.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'
import { mailCode } from '../../sessions/account/email-codes.ts'

const server = testApp()

async function send({ method, path }: Endpoint, as: TestUser, payload: object, id = '') {
  const answer = await server.app.inject({
    method,
    url: `/api${path.replace(':id', id)}`,
    headers: { authorization: `Bearer ${as.token}`, 'idempotency-key': randomUUID() },
    payload,
  })
  return answer.statusCode === 204 ? 204 : (answer.json().code ?? answer.statusCode)
}
const close = (as: TestUser) => send(ownAccount.close, as, { current_password: password })

/** Makes calls while a closing has locked its account and waits for the held rows. Expects no deadlock. */
async function whileClosing(
  person: TestUser,
  held: 'prepaid_codes' | 'email_codes',
  others: () => Promise<unknown>[],
) {
  await makeCode(server, person)
  await mailCode(server.parts, person, 'verification', 'en', [])
  const before = await deadlocks(server)
  const calls = await server.database.transaction().execute(async (holding) => {
    await sql`select from ${sql.table(held)} where user_id = ${person.id} for update`.execute(
      holding,
    )
    const closing = close(person)
    await expect.poll(() => waitingForLocks(server)).toBe(1)
    const waiting = others()
    await expect.poll(() => waitingForLocks(server)).toBe(1 + waiting.length)
    return [closing, ...waiting]
  })
  const outcomes = await Promise.all(calls)
  expect(await deadlocks(server)).toBe(before)
  return outcomes
}

async function begunByCard(payer: TestUser, device: Awaited<ReturnType<typeof makeDevice>>) {
  const { payment } = await server.call(payments.card, {
    as: payer,
    body: {
      ...termsOf(device),
      customer_name: 'Ana',
      customer_email: payer.email,
      payment_method_id: sandboxPaymentMethods.delayed,
    },
  })
  const state = { status: 'completed' } as const
  const event = { kind: 'answered', state, by: 'anyone', hasCard: false } as const
  const complete = () => advanceCharge(server.parts, paymentPurpose, payment.id, event)
  return { id: payment.id, complete }
}

test.each([
  ['issues', prepaidCodes.create, () => ({ code: generateCode(), balance: 1 })],
  ['tops up', prepaidCodes.topUp, () => ({ amount: 1 })],
  ['adjusts', prepaidCodes.adjust, () => ({ amount: 1, reason: 'x' })],
] as const)(
  'causes no deadlock when a user %s a code with a key while the account closes',
  async (_name, endpoint, body) => {
    const person = await makeLandlord(server, { email_verified: true })
    const { id } = await makeCode(server, person)
    const outcomes = await whileClosing(person, 'prepaid_codes', () => [
      send(endpoint, person, body(), id),
    ])
    expect(outcomes).toEqual([204, 'session_expired'])
  },
)

test('causes no deadlock when a card payment ends while its payer closes the account', async () => {
  const payer = await makeUser(server, { email_verified: true })
  const { complete, id } = await begunByCard(
    payer,
    await makeDevice(server, await makeLandlord(server)),
  )
  const [closed] = await whileClosing(payer, 'prepaid_codes', () => [complete()])
  expect(closed).toBe('card_money_pending')
  expect(await server.call(transactions.get, { as: payer, params: { id } })).toMatchObject({ id })
})

test.each(['owner', 'landlord'] as const)(
  'causes no deadlock when a card payment ends while the %s of its device closes the account',
  async (who) => {
    const owner = await makeLandlord(server, { email_verified: true })
    const payer = await makeUser(server)
    const landlord = await makeLandlord(server, { email_verified: true })
    const device = await (who === 'owner'
      ? makeDevice(server, owner)
      : makeAcceptedDevice(server, owner, landlord))
    const { complete, id } = await begunByCard(payer, device)
    const closing = who === 'owner' ? owner : landlord
    const [closed] = await whileClosing(closing, 'email_codes', () => [complete()])
    expect(closed).toBe(204)
    expect(await server.call(transactions.get, { as: payer, params: { id } })).toMatchObject({ id })
  },
)

test('closes an account during a payment at its machine, and the cycle keeps its link', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const { device } = await makeLinked(server, owner)
  const { id } = await beginCycle(server, await makeUser(server), device)
  const { link } = await makeLinked(server, owner)
  const { closed } = await server.database.transaction().execute(async (paying) => {
    await paying.updateTable('cycles').set({ open_link_id: link.id }).where('id', '=', id).execute()
    const closed = close(owner)
    await expect.poll(() => waitingForLocks(server)).toBe(1)
    return { closed }
  })
  expect(await closed).toBe(204)
  const kept = await server.database
    .selectFrom('device_links')
    .select('id')
    .where('device_id', 'in', [device.id, link.device_id])
    .execute()
  expect(kept).toEqual([{ id: link.id }])
})
