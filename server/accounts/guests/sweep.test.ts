import { guests } from '@coinless/contract/guests.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { reports } from '@coinless/contract/reports.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { displayCalls } from '../../../test/support/displays.ts'
import {
  makeCode,
  makeDevice,
  makeGuest,
  makeLandlord,
  password,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { deleteExpiredRows } from '../../jobs/retention.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import { sweepGuests } from './sweep.ts'

const server = testApp()

/** Simulates that this many days have passed for these users. */
function pass(days: number, ...people: TestUser[]) {
  const ids = people.map(({ id }) => `'${id}'`).join(', ')
  const span = `interval '${days} days'`
  return server.asOwner(`
    update users set created_at = created_at - ${span} where id in (${ids});
    update sessions set created_at = created_at - ${span}, last_seen_at = last_seen_at - ${span},
      expires_at = expires_at - ${span} where user_id in (${ids})`)
}

async function sweep(servers = 1) {
  const failures = await Promise.all(
    Array.from({ length: servers }, () => sweepGuests(server.parts)),
  )
  expect(failures.flat()).toEqual([])
}

async function stateOf({ id }: TestUser) {
  const { rows } = await sql<{ email: string; closed: boolean }>`
    select email, closed_at is not null as closed from users where id = ${id}`.execute(
    server.database,
  )
  return rows[0]
}

async function closings({ id }: TestUser) {
  const { rows } = await sql`select from audit_events
    where subject_id = ${id} and action = 'account_closed'`.execute(server.database)
  return rows.length
}

test('deletes guests who never paid after 90 days, closes others, keeps the ledger, all once', async () => {
  const landlord = await makeLandlord(server)
  const device = await makeDevice(server, landlord)
  const code = await makeCode(server, landlord)
  const [unpaid, paid, young, full] = await Promise.all([
    makeGuest(server),
    makeGuest(server),
    makeGuest(server),
    makeGuest(server),
  ])
  await server.call(payments.prepaid, {
    as: paid,
    body: { ...termsOf(device), prepaid_code: code.code, keep_code: true },
  })
  await server.call(payments.card, {
    as: paid,
    body: {
      ...termsOf(device),
      customer_name: 'Ana',
      customer_email: 'ana@example.com',
      payment_method_id: sandboxPaymentMethods.approved,
    },
  })
  await server.call(guests.becomeAccount, {
    as: full,
    body: { full_name: 'Ana', email: 'full@example.com', password, user_type: 'tenant' },
  })
  await pass(limits.guestDays + 1, unpaid, paid, full)
  await pass(limits.guestDays - 1, young)
  // Keeps sessions of guests, which alone record when they were last active.
  await deleteExpiredRows(server.database)
  await sweep(3)
  expect(await Promise.all([unpaid, paid, young, full].map(stateOf))).toEqual([
    undefined,
    { email: `closed account ${paid.id}`, closed: true },
    { email: young.email, closed: false },
    { email: 'full@example.com', closed: false },
  ])
  expect(await Promise.all([unpaid, paid].map(closings))).toEqual([1, 1])
  const { data } = await server.call(transactions.list, { as: landlord })
  expect(data.map(({ customer_name }) => customer_name)).toEqual([null, null])
  // Ignores counts of users by month, which only this test has shifted.
  const faults = (await findInconsistencies(server.database)).filter(
    ({ id }) => !id.startsWith('users, '),
  )
  expect(faults).toEqual([])
})

test('keeps an old guest who was active recently', async () => {
  const guest = await makeGuest(server)
  await pass(limits.guestDays * 2, guest)
  await server.asOwner(`update sessions set last_seen_at = now() where user_id = '${guest.id}'`)
  await sweep()
  expect(await stateOf(guest)).toMatchObject({ closed: false })
})

test('keeps the account that pays for a display, until the display is revoked', async () => {
  const landlord = await makeLandlord(server, { email_verified: true })
  const { sticker_number: number } = await makeDevice(server, landlord)
  const { add, end } = displayCalls(server)
  const display = await add(landlord, number, { takes_payments: true })
  const { payer_id: id } = await server.database
    .selectFrom('displays')
    .select('payer_id')
    .where('id', '=', display.id)
    .executeTakeFirstOrThrow()
  const payer = { id } as TestUser
  await pass(limits.guestDays + 1, payer)
  await sweep()
  expect(await stateOf(payer)).toMatchObject({ closed: false })
  await end(landlord, number, display)
  await sweep()
  expect(await stateOf(payer)).toBeUndefined()
})

test('deletes the reports of a guest who never paid, and cases without other reports', async () => {
  const landlord = await makeLandlord(server)
  const [alone, shared] = await Promise.all([
    makeDevice(server, landlord),
    makeDevice(server, landlord),
  ])
  const [first, second, stays] = await Promise.all([
    makeGuest(server),
    makeGuest(server),
    makeGuest(server),
  ])
  for (const [as, device] of [
    [first, alone],
    [second, shared],
    [stays, shared],
  ] as const) {
    await server.call(reports.create, { as, body: { device_id: device.id, kind: 'damaged' } })
  }
  await pass(limits.guestDays + 1, first, second)
  await sweep()
  const { data } = await server.call(reports.listCases, { as: landlord })
  expect(data.map(({ device, report_count }) => [device.id, report_count])).toEqual([
    [shared.id, 1],
  ])
})

test('keeps a guest with a pending card payment', async () => {
  const landlord = await makeLandlord(server)
  const device = await makeDevice(server, landlord)
  const guest = await makeGuest(server)
  await server.call(payments.card, {
    as: guest,
    body: {
      ...termsOf(device),
      customer_name: 'Ana',
      customer_email: 'ana@example.com',
      payment_method_id: sandboxPaymentMethods.delayed,
    },
  })
  await pass(limits.guestDays + 1, guest)
  await sweep()
  expect(await stateOf(guest)).toMatchObject({ closed: false })
})
