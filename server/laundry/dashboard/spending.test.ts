import { dashboard } from '@coinless/contract/dashboard.ts'
import { payments } from '@coinless/contract/payments.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makePastPayment } from '../../../test/support/history.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  termsOf,
} from '../../../test/support/make.ts'

const server = testApp()

test('lists the user’s own last five payments, newest first', async () => {
  const owner = await makeLandlord(server)
  const payer = await makeUser(server)
  const device = await makeDevice(server, owner)
  for (let month = 1; month <= 6; month++) {
    await makePastPayment(server, payer, device, {
      at: `2026-0${month}-01T12:00:00Z`,
      amount: month,
    })
  }
  const { last_payments } = await server.call(dashboard.spending, { as: payer })
  expect(last_payments.map(({ amount }) => amount)).toEqual([6, 5, 4, 3, 2])
  expect(await server.call(dashboard.spending, { as: owner })).toEqual({
    last_payments: [],
    codes: [],
  })
})

test('shows a holder the balance of their codes, but not at an unverified address', async () => {
  const owner = await makeLandlord(server)
  const holder = await makeUser(server, { email_verified: true })
  const impostor = await makeUser(server)
  const device = await makeDevice(server, owner)
  const code = await makeCode(server, owner, { customer_email: holder.email })
  await makeCode(server, owner, { customer_email: impostor.email })
  await makeCode(server, owner, { customer_email: holder.email, balance: 0 })
  await makeCode(server, owner, { customer_email: holder.email, disabled: true })
  const past = await makeCode(server, owner, { customer_email: holder.email })
  await server.database
    .updateTable('prepaid_codes')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', past.id)
    .execute()
  await server.call(payments.prepaid, {
    as: holder,
    body: { ...termsOf(device), prepaid_code: code.code },
  })
  const { codes } = await server.call(dashboard.spending, { as: holder })
  expect(codes).toEqual([{ ...code, remaining_balance: 7.5 }])
  expect((await server.call(dashboard.spending, { as: impostor })).codes).toEqual([])
})

test('includes a code that a user issued to themselves once the address is verified', async () => {
  for (const email_verified of [true, false]) {
    const owner = await makeLandlord(server, { email_verified })
    const own = await makeCode(server, owner, { customer_email: owner.email })
    const { codes } = await server.call(dashboard.spending, { as: owner })
    expect(codes).toEqual(email_verified ? [own] : [])
  }
})

test('shows a used code to the issuer who paid with it, but not to a payer who only knew it', async () => {
  const owner = await makeLandlord(server)
  const guest = await makeUser(server)
  const device = await makeDevice(server, owner)
  const used = await makeCode(server, owner)
  await makeCode(server, owner)
  for (const payer of [owner, guest]) {
    const body = { ...termsOf(device), prepaid_code: used.code }
    await server.call(payments.prepaid, { as: payer, body })
  }
  const { codes } = await server.call(dashboard.spending, { as: owner })
  expect(codes.map(({ id, remaining_balance }) => [id, remaining_balance])).toEqual([[used.id, 5]])
  const seenByGuest = await server.call(dashboard.spending, { as: guest })
  expect([seenByGuest.codes, seenByGuest.last_payments.length]).toEqual([[], 1])
})
