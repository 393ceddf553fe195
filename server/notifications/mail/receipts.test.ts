import { payments } from '@coinless/contract/payments.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { nightPrices } from '../../../test/support/prices.ts'

const server = testApp({ publicUrl: 'https://coinless.example.com' })

async function makeTarget() {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const { code } = await makeCode(server, owner)
  return { device, body: { ...termsOf(device), prepaid_code: code } }
}

async function mailsTo({ email }: TestUser) {
  return (await server.mails()).filter(({ to }) => to === email)
}

test('mails the payer of a code payment a link to the receipt', async () => {
  const { body } = await makeTarget()
  const as = await makeUser(server, { email_verified: true })
  const { transaction } = await server.call(payments.prepaid, { as, body })
  expect(await mailsTo(as)).toMatchObject([{ subject: 'Receipt for $2.50 at W-1' }])
  expect((await mailsTo(as))[0]?.text.split('\n').at(-1)).toBe(
    `https://coinless.example.com/transactions/${transaction.id}/receipt`,
  )
})

test('names operator, place and local time of the machine in a receipt', async () => {
  const owner = await makeLandlord(server, { email_verified: true, full_name: 'Elm Laundry' })
  const prices = { ...nightPrices, time_zone: 'Asia/Tokyo' }
  const device = await makeDevice(server, owner, { prices, location: 'Elm Street 4' })
  const { code } = await makeCode(server, owner)
  const as = await makeUser(server, { email_verified: true })
  const terms = { device_id: device.id, amount: 4, duration: 60, programme: 'Long' }
  await server.call(payments.prepaid, { as, body: { ...terms, prepaid_code: code } })
  const [mail] = await mailsTo(as)
  expect(mail?.text).toMatch(/^Date: .+ at \d{1,2}:\d{2} [AP]M Asia.Tokyo$/m)
  expect(mail?.text.split('\n').slice(-3, -1)).toEqual(['Elm Laundry · Elm Street 4', ''])
})

test('names the paid programme in a mailed receipt when a device has several', async () => {
  const owner = await makeLandlord(server, { email_verified: true })
  const device = await makeDevice(server, owner, { prices: nightPrices })
  const { code } = await makeCode(server, owner)
  const as = await makeUser(server, { email_verified: true })
  const terms = { device_id: device.id, amount: 4, duration: 60, programme: 'Long' }
  await server.call(payments.prepaid, { as, body: { ...terms, prepaid_code: code } })
  const { body } = await makeTarget()
  await server.call(payments.prepaid, { as, body })
  const texts = (await mailsTo(as)).map(({ text }) => text)
  expect(
    texts.filter((text) => text.includes('Duration: 60 minutes\nProgramme: Long\n')),
  ).toHaveLength(1)
  expect(texts.filter((text) => text.includes('Programme'))).toHaveLength(1)
})

test('sends no receipt to an unverified address, which may belong to another person', async () => {
  const { body } = await makeTarget()
  const as = await makeUser(server)
  await server.call(payments.prepaid, { as, body })
  expect(await mailsTo(as)).toEqual([])
})

test('sends no second receipt for a repeated idempotency key or a refused payment', async () => {
  const { body } = await makeTarget()
  const as = await makeUser(server, { email_verified: true })
  const send = (amount: number) =>
    server.app.inject({
      method: 'POST',
      url: '/api/payments/prepaid',
      headers: { authorization: `Bearer ${as.token}`, 'idempotency-key': `${amount}` },
      payload: { ...body, amount },
    })
  for (const amount of [body.amount, body.amount, 0.01]) await send(amount)
  expect(await mailsTo(as)).toHaveLength(1)
})

test('shows item, place, payee and refund on a receipt', async () => {
  const { device, body } = await makeTarget()
  const as = await makeUser(server)
  const { transaction } = await server.call(payments.prepaid, { as, body })
  const params = { id: transaction.id }
  expect(await server.call(transactions.receipt, { as, params })).toEqual({
    ...transaction,
    refunded_amount: 0,
    is_cycle_open: true,
    may_see_device: true,
    device_label: device.label,
    location: device.location,
    paid_to: device.landlord_email,
    time_zone: null,
    documents: [],
  })
})
