import { randomUUID } from 'node:crypto'
import { auth } from '@coinless/contract/auth.ts'
import { cycles } from '@coinless/contract/cycles.ts'
import { devices } from '@coinless/contract/devices.ts'
import { guests } from '@coinless/contract/guests.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { resources } from '@coinless/contract/resources.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { adminUsers, me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statusOf, testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeAdmin,
  makeCode,
  makeDevice,
  makeGuest,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { deadlocks } from '../../../test/support/waiting.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'

const server = testApp({ rateLimits: true })

beforeEach(async () => {
  await sql`delete from call_counts`.execute(server.database)
})

afterEach(async () => {
  expect(await findInconsistencies(server.database)).toEqual([])
})

async function makeRoom() {
  const landlord = await makeLandlord(server, { email_verified: true })
  const device = await makeDevice(server, landlord)
  const code = await makeCode(server, landlord)
  return { landlord, device, code, body: { ...termsOf(device), prepaid_code: code.code } }
}

function registration(email = `${randomUUID()}@example.com`) {
  return { full_name: 'Ana', email, password, user_type: 'tenant' as const }
}

/** The code of the last mail to an address. */
async function mailedCode(email: string): Promise<string> {
  const mail = (await server.mails()).findLast(({ to }) => to === email)
  return /^[0-9A-Z]{4}-[0-9A-Z]{4}$/m.exec(mail?.text ?? '')?.[0] ?? ''
}

describe('a guest', () => {
  test('pays by code and by card, sees both payments, and gets refunds like any user', async () => {
    const { landlord, device, code, body } = await makeRoom()
    const as = await makeGuest(server)
    const byCode = await server.call(payments.prepaid, { as, body: { ...body, keep_code: true } })
    expect(byCode).toMatchObject({ remaining_balance: 7.5, transaction: { customer_name: null } })
    const params = { id: code.id }
    await server.call(payments.chosenCode, { as, params, body: termsOf(device) })
    await server.call(payments.card, {
      as,
      body: {
        ...termsOf(device),
        customer_name: 'Ana',
        customer_email: 'ana@example.com',
        payment_method_id: sandboxPaymentMethods.approved,
      },
    })
    const { id } = byCode.transaction
    const refund = { amount: 2.5, reason: 'Stuck' }
    await server.call(refunds.create, { as: landlord, params: { id }, body: refund })
    const { data } = await server.call(transactions.list, { as })
    expect(data.map(({ refunded_amount }) => refunded_amount).sort()).toEqual([0, 0, 2.5])
    expect((await server.call(cycles.open, { as })).data).toHaveLength(3)
    const receipts = (await server.mails()).map(({ to }) => to)
    expect(receipts).toContain('ana@example.com')
    expect(receipts.filter((to) => to.startsWith('guest'))).toEqual([])
  })

  // id: guests-1
  test('is refused devices, codes, resources and roles, with the reason', async () => {
    const as = await makeGuest(server)
    for (const refused of [
      await server.refused(devices.create, {
        as,
        body: { ...deviceBody, landlord_email: 'lou@example.com' },
      }),
      await server.refused(prepaidCodes.create, { as, body: { code: generateCode(), balance: 1 } }),
      await server.refused(resources.create, { as, body: '{}' }),
      await server.refused(me.update, { as, body: { full_name: 'Ana' } }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'account_only'])
    }
    const role = { as: await makeAdmin(server), params: { id: as.id }, body: { role: 'admin' } }
    const { body } = await server.refused(adminUsers.assignRole, role)
    expect(body.code).toBe('no_role_for_guests')
  })

  test('is accessible by its session only', async () => {
    const as = await makeGuest(server)
    const email = `guest ${as.id}`
    expect(as.email).toBe(email)
    const answer = await statusOf(server.app, auth.login, undefined, {
      body: { email, password: '' },
    })
    expect(answer).toBe(400)
    await server.call(auth.logout, { as })
    expect(await statusOf(server.app, me.get, as)).toBe(401)
  })

  test('stays as long as it is used', async () => {
    const { session, user } = await server.call(guests.begin)
    const shift = (days: number) =>
      server.asOwner(`update sessions set expires_at = expires_at - interval '${days} days'
        where user_id = '${user.id}'`)
    await shift(limits.guestDays - 1)
    const { refresh_token } = session
    const renewed = await server.call(auth.refresh, { body: { refresh_token } })
    await shift(limits.guestDays - 1)
    expect(await statusOf(server.app, me.get, { token: renewed.access_token })).toBe(200)
    await shift(2)
    const over = await server.refused(auth.refresh, {
      body: { refresh_token: renewed.refresh_token },
    })
    expect(over.body.code).toBe('session_expired')
  })
})

describe('the session of a guest whose refresh token is used again later', () => {
  const renew = (refresh_token: string) =>
    statusOf(server.app, auth.refresh, undefined, { body: { refresh_token } })
  const later = () =>
    sql`update refresh_tokens set replaced_at = replaced_at
      - make_interval(secs => ${limits.renewalGraceSeconds + 1})`.execute(server.database)

  test('continues while the next token may have been lost, and ends once that was used', async () => {
    const { session } = await server.call(guests.begin)
    const { refresh_token } = session
    const next = await server.call(auth.refresh, { body: { refresh_token } })
    await later()
    const again = await server.call(auth.refresh, { body: { refresh_token } })
    expect(again.refresh_token).toBe(next.refresh_token)
    expect(await renew(next.refresh_token)).toBe(200)
    await later()
    expect(await renew(refresh_token)).toBe(401)
    expect(await statusOf(server.app, me.get, { token: again.access_token })).toBe(401)
  })

  test('ends like any other once the guest has a full account', async () => {
    const { session } = await server.call(guests.begin)
    const { access_token, refresh_token } = session
    await server.call(auth.refresh, { body: { refresh_token } })
    await server.call(guests.becomeAccount, { as: { token: access_token }, body: registration() })
    await later()
    expect(await renew(refresh_token)).toBe(401)
  })
})

describe('guests', () => {
  test('are limited per network and day, even when they begin concurrently', async () => {
    const begin = (remoteAddress: string) =>
      server.app.inject({ method: 'POST', url: '/api/guests', remoteAddress })
    const left = 4
    expect((await begin('203.0.113.1')).statusCode).toBe(201)
    await sql`update guests_per_network set guests = ${limits.guestsOfNetwork - left}
      where network = '203.0.113.1'`.execute(server.database)
    const burst = await Promise.all(Array.from({ length: 10 }, () => begin('203.0.113.1')))
    expect(burst.filter(({ statusCode }) => statusCode === 201)).toHaveLength(left)
    expect(burst.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({
      code: 'too_many_guests',
    })
    expect((await begin('203.0.113.2')).statusCode).toBe(201)
    // An expired count, and one with a future time.
    for (const days of [-1, 1]) {
      await sql`update guests_per_network set guests = ${limits.guestsOfNetwork},
        window_started_at = now() + make_interval(days => ${days})`.execute(server.database)
      expect((await begin('203.0.113.1')).statusCode).toBe(201)
    }
  })

  test('cannot begin when a setting turns them off, while existing ones continue', async () => {
    const { body } = await makeRoom()
    const as = await makeGuest(server)
    const off = await server.replica({ config: { guests: false } })
    const ask = (method: 'GET' | 'POST', path: string, payload?: object) =>
      off.inject({
        method,
        url: `/api${path}`,
        headers: { authorization: `Bearer ${as.token}` },
        ...(payload && { payload }),
      })
    expect((await ask('GET', '/guests/settings')).json()).toEqual({ are_welcome: false })
    expect((await ask('POST', '/guests')).json()).toMatchObject({ code: 'guests_off' })
    expect((await ask('POST', '/payments/prepaid', body)).statusCode).toBe(201)
    await off.close()
    expect(await server.call(guests.settings)).toEqual({ are_welcome: true })
  })
})

describe('a guest who becomes a full account', () => {
  test('keeps everything, even after it verifies its address, and signs in elsewhere', async () => {
    const { code, device, body } = await makeRoom()
    const as = await makeGuest(server)
    await server.call(payments.prepaid, { as, body: { ...body, keep_code: true } })
    const account = await server.call(guests.becomeAccount, { as, body: registration() })
    expect(account).toMatchObject({ id: as.id, is_guest: false, email_verified: false })
    await server.call(me.verify, { as, body: { code: await mailedCode(account.email) } })
    const kept = await server.call(payments.codes, { as, query: { device_id: device.id } })
    expect(kept.data).toMatchObject([{ id: code.id }])
    const { session } = await server.call(auth.login, {
      body: { email: account.email, password },
    })
    const there = { token: session.access_token }
    expect((await server.call(transactions.list, { as: there })).data).toHaveLength(1)
    const again = await server.refused(guests.becomeAccount, { as, body: registration() })
    expect(again.body.code).toBe('not_a_guest')
  })

  test('learns no more about an address than a registration does, and stays a guest', async () => {
    const [as, other] = [await makeGuest(server), await makeUser(server)]
    const body = registration(other.email)
    const refused = await server.refused(guests.becomeAccount, { as, body })
    const registering = await server.refused(auth.register, { body })
    expect({ ...refused.body, requestId: '' }).toEqual({ ...registering.body, requestId: '' })
    expect((await server.call(me.get, { as })).is_guest).toBe(true)
  })

  test('gets nothing by the address of another person, and loses it to its owner', async () => {
    const { body, device } = await makeRoom()
    const as = await makeGuest(server)
    await server.call(payments.prepaid, { as, body: { ...body, keep_code: true } })
    const { email } = await server.call(guests.becomeAccount, { as, body: registration() })
    await server.call(auth.sendPasswordCode, { body: { email } })
    const new_password = 'a password of the owner'
    const reset = { email, code: await mailedCode(email), new_password }
    await server.call(auth.resetPassword, { body: reset })
    expect(await statusOf(server.app, me.get, as)).toBe(401)
    const { session } = await server.call(auth.login, { body: { email, password: new_password } })
    const owner = { token: session.access_token }
    const query = { device_id: device.id }
    expect((await server.call(payments.codes, { as: owner, query })).data).toEqual([])
  })

  test('becomes one account in concurrent tabs, and loses no payment', async () => {
    const { body } = await makeRoom()
    const as = await makeGuest(server)
    const become = () => statusOf(server.app, guests.becomeAccount, as, { body: registration() })
    const pay = () => statusOf(server.app, payments.prepaid, as, { body })
    const statuses = await Promise.all([pay(), become(), become(), pay(), become(), pay()])
    expect(statuses.toSorted()).toEqual([200, 201, 201, 201, 409, 409])
    expect((await server.call(transactions.list, { as })).data).toHaveLength(3)
    expect(await deadlocks(server)).toBe(0)
  })
})

test('shows a guest to admins by a name that is not an address', async () => {
  const as: TestUser = await makeGuest(server)
  const query = { page: '1', search: as.id }
  const { data } = await server.call(adminUsers.list, { as: await makeAdmin(server), query })
  expect(data).toMatchObject([{ email: `guest ${as.id}`, is_guest: true, full_name: '' }])
})
