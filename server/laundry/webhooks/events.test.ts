import { bookings } from '@coinless/contract/bookings.ts'
import { webhookEventTypes } from '@coinless/contract/choices.ts'
import { cycles } from '@coinless/contract/cycles.ts'
import { devices } from '@coinless/contract/devices.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { reports } from '@coinless/contract/reports.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { expect, test } from 'vitest'
import { bookingCalls, makeBookingRoom, slotIn } from '../../../test/support/bookings.ts'
import { laundry } from '../../../test/support/laundry.ts'
import {
  deviceBody,
  makeAcceptedDevice,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { nightPrices } from '../../../test/support/prices.ts'
import { queueCalls } from '../../../test/support/queues.ts'
import { isSignedBy } from '../../../test/support/webhook-receiver.ts'
import { delivering } from '../../../test/support/webhooks.ts'

const { server, world, dispatcher, makeWebhook, log } = delivering()

async function bring() {
  const its = dispatcher()
  await its.run()
  await its.rest()
  return Object.groupBy(world.receiver.received, ({ event }) => event.type)
}

async function pay(owner: TestUser, payer: TestUser, balance = 10) {
  const device = await makeDevice(server, owner, { prices: nightPrices })
  const code = await makeCode(server, owner, { balance })
  const terms = { device_id: device.id, amount: 4, duration: 60, programme: 'Long' }
  const { transaction } = await server.call(payments.prepaid, {
    as: payer,
    body: { ...terms, prepaid_code: code.code },
  })
  return { device, code, transaction }
}

test('sends the operator payments, cycles, refunds and reports as the API returns them', async () => {
  const [owner, payer] = [await makeLandlord(server), await makeUser(server)]
  const { secret } = await makeWebhook(owner)
  const { device, transaction } = await pay(owner, payer)
  await server.database
    .updateTable('cycles')
    .set({ state: 'finished', reason: 'time_over', ended_at: new Date(), next_check_at: null })
    .where('id', '=', transaction.id)
    .execute()
  const refund = await server.call(refunds.create, {
    as: owner,
    params: { id: transaction.id },
    body: { amount: 1, reason: 'Sorry' },
  })
  await server.call(reports.create, {
    as: payer,
    body: { device_id: device.id, kind: 'damaged', text: 'No door' },
  })
  const told = await bring()
  const dataOf = (type: string) => told[type]?.map(({ event }) => event.data)
  const sent = { as: owner, params: { id: transaction.id } }
  const { data } = await server.call(transactions.list, { as: owner })
  const listed = data.map(({ device_label: _, is_expense: __, ...paid }) => paid)
  expect(dataOf('payment.created')).toEqual(listed)
  expect(dataOf('payment.created')).toMatchObject([{ programme: 'Long', amount: 4 }])
  expect(dataOf('refund.completed')).toEqual([{ ...refund, transaction_id: transaction.id }])
  const cycle = await server.call(cycles.get, sent)
  expect(dataOf('cycle.started')).toEqual([cycle])
  expect(dataOf('cycle.ended')).toEqual([cycle])
  const cases = await server.call(reports.listCases, { as: owner })
  const params = { id: cases.data[0]?.id ?? '' }
  expect(dataOf('report.created')).toEqual([
    await server.call(reports.getCase, { as: owner, params }),
  ])
  expect(world.receiver.received).toHaveLength(5)
  expect(world.receiver.received.every((each) => isSignedBy(secret, each))).toBe(true)
})

test('sends the issuer an event for a code that a payment used up, without its text', async () => {
  const [owner, payer] = [await makeLandlord(server), await makeUser(server)]
  await makeWebhook(owner, '/hook', ['code.used_up'])
  await pay(owner, payer, 5)
  const { code } = await pay(owner, payer, 4)
  const told = (await bring())['code.used_up'] ?? []
  expect(told.map(({ event }) => event.data)).toMatchObject([{ id: code.id, remaining_balance: 0 }])
  expect(JSON.stringify(world.receiver.received)).not.toContain(code.code)
})

test('sends the events of queues and bookings to the landlord alone', async () => {
  const { landlord, number, group, device, code, people } = await makeBookingRoom(server)
  await queueCalls(server).setRules(landlord, number)
  const [user] = (await people(1)) as [TestUser]
  const events = webhookEventTypes.filter((type) => /^(booking|queue)/.test(type))
  await makeWebhook(landlord, '/landlord', events)
  await makeWebhook(user, '/user', events)
  const { id } = await bookingCalls(server).book(user, group, slotIn(30))
  const params = { id }
  const moved = { group_id: group, starts_at: slotIn(31) }
  await server.call(bookings.move, { as: user, params, body: moved })
  await server.call(bookings.cancel, { as: user, params })
  await laundry(server).payAt(landlord, device, code)
  await queueCalls(server).join(user, number)
  await queueCalls(server).leave(user, number)
  const told = await bring()
  expect(Object.keys(told).toSorted()).toEqual(
    events.filter((type) => type !== 'queue.turn').toSorted(),
  )
  expect(told['booking.ended']?.map(({ event }) => event.data)).toEqual([
    {
      ...{ id, room: number, location: device.location, group_id: group, group: 'Washers' },
      ...{ starts_at: slotIn(31), ends_at: slotIn(32), outcome: 'cancelled' },
      booked_by: user.full_name,
    },
  ])
  expect(told['queue.ended']?.map(({ event }) => event.data)).toMatchObject([
    { room: number, device_type: 'washer', device_id: null, outcome: 'left' },
  ])
  expect(world.receiver.received.every(({ path }) => path === '/landlord')).toBe(true)
})

test('sends the same event to the owner and landlord of a machine, and to nobody else', async () => {
  const [owner, landlord, stranger, payer] = [
    await makeLandlord(server),
    await makeLandlord(server, { email_verified: true }),
    await makeLandlord(server),
    await makeLandlord(server),
  ]
  const hooks = new Map<string, string>()
  for (const [name, as] of Object.entries({ owner, landlord, stranger, payer })) {
    hooks.set(name, (await makeWebhook(as, `/${name}`, ['payment.created'])).id)
  }
  const device = await makeAcceptedDevice(server, owner, landlord)
  const code = await makeCode(server, owner)
  const body = { ...termsOf(device), prepaid_code: code.code }
  await server.call(payments.prepaid, { as: payer, body })
  const told = (await bring())['payment.created'] ?? []
  expect(told.map(({ path }) => path).toSorted()).toEqual(['/landlord', '/owner'])
  expect(new Set(told.map(({ event }) => event.id)).size).toBe(1)
})

test('sends only the chosen events, and none while the webhook is disabled', async () => {
  const [owner, payer] = [await makeLandlord(server), await makeUser(server)]
  const { id } = await makeWebhook(owner, '/hook', ['refund.completed'])
  await makeWebhook(owner, '/all')
  await server.database
    .updateTable('webhooks')
    .set({ is_enabled: false })
    .where('id', '<>', id)
    .execute()
  const { transaction } = await pay(owner, payer)
  const body = { amount: 1, reason: 'Sorry' }
  await server.call(refunds.create, { as: owner, params: { id: transaction.id }, body })
  expect(Object.keys(await bring())).toEqual(['refund.completed'])
})

test('drops an event that the webhook’s owner may no longer see', async () => {
  const [owner, landlord, payer] = [
    await makeLandlord(server),
    await makeLandlord(server, { email_verified: true }),
    await makeUser(server),
  ]
  const { id } = await makeWebhook(landlord, '/hook', ['report.created'])
  const device = await makeAcceptedDevice(server, owner, landlord)
  await server.call(reports.create, { as: payer, body: { device_id: device.id, kind: 'other' } })
  const named = { ...deviceBody, device_number: device.device_number, landlord_email: owner.email }
  await server.call(devices.update, { as: owner, params: { id: device.id }, body: named })
  expect(await bring()).toEqual({})
  expect(await log(landlord, id)).toMatchObject([
    { type: 'report.created', status: 'given_up', failure: 'not_visible' },
  ])
})

test('sends nothing for a payment that was refused', async () => {
  const [owner, payer] = [await makeLandlord(server), await makeUser(server)]
  const { id } = await makeWebhook(owner)
  const device = await makeDevice(server, owner)
  const code = await makeCode(server, owner, { balance: 1 })
  const body = { ...termsOf(device), prepaid_code: code.code }
  const refused = await server.refused(payments.prepaid, { as: payer, body })
  expect(refused.body.code).toBe('code_balance_too_low')
  expect(await log(owner, id)).toEqual([])
})

test('sends a card payment and the start of its cycle once each', async () => {
  const [owner, payer] = [await makeLandlord(server), await makeUser(server)]
  await makeWebhook(owner)
  const card = { customer_name: 'Ana', customer_email: 'ana@example.com' }
  const { payment } = await server.call(payments.card, {
    as: payer,
    body: {
      ...termsOf(await makeDevice(server, owner)),
      ...card,
      payment_method_id: sandboxPaymentMethods.approved,
    },
  })
  await bring()
  const told = world.receiver.received.map(({ event }) => [event.type, event.data.id])
  expect(told.toSorted()).toEqual([
    ['cycle.started', payment.id],
    ['payment.created', payment.id],
  ])
})
