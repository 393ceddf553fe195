import { limits } from '@coinless/contract/limits.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeBusiness, receiptsOf } from '../../../test/support/business.ts'
import { makePastRefund } from '../../../test/support/history.ts'
import {
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { numberReceipts } from '../../ledger/receipts/number-receipts.ts'

const server = testApp()

interface Way {
  language?: string
  isOwnerVerified?: boolean
  price?: number
  owner?: TestUser
}

async function payByCard(
  as: TestUser,
  customer_email: string,
  { language = 'en', isOwnerVerified = true, price = 2.5, ...way }: Way = {},
) {
  const owner = way.owner ?? (await makeLandlord(server, { email_verified: isOwnerVerified }))
  const device = await makeDevice(server, owner, { price })
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/payments/card',
    headers: { authorization: `Bearer ${as.token}`, 'accept-language': language },
    payload: {
      ...termsOf(device),
      customer_name: 'Win a prize: prize.example',
      customer_email,
      payment_method_id: sandboxPaymentMethods.approved,
    },
  })
  expect(answer.statusCode).toBe(201)
  return answer.json().transaction
}

async function mailsTo(email: string) {
  return (await server.mails()).filter(({ to }) => to === email)
}

test('mails a card receipt to the payer’s verified address instead of the one in the form', async () => {
  const as = await makeUser(server, { email_verified: true })
  const { id } = await payByCard(as, 'stranger@example.com', { language: 'es' })
  expect(await mailsTo('stranger@example.com')).toEqual([])
  const [mail] = await mailsTo(as.email)
  expect(mail?.subject).toBe('Recibo de $2.50 en W-1')
  expect(mail?.text).toContain('Duración: 30 minutos')
  expect(mail?.text).toMatch(/^Fecha: .+ a las \d{1,2}:\d{2}\s[ap]\.\s?m\. UTC$/m)
  expect(mail?.text).toContain(id)
})

test('limits receipts per day from one account to typed addresses, also for concurrent payments', async () => {
  const as = await makeUser(server)
  const typed = `${as.id}@stranger.example`
  await Promise.all(Array.from({ length: 6 }, () => payByCard(as, typed)))
  expect(await mailsTo(typed)).toHaveLength(limits.receiptsToTypedAddress)
  await payByCard(as, `other-${typed}`)
  expect(await mailsTo(`other-${typed}`)).toEqual([])
})

test('puts no text of the payer into a receipt to a typed address', async () => {
  const as = await makeUser(server)
  const typed = `${as.id}@stranger.example`
  await payByCard(as, typed)
  expect((await mailsTo(typed))[0]?.text).not.toContain('prize')
})

test('mails no receipt of $0.00 or of an unverified owner to a typed address', async () => {
  const as = await makeUser(server)
  const typed = `${as.id}@stranger.example`
  await payByCard(as, typed, { price: 0 })
  await payByCard(as, typed, { isOwnerVerified: false })
  expect(await mailsTo(typed)).toEqual([])
  const payer = await makeUser(server, { email_verified: true })
  await payByCard(payer, typed, { price: 0 })
  await payByCard(payer, typed, { isOwnerVerified: false })
  expect(await mailsTo(payer.email)).toHaveLength(2)
})

test('mails a credit note to the typed address that got the receipt', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  await makeBusiness(server, owner)
  const typed = `${owner.id}@stranger.example`
  const { id } = await payByCard(await makeUser(server), typed, { owner })
  const paid = await server.database
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await makePastRefund(server, paid, { at: new Date(), amount: 1.25 })
  const isNumbered = async () => {
    await numberReceipts(server.parts)
    return (await receiptsOf(server, owner)).length
  }
  await expect.poll(isNumbered, { timeout: 10_000 }).toBe(2)
  await server.asOwner('update jobs set due_at = now()')
  const subjects = (await mailsTo(typed)).map(({ subject }) => subject)
  expect(subjects.sort()).toEqual(['Credit note for $1.25 at W-1', 'Receipt for $2.50 at W-1'])
})

test('limits receipts per day to a typed address across accounts', async () => {
  const typed = `${(await makeUser(server)).id}@stranger.example`
  for (let n = 0; n <= limits.receiptsToTypedAddress; n++) {
    await payByCard(await makeUser(server), typed)
  }
  expect(await mailsTo(typed)).toHaveLength(limits.receiptsToTypedAddress)
})
