import { auth } from '@coinless/contract/auth.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { reports } from '@coinless/contract/reports.ts'
import { resources } from '@coinless/contract/resources.ts'
import { adminUsers, me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { queueMail } from '../../server/notifications/mail/outbox.ts'
import type { TestApp } from './app.ts'
import {
  makeAcceptedDevice,
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
  termsOf,
} from './make.ts'

export function pay(
  test: TestApp,
  as: TestUser,
  device: Parameters<typeof termsOf>[0],
  prepaid_code: string,
) {
  return test.call(payments.prepaid, { as, body: { ...termsOf(device), prepaid_code } })
}

export function payByCard(
  test: TestApp,
  as: TestUser,
  device: Parameters<typeof termsOf>[0],
  customer = { customer_name: as.full_name, customer_email: as.email },
) {
  const payment_method_id = sandboxPaymentMethods.approved
  const body = { ...termsOf(device), ...customer, payment_method_id }
  return test.call(payments.card, { as, body })
}

/** Every column of every table that contains one of the texts. */
export async function columnsWith(test: TestApp, texts: string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ name: string; table: string }>`
    select attname as name, relname as table from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and attnum > 0 and not attisdropped`.execute(test.database)
  const found: string[] = []
  for (const { name, table } of columns) {
    for (const text of texts) {
      const { rows } = await sql<{ count: number }>`select count(*) as count
        from ${sql.table(table)} where strpos(lower(${sql.ref(name)}::text), lower(${text})) > 0
      `.execute(test.database)
      if (rows[0]?.count) found.push(`${table}.${name}: ${text}`)
    }
  }
  return found.sort()
}

export const known = { full_name: 'Zenobia Quist', phone_number: '+1 555 0199 321' }

/** A person with data wherever the product stores personal data. */
export async function makePersonWithAllData(test: TestApp) {
  const person = await makeLandlord(test, { email_verified: true, full_name: known.full_name })
  const [other, admin] = [await makeLandlord(test), await makeAdmin(test)]
  const own = await makeDevice(test, person, { location: `${known.full_name}, Elm Street 4` })
  const shared = await makeAcceptedDevice(test, other, person)
  const waiting = await makeDevice(test, other, { landlord_email: person.email })
  const code = await makeCode(test, person, { balance: 50 })
  const held = await test.call(prepaidCodes.create, {
    as: other,
    body: {
      code: `HELD-${crypto.randomUUID()}`,
      balance: 40,
      customer_email: person.email,
      customer_name: known.full_name,
      phone_number: known.phone_number,
    },
  })
  return { person, other, admin, own, shared, waiting, code, held }
}

/** Also stores actions of this person and of others. */
export async function leaveTraces(
  test: TestApp,
  world: Awaited<ReturnType<typeof makePersonWithAllData>>,
) {
  const { person, other, admin, own, shared, code, held } = world
  const tenant = await makeUser(test)
  const atOwn = await pay(test, tenant, own, code.code)
  const atShared = await payByCard(test, tenant, shared)
  const paid = await pay(test, person, shared, held.code)
  await payByCard(test, person, shared)
  await payByCard(test, tenant, own, {
    customer_name: known.full_name,
    customer_email: person.email,
  })
  await test.call(me.update, { as: person, body: { full_name: `${known.full_name} II` } })
  await test.call(me.update, { as: person, body: { full_name: known.full_name } })
  const said = { kind: 'damaged' as const, text: `Call ${known.full_name}` }
  const report = await test.call(reports.create, {
    as: person,
    body: { device_id: shared.id, ...said },
  })
  await test.call(reports.reply, {
    as: person,
    params: { id: report.id },
    body: { text: `Call ${known.full_name} at night` },
  })
  await test.call(resources.create, { as: person, body: `{"name": "${known.full_name}"}` })
  await test.call(prepaidCodes.create, {
    as: admin,
    body: { code: `ADMIN-${crypto.randomUUID()}`, balance: 30, landlord_email: person.email },
  })
  const params = { id: other.id }
  await test.call(adminUsers.assignRole, {
    as: admin,
    params: { id: person.id },
    body: { role: 'x' },
  })
  await test.call(adminUsers.endSessions, { as: admin, params })
  await test.refused(auth.login, { body: { email: person.email, password: 'wrong password' } })
  await test.call(auth.sendPasswordCode, { body: { email: person.email } })
  await issueWithKey(test, person, other)
  await queueMail(test.database, test.parts.config, {
    to: person.email,
    subject: 'Hello',
    text: 'Waits',
  })
  return { tenant, atOwn, atShared, paid }
}

/** The stored answer for a retry names the holder, too. */
async function issueWithKey(test: TestApp, person: TestUser, other: TestUser) {
  const { token } = await test
    .call(auth.login, { body: { email: other.email, password } })
    .then(({ session }) => ({ token: session.access_token }))
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/prepaid-codes',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
    payload: {
      code: `KEPT-${crypto.randomUUID()}`,
      balance: 20,
      customer_email: person.email,
      landlord_email: person.email,
      customer_name: known.full_name,
      phone_number: known.phone_number,
    },
  })
  expect(answer.statusCode).toBe(201)
}
