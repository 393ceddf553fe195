import { dashboard } from '@coinless/contract/dashboard.ts'
import type { Customer } from '@coinless/contract/new-codes.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { me } from '@coinless/contract/users.ts'
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
import { findInconsistencies } from '../../ledger/entries/check.ts'

const server = testApp()

const verified = { email_verified: true }

function change(as: TestUser, id: string, body: Partial<Customer>) {
  return server.call(prepaidCodes.changeCustomer, { as, params: { id }, body })
}

async function totalOf(as: TestUser) {
  return (await server.call(prepaidCodes.list, { as, query: {} })).pagination.total
}

async function historyOf(as: TestUser, id: string) {
  const { data } = await server.call(prepaidCodes.history, { as, params: { id }, query: {} })
  return data.map(({ reason, amount, note }) => [reason, amount, note])
}

// id: customer-1
test('keeps omitted fields, and erases those set to null or an empty text', async () => {
  const issuer = await makeLandlord(server)
  const code = await makeCode(server, issuer, { landlord_email: issuer.email })
  const customer = {
    customer_email: 'ana@example.com',
    customer_name: 'Ana',
    phone_number: '555-0100',
    location: 'Flat 3',
  }
  expect(await change(issuer, code.id, customer)).toEqual({ ...code, ...customer })
  const erased = await change(issuer, code.id, { phone_number: null, location: ' ' })
  const left = { ...code, ...customer, phone_number: null, location: null }
  expect(erased).toEqual(left)
  expect(await change(issuer, code.id, {})).toEqual(left)
  const wrong = { customer_email: 'nobody', landlord_email: 'ana@example.com' }
  const { status, body } = await server.refused(prepaidCodes.changeCustomer, {
    ...{ as: issuer, params: { id: code.id }, body: wrong },
  })
  expect(status).toBe(400)
  expect(body.details?.map(({ field }) => field)).toEqual(['customer_email', 'landlord_email'])
})

test('moves the code from the lists of the old customer to those of the new one', async () => {
  const issuer = await makeLandlord(server)
  const [before, after] = [await makeUser(server, verified), await makeUser(server, verified)]
  const code = await makeCode(server, issuer, { customer_email: before.email })
  await change(issuer, code.id, { customer_email: after.email.toUpperCase() })
  expect([await totalOf(before), await totalOf(after), await totalOf(issuer)]).toEqual([0, 1, 1])
  await server.refused(prepaidCodes.get, { as: before, params: { id: code.id } })
  const { codes } = await server.call(dashboard.spending, { as: after })
  expect(codes.map(({ id }) => id)).toEqual([code.id])
  await change(issuer, code.id, { customer_email: issuer.email })
  expect([await totalOf(after), await totalOf(issuer)]).toEqual([0, 1])
  await change(issuer, code.id, { customer_email: null })
  expect(await findInconsistencies(server.database)).toEqual([])
})

test('waits for the new address until it is verified, and no longer for the old one', async () => {
  const issuer = await makeLandlord(server)
  const [before, after] = [await makeUser(server), await makeUser(server)]
  const { id } = await makeCode(server, issuer, { customer_email: before.email })
  await change(issuer, id, { customer_email: after.email })
  expect(await server.call(me.waitingCodes, { as: before })).toEqual({ codes_wait: false })
  expect(await server.call(me.waitingCodes, { as: after })).toEqual({ codes_wait: true })
  expect(await totalOf(after)).toBe(0)
  await server.refused(prepaidCodes.get, { as: after, params: { id } })
})

