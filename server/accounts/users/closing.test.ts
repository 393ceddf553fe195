import { randomUUID } from 'node:crypto'
import { auth } from '@coinless/contract/auth.ts'
import { devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { resources } from '@coinless/contract/resources.ts'
import { adminUsers, me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statusOf, testApp } from '../../../test/support/app.ts'
import { failUntilWait } from '../../../test/support/fail-until-wait.ts'
import { columnsWith, known, makePersonWithAllData } from '../../../test/support/known-person.ts'
import {
  deviceBody,
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { makePasskey } from '../../../test/support/world.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import {
  sandboxDelayMs,
  sandboxProcessor,
} from '../../platform/card-processors/sandbox-processor.ts'
import { mailCode } from '../../sessions/account/email-codes.ts'

let laterMs = 0
const server = testApp({ rateLimits: true }, () => sandboxProcessor(() => Date.now() + laterMs))
const body = { current_password: password }
const close = (as: TestUser) => server.call(ownAccount.close, { as, body })
const refusal = async (as: TestUser, current_password = password) =>
  (await server.refused(ownAccount.close, { as, body: { current_password } })).body.code
const closing = (as: TestUser) => statusOf(server.app, ownAccount.close, as, { body })

/** Returns the refusal code or the status. */
async function outcomeOf(as: TestUser, call: Endpoint, payload: object, app = server.app) {
  const answer = await app.inject({
    method: call.method,
    url: `/api${call.path}`,
    headers: { authorization: `Bearer ${as.token}` },
    payload,
  })
  return answer.json().code ?? answer.statusCode
}

beforeEach(async () => {
  await sql`delete from call_counts`.execute(server.database)
})

afterEach(async () => {
  expect(await findInconsistencies(server.database)).toEqual([])
})

describe('closing an account', () => {
  test('lists in advance what it ends', async () => {
    const { person } = await makePersonWithAllData(server)
    await server.call(resources.create, { as: person, body: '{}' })
    expect(await server.call(ownAccount.closing, { as: person })).toEqual({
      devices: 1,
      devices_as_landlord: 2,
      codes: 1,
      codes_balance: 50,
      held_codes: 1,
      controllers: 0,
      resources: 1,
    })
  })

  test('requires the password, with limited guesses, and a second factor if there is one', async () => {
    const person = await makeUser(server)
    await makePasskey(server, person)
    expect(await refusal(person)).toBe('factor_needed')
    await failUntilWait(server, async () => {
      expect(await refusal(person, 'wrong password')).toBe('wrong_password')
    })
    expect(await refusal(person)).toBe('too_many_attempts')
    expect((await server.call(me.get, { as: person })).email).toBe(person.email)
  })

  // id: closing-1
  test('ends every session immediately, and prevents any sign-in', async () => {
    const person = await makeUser(server)
    const { session } = await server.call(auth.login, {
      body: { email: person.email, password },
    })
    await close(person)
    for (const as of [person, { token: session.access_token }]) {
      expect((await server.refused(me.get, { as })).body.code).toBe('session_expired')
    }
    const renewal = { body: { refresh_token: session.refresh_token } }
    expect((await server.refused(auth.refresh, renewal)).status).toBe(401)
    const login = { body: { email: person.email, password } }
    expect((await server.refused(auth.login, login)).body.code).toBe('wrong_credentials')
    const mails = (await server.mails()).length
    await server.call(auth.sendPasswordCode, { body: { email: person.email } })
    expect(await server.mails()).toHaveLength(mails)
  })

  test('mails an unverified address nothing more, even if it is registered and closed repeatedly', async () => {
    const email = `ana-${randomUUID()}@example.com`
    const account = { email, full_name: 'Ana', password, user_type: 'tenant' as const }
    const { session } = await server.call(auth.register, { body: account })
    const as = { token: session.access_token }
    const { body: tooSoon, headers } = await server.refused(ownAccount.close, { as, body })
    expect(tooSoon.code).toBe('too_many_requests')
    expect(Number(headers['retry-after'])).toBeGreaterThan(limits.emailCodePauseSeconds - 30)
    const pause = sql`${limits.emailCodePauseSeconds} * interval '1 second'`
    await sql`update email_codes set created_at = created_at - ${pause}`.execute(server.database)
    await server.call(ownAccount.close, { as, body })
    const mailed = (await server.mails()).filter(({ to }) => to === email)
    expect(mailed.map(({ subject }) => subject)).toEqual(['Verify your email address for Coinless'])
  })

  test('deletes devices and documents', async () => {
    const { person, own } = await makePersonWithAllData(server)
    const admin = await makeAdmin(server)
    const document = await server.call(resources.create, { as: person, body: '{}' })
    await close(person)
    await server.refused(devices.get, { as: admin, params: { id: own.id } })
    await server.refused(resources.get, { as: admin, params: { id: document.id } })
  })

  test('waits for pending card money to or from the user', async () => {
    const [owner, person] = [await makeLandlord(server), await makeUser(server)]
    const device = await makeDevice(server, owner)
    const { payment } = await server.call(payments.card, {
      as: person,
      body: {
        ...termsOf(device),
        customer_name: 'Ana',
        customer_email: person.email,
        payment_method_id: sandboxPaymentMethods.delayed,
      },
    })
    expect(await refusal(person)).toBe('card_money_pending')
    // The pending money belongs to the payer, not to the owner of the device.
    await close(owner)
    laterMs += sandboxDelayMs
    await expect
      .poll(async () => {
        const params = { id: payment.id }
        return (await server.call(payments.cardStatus, { as: person, params })).payment.status
      })
      .toBe('completed')
    await close(person)
  })

  test('ignores pending money of a card processor that is not in use', async () => {
    const [owner, person] = [await makeLandlord(server), await makeUser(server)]
    const { id } = await makeDevice(server, owner)
    await server.asOwner(`insert into card_payments (device_id, payer_id, device_number, amount,
        duration_minutes, customer_name, customer_email, processor, processor_reference)
      values ('${id}', '${person.id}', 'W-1', 2.5, 30, 'Ana', 'a@example.com', 'stripe', 'pi_1')`)
    await close(person)
  })
})

describe('the last admin', () => {
  async function onlyAdmins(...admins: TestUser[]) {
    const ids = admins.map(({ id }) => id)
    await sql`update users set roles = '{}'
      where 'admin' = any (roles) and id <> all (${ids}::uuid[])`.execute(server.database)
  }
  async function admins() {
    const { rows } = await sql<{ id: string }>`
      select id from users where 'admin' = any (roles)`.execute(server.database)
    return rows.map(({ id }) => id)
  }

  test('cannot close, while any other admin can', async () => {
    const [one, two] = [await makeAdmin(server), await makeAdmin(server)]
    await onlyAdmins(one, two)
    await close(one)
    expect(await refusal(two)).toBe('last_admin_closes')
    expect(await admins()).toEqual([two.id])
  })

  test('stays when two close concurrently, or when one closes and the other loses the role', async () => {
    for (let round = 0; round < 4; round++) {
      const [one, two] = [await makeAdmin(server), await makeAdmin(server)]
      await onlyAdmins(one, two)
      const params = { id: two.id, role: 'admin' }
      const statuses = await Promise.all([
        closing(one),
        round % 2 ? closing(two) : statusOf(server.app, adminUsers.removeRole, one, { params }),
      ])
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      expect(await admins(), `${statuses}`).toHaveLength(1)
    }
  })
})

describe('a concurrent closing', () => {
  test('succeeds once for two calls, and the other finds its session ended', async () => {
    const person = await makeUser(server)
    expect((await Promise.all([closing(person), closing(person)])).sort()).toEqual([204, 401])
    const { rows } = await sql`select from audit_events
      where action = 'account_closed' and subject_id = ${person.id}`.execute(server.database)
    expect(rows).toHaveLength(1)
  })

  test('shows earlier payments and changes a closed account, once it erases data', async () => {
    const { person, other, own, shared, code } = await makePersonWithAllData(server)
    const [tenant, admin] = [await makeUser(server), await makeAdmin(server)]
    const free = await makeCode(server, admin, { balance: 100 })
    await mailCode(server.parts, person, 'verification', 'en', [])
    const login = { body: { email: person.email, password } }
    const { session } = await server.call(auth.login, login)
    const elsewhere = { ...person, token: session.access_token }
    const calls = await server.database.transaction().execute(async (holding) => {
      await sql`select from email_codes where user_id = ${person.id} for update`.execute(holding)
      const closed = closing(person)
      await expect.poll(() => waitingForLocks(server)).toBe(1)
      // A server makes payments of one payer, device or code one after the other.
      const paying = async (as: TestUser, device: typeof own, prepaid_code: string) => {
        const body = { ...termsOf(device), prepaid_code }
        return outcomeOf(as, payments.prepaid, body, await server.replica())
      }
      const waiting = [
        paying(tenant, own, free.code),
        paying(tenant, own, code.code),
        paying(person, own, free.code),
        paying(tenant, shared, free.code),
        outcomeOf(person, resources.create, {}),
        outcomeOf(elsewhere, me.update, { full_name: known.full_name }),
      ]
      await expect.poll(() => waitingForLocks(server)).toBe(1 + waiting.length)
      return [closed, ...waiting]
    })
    expect(await Promise.all(calls)).toEqual([
      204,
      'device_not_found',
      'code_disabled',
      'session_expired',
      201,
      'session_expired',
      'session_expired',
    ])
    expect(await columnsWith(server, [person.email])).toEqual([])
    const { rows } = await sql`select paid_to from transactions
      where device_id = ${shared.id}`.execute(server.database)
    expect(rows).toEqual([{ paid_to: other.email }])
  })

  test('lets payments and changes finish before it or not at all, without a trace', async () => {
    for (let round = 0; round < 3; round++) {
      const { person, other, admin, own, shared, code, held } = await makePersonWithAllData(server)
      const tenant = await makeUser(server)
      const free = await makeCode(server, admin, { balance: 100 })
      const send = (as: TestUser, ...call: [Parameters<typeof statusOf>[1], object]) =>
        statusOf(server.app, call[0], as, call[1])
      const payment = (device: typeof own, text: string) => ({
        body: { ...termsOf(device), prepaid_code: text },
      })
      const cardOf = ({ email }: TestUser) => ({
        body: {
          ...termsOf(shared),
          customer_name: known.full_name,
          customer_email: email,
          payment_method_id: sandboxPaymentMethods.approved,
        },
      })
      const issue = () => ({
        body: { code: `NEW-${crypto.randomUUID()}`, balance: 5 },
      })
      const calls = [
        ...[0, 1].flatMap(() => [
          send(tenant, payments.prepaid, payment(own, code.code)),
          send(tenant, payments.prepaid, payment(own, free.code)),
          send(tenant, payments.prepaid, payment(shared, held.code)),
          send(person, payments.prepaid, payment(shared, held.code)),
          send(tenant, payments.card, cardOf(tenant)),
        ]),
        closing(person),
        send(person, payments.card, cardOf(person)),
        send(person, me.update, { body: { full_name: known.full_name } }),
        send(person, devices.create, { body: { ...deviceBody, landlord_email: person.email } }),
        send(person, prepaidCodes.create, issue()),
        send(person, prepaidCodes.topUp, { params: { id: code.id }, body: { amount: 1 } }),
        send(person, resources.create, { body: '{}' }),
        send(other, devices.update, {
          params: { id: shared.id },
          body: { ...deviceBody, landlord_email: other.email },
        }),
        send(admin, adminUsers.assignRole, { params: { id: person.id }, body: { role: 'x' } }),
        send(admin, adminUsers.endSessions, { params: { id: tenant.id } }),
      ]
      const statuses = await Promise.all(calls)
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      // A pending payment of the user may have prevented the closing.
      if ((await statusOf(server.app, me.get, person)) === 200) await close(person)
      expect(await columnsWith(server, [person.email])).toEqual([])
      expect(await findInconsistencies(server.database)).toEqual([])
    }
  })
})
