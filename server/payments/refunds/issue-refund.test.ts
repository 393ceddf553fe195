import type { MinorUnits } from '@coinless/contract/money.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  termsOf,
} from '../../../test/support/make.ts'
import { moneyOf } from '../../../test/support/money.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import { reconcile } from '../cards/reconcile.ts'
import { issueRefund } from './issue-refund.ts'

const server = testApp()

async function payWithCode(balance = 10) {
  const owner = await makeLandlord(server, { email_verified: true })
  const device = await makeDevice(server, owner)
  const code = await makeCode(server, owner, { balance })
  const payer = await makeUser(server)
  const body = { ...termsOf(device), prepaid_code: code.code }
  const { transaction } = await server.call(payments.prepaid, { as: payer, body })
  return { owner, payer, device, code, id: transaction.id }
}

async function payByCard() {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const payer = await makeUser(server)
  const { payment } = await server.call(payments.card, {
    as: payer,
    body: {
      ...termsOf(device),
      customer_name: 'Carla',
      customer_email: 'carla@example.com',
      payment_method_id: sandboxPaymentMethods.approved,
    },
  })
  return { payer, id: payment.id }
}

function back(transactionId: string, amount = 250) {
  const money = { transactionId, amount: amount as MinorUnits, cause: 'silent' as const }
  return server.database
    .transaction()
    .execute((transaction) => issueRefund(transaction, server.parts.config, money))
}

async function refundsOf(as: Awaited<ReturnType<typeof makeUser>>, id: string) {
  const { data } = await server.call(refunds.list, { as, params: { id } })
  return data.map(({ amount, cause, reason, status }) => [amount, cause, reason, status])
}

/** Reconciles as if the pause of pending refunds were over. */
async function reconcileLater() {
  await server.asOwner(`set session_replication_role = replica;
    update refunds set next_attempt_at = now() where status = 'pending'`)
  expect(await reconcile(server.parts)).toEqual([])
}

async function mailsTo({ email }: { email: string }) {
  return (await server.mails()).filter(({ to }) => to === email)
}

test('refunds a code at once, without an actor and with the cause in its history', async () => {
  const { owner, payer, code, id } = await payWithCode()
  await back(id, 100)
  expect(await moneyOf(server, code.id)).toMatchObject({ balance: '8.50', ledger: '8.50' })
  expect(await refundsOf(payer, id)).toEqual([[1, 'silent', '', 'completed']])
  const { data } = await server.call(prepaidCodes.history, { as: owner, params: { id: code.id } })
  expect(data[0]).toMatchObject({ reason: 'refund', amount: 1, note: null, cause: 'silent' })
  expect(await mailsTo(owner)).toEqual([])
  expect(await findInconsistencies(server.database)).toEqual([])
})

test('refunds a card in the next run of the reconciler', async () => {
  const { payer, id } = await payByCard()
  await back(id)
  expect(await refundsOf(payer, id)).toEqual([[2.5, 'silent', '', 'pending']])
  expect(await reconcile(server.parts)).toEqual([])
  expect(await refundsOf(payer, id)).toEqual([[2.5, 'silent', '', 'completed']])
  expect(await findInconsistencies(server.database)).toEqual([])
})

test('never refunds more than was paid, including refunds by persons', async () => {
  const { owner, payer, code, id } = await payWithCode()
  const body = { amount: 2, reason: 'Foam' }
  await server.call(refunds.create, { as: owner, params: { id }, body })
  expect(await back(id)).toBeDefined()
  expect(await back(id)).toBeUndefined()
  expect(await refundsOf(payer, id)).toEqual([
    [0.5, 'silent', '', 'completed'],
    [2, null, 'Foam', 'completed'],
  ])
  expect(await moneyOf(server, code.id)).toMatchObject({ balance: '10.00' })
})

test('keeps a refund to an expired code owed until an extension, and mails its owner once', async () => {
  const { owner, payer, code, id } = await payWithCode()
  await server.asOwner(`update prepaid_codes set expires_at = now() - interval '1 second'
    where id = '${code.id}'`)
  await back(id)
  await reconcileLater()
  expect(await refundsOf(payer, id)).toEqual([[2.5, 'silent', '', 'pending']])
  expect(await mailsTo(owner)).toMatchObject([
    { subject: expect.stringContaining('$2.50 is owed'), text: expect.stringContaining('Extend') },
  ])
  await sql`update prepaid_codes set expires_at = null where id = ${code.id}`.execute(
    server.database,
  )
  await reconcileLater()
  expect(await refundsOf(payer, id)).toEqual([[2.5, 'silent', '', 'completed']])
  expect(await moneyOf(server, code.id)).toMatchObject({ balance: '10.00', ledger: '10.00' })
  expect(await findInconsistencies(server.database)).toEqual([])
})

test('completes a refund to a full code when part of it is spent, once across two servers', async () => {
  const { owner, payer, code, device, id } = await payWithCode(10_000)
  await server.call(prepaidCodes.topUp, {
    as: owner,
    params: { id: code.id },
    body: { amount: 2.5 },
  })
  await back(id)
  expect(await refundsOf(payer, id)).toEqual([[2.5, 'silent', '', 'pending']])
  const body = { ...termsOf(device), prepaid_code: code.code }
  await server.call(payments.prepaid, { as: payer, body })
  await Promise.all([reconcileLater(), reconcileLater()])
  expect(await refundsOf(payer, id)).toEqual([[2.5, 'silent', '', 'completed']])
  expect(await moneyOf(server, code.id)).toMatchObject({ balance: '10000.00', ledger: '10000.00' })
})

test('never loses a refund owed to a deleted code, which blocks no account from closing', async () => {
  const { owner, payer, code, id } = await payWithCode()
  await server.call(prepaidCodes.delete, { as: owner, params: { id: code.id } })
  await back(id)
  await reconcileLater()
  expect(await refundsOf(owner, id)).toEqual([[2.5, 'silent', '', 'pending']])
  expect((await mailsTo(owner))[0]?.text).toContain('has been deleted')
  const body = { current_password: password }
  await server.call(ownAccount.close, { as: payer, body })
})