test('keeps payments visible to the old customer, and hides them from the new one', async () => {
  const issuer = await makeLandlord(server)
  const device = await makeDevice(server, issuer)
  const [before, after] = [await makeUser(server, verified), await makeUser(server, verified)]
  const { id, code } = await makeCode(server, issuer, { customer_email: before.email })
  const pay = (as: TestUser) =>
    server.call(payments.prepaid, { as, body: { ...termsOf(device), prepaid_code: code } })
  const { transaction } = await pay(before)
  await change(issuer, id, { customer_name: 'The same person' })
  expect(await historyOf(before, id)).toHaveLength(2)
  await change(issuer, id, { customer_email: after.email })
  expect(await historyOf(after, id)).toEqual([])
  await server.call(refunds.create, {
    ...{ as: issuer, params: { id: transaction.id } },
    body: { amount: 1, reason: 'Her towels were torn' },
  })
  await pay(after)
  expect(await historyOf(after, id)).toEqual([
    ['redemption', -2.5, null],
    ['refund', 1, null],
  ])
  expect(await historyOf(issuer, id)).toEqual([
    ['redemption', -2.5, null],
    ['refund', 1, 'Her towels were torn'],
    ['redemption', -2.5, null],
    ['issue', 10, null],
  ])
  const params = { id: transaction.id }
  await server.refused(transactions.get, { as: after, params })
  expect(await server.call(transactions.get, { as: before, params })).toMatchObject({
    id: params.id,
  })
  await server.refused(prepaidCodes.history, { as: before, params: { id }, query: {} })
})

test('pays at the same devices for any customer', async () => {
  const issuer = await makeLandlord(server)
  const other = await makeLandlord(server, verified)
  const { id, code } = await makeCode(server, issuer)
  await change(issuer, id, { customer_email: other.email })
  const [own, foreign] = [await makeDevice(server, issuer), await makeDevice(server, other)]
  const { refused } = server
  const body = { ...termsOf(foreign), prepaid_code: code }
  expect((await refused(payments.prepaid, { as: other, body })).body.code).toBe('code_not_accepted')
  const paid = { ...termsOf(own), prepaid_code: code }
  await server.call(payments.prepaid, { as: other, body: paid })
})

test('loses none of several concurrent payments and customer changes', async () => {
  const issuer = await makeLandlord(server)
  const device = await makeDevice(server, issuer)
  const holder = await makeUser(server, verified)
  const { id, code } = await makeCode(server, issuer, { balance: 100 })
  const replica = await server.replica()
  const headers = { authorization: `Bearer ${issuer.token}` }
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      n % 2
        ? replica.inject({
            ...{ method: 'POST', url: '/api/payments/prepaid', headers },
            payload: { ...termsOf(device), prepaid_code: code },
          })
        : server.app.inject({
            ...{ method: 'PATCH', url: `/api/prepaid-codes/${id}/customer`, headers },
            payload: { customer_email: n % 4 ? holder.email : `other${n}@example.com` },
          }),
    ),
  )
  await replica.close()
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
    ...Array(8).fill(200),
    ...Array(8).fill(201),
  ])
  await change(issuer, id, { customer_email: holder.email })
  const row = await server.database
    .selectFrom('prepaid_codes')
    .select(['remaining_balance', 'entry_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ remaining_balance: '80.00', entry_count: 9 })
  const seen = await historyOf(holder, id)
  const later = { ...termsOf(device), prepaid_code: code }
  await server.call(payments.prepaid, { as: holder, body: later })
  expect(await historyOf(holder, id)).toEqual([['redemption', -2.5, null], ...seen])
  expect(await findInconsistencies(server.database)).toEqual([])
})

test('names the changed fields in the audit trail, without personal data', async () => {
  const issuer = await makeLandlord(server)
  const { id } = await makeCode(server, issuer, { customer_email: 'ana@example.com' })
  await change(issuer, id, { customer_email: 'ana@example.com', phone_number: '555-0100' })
  const event = await server.database
    .selectFrom('audit_events')
    .select(['actor_id', 'details'])
    .where('subject_id', '=', id)
    .where('action', '=', 'code_customer_changed')
    .executeTakeFirstOrThrow()
  expect(event).toEqual({ actor_id: issuer.id, details: { changed: 'phone_number' } })
})
