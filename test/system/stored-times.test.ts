import { auth } from '@coinless/contract/auth.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { limits, requestsPerMinute } from '@coinless/contract/limits.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { topUps } from '@coinless/contract/top-ups.ts'
import { me } from '@coinless/contract/users.ts'
import { TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { addSecret, redeemAppCode } from '../../server/accounts/second-factor/authenticator.ts'
import { expireCodes, restoreEarlyExpiries } from '../../server/codes/prepaid-codes/balance.ts'
import { makeMetrics } from '../../server/http/observability/metrics.ts'
import { deleteExpiredRows } from '../../server/jobs/retention.ts'
import { mailSender } from '../../server/notifications/mail/mail-sender.ts'
import { mailState, queueMail } from '../../server/notifications/mail/outbox.ts'
import { reconcile } from '../../server/payments/cards/reconcile.ts'
import type { RefundState } from '../../server/platform/card-processors/card-processor.ts'
import { sandboxProcessor } from '../../server/platform/card-processors/sandbox-processor.ts'
import type { Mail } from '../../server/platform/mailer/mailer.ts'
import { statusOf, testApp } from '../support/app.ts'
import { mailCustomers } from '../support/code-mails.ts'
import {
  allowTopUps,
  makeAcceptedDevice,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
  termsOf,
} from '../support/make.ts'
import { dueTimes, type StoredTime, storedTimes } from './stored-times.ts'

/** A clock change neither delays work that waits for a stored time nor loses it. */
let refundState: RefundState = { status: 'completed' }
const server = testApp({ rateLimits: true }, () => ({
  ...sandboxProcessor(),
  settle: async () => ({ status: 'completed' }),
  cancel: async () => ({ status: 'completed' }),
  refund: async () => refundState,
}))

let stored: StoredTime[]
beforeAll(async () => {
  stored = await storedTimes(server.database)
})

/** Simulates a clock set back by hours: moves each stored time ahead. */
function setClock(hours: number) {
  const later = stored.map(
    ({ table, column }) => `update ${table} set ${column} = ${column} + interval '${hours} hours'`,
  )
  return server.asOwner(`set session_replication_role = replica; ${later.join(';')};
    update authenticators set last_step = last_step + ${hours * 120}`)
}

type Claim = (hours: number) => Promise<() => Promise<void>>

const claims: Record<string, Claim> = {
  'does not throttle for failed attempts of another day': async () => {
    const { email } = await makeUser(server)
    const wrong = () => server.refused(auth.login, { body: { email, password: 'wrong password' } })
    for (let n = 0; n <= limits.freeAttempts; n++) await wrong()
    return async () => expect((await wrong()).body.code).toBe('wrong_credentials')
  },

  'refuses no calls for those of another minute': async () => {
    const { email } = await makeUser(server)
    const ask = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/password-resets',
        payload: { email },
        remoteAddress: '203.0.113.5',
      })
    for (let n = 0; n < requestsPerMinute.signIn; n++) await ask()
    expect((await ask()).statusCode).toBe(429)
    return async () => expect((await ask()).statusCode).toBe(200)
  },

  'keeps a session, and keeps an ended one ended': async () => {
    const { email } = await makeUser(server)
    const signIn = async () =>
      (await server.call(auth.login, { body: { email, password } })).session
    const [left, going] = [await signIn(), await signIn()]
    await server.call(auth.logout, { as: { token: left.access_token } })
    const { refresh_token } = await server.call(auth.refresh, {
      body: { refresh_token: going.refresh_token },
    })
    return async () => {
      await deleteExpiredRows(server.database)
      await server.call(me.get, { as: { token: going.access_token } })
      await server.call(auth.refresh, { body: { refresh_token } })
      const ended = { body: { refresh_token: left.refresh_token } }
      expect((await server.refused(auth.refresh, ended)).status).toBe(401)
    }
  },

  'mails a code again and accepts it': async () => {
    const as = await makeUser(server)
    const ask = async () => {
      await server.call(me.sendVerification, { as })
      return (await server.mails()).filter(({ to }) => to === as.email)
    }
    expect(await ask()).toHaveLength(1)
    return async () => {
      const [, mail] = await ask()
      const code = /^\w{4}-\w{4}$/m.exec(mail?.text ?? '')?.[0] ?? ''
      await server.call(me.verify, { as, body: { code } })
    }
  },

  'accepts a code of an authenticator app': async () => {
    const user = await makeUser(server)
    const { jwtSecret } = server.parts.config
    const app = new TOTP({
      secret: (await addSecret(server.database, jwtSecret, user))?.secret ?? '',
    })
    expect(await redeemAppCode(server.database, jwtSecret, user, app.generate())).toBe(true)
    return async () =>
      expect(await redeemAppCode(server.database, jwtSecret, user, app.generate())).toBe(true)
  },

  'executes a repeated call with its key once': async () => {
    const owner = await makeLandlord(server)
    const { id } = await makeCode(server, owner)
    const ask = () =>
      server.app.inject({
        method: 'POST',
        url: `/api/prepaid-codes/${id}/top-up`,
        headers: { authorization: `Bearer ${owner.token}`, 'idempotency-key': id },
        payload: { amount: 1 },
      })
    const { body } = await ask()
    return async () => {
      await deleteExpiredRows(server.database)
      expect((await ask()).body).toBe(body)
    }
  },

  'settles a pending card payment and a pending refund': async () => {
    const { owner, device, payer } = await makeShop()
    const { transaction } = await payByCard(payer, device)
    refundState = { status: 'pending' }
    const body = { amount: 1, reason: 'Stuck' }
    await server.call(refunds.create, { as: owner, params: { id: transaction?.id ?? '' }, body })
    const code = await makeCode(server, owner)
    await allowTopUps(server, owner)
    const topUp = await server.call(topUps.create, {
      as: owner,
      params: { id: code.id },
      body: { amount: 5, payment_method_id: sandboxPaymentMethods.approved },
    })
    await server.call(topUps.refund, { as: owner, params: { id: topUp.id }, body })
    refundState = { status: 'completed' }
    await server.asOwner(`insert into top_ups (prepaid_code_id, payer_id, issuer_id, amount,
      processor, processor_reference, next_attempt_at)
      values ('${code.id}', '${owner.id}', '${owner.id}', 5,
        'sandbox', 'paid ${code.id}', now() + interval '1 minute')`)
    await server.asOwner(`insert into card_payments (device_id, payer_id, device_number, amount,
      duration_minutes, customer_name, customer_email, processor, processor_reference, next_attempt_at)
      values ('${device.id}', '${payer.id}', 'W-1', 2.5, 30, 'Carla', 'carla@example.com',
        'sandbox', 'paid ${device.id}', now() + interval '1 minute')`)
    return async () => {
      expect(await reconcile(server.parts)).toEqual([])
      for (const table of ['card_payments', 'refunds', 'top_ups', 'top_up_refunds'] as const) {
        const query = server.database.selectFrom(table).select('id')
        expect(await query.where('status', '=', 'pending').execute(), table).toEqual([])
      }
    }
  },

  'sends waiting mails once the mail server is back': async (hours) => {
    const sent: string[] = []
    let isUp = false
    const mailer = {
      check: async () => {},
      send: async ({ to }: Mail) => {
        if (!isUp) throw new Error('no mail server')
        sent.push(to)
      },
    }
    const { run, rest } = mailSender({ ...server.parts, mailer }, makeMetrics())
    const to = 'waiting@example.com'
    const mail = { to, subject: 'Receipt', text: 'For $1.00' }
    // Longer than a day, because it would expire when the clock goes ahead.
    await queueMail(server.database, server.parts.config, mail, (24 + Math.abs(hours)) * 60)
    await run().then(rest)
    return async () => {
      isUp = true
      await run().then(rest)
      await run().then(rest)
      expect(sent).toContain(to)
    }
  },

  'asks a landlord again to accept devices': async () => {
    const stranger = await makeLandlord(server)
    const { email: landlord_email } = await makeLandlord(server, { email_verified: true })
    const mailsOfAsking = async () => {
      await server.mails()
      await makeDevice(server, stranger, { landlord_email })
      return (await mailState(server.database)).waiting
    }
    expect([await mailsOfAsking(), await mailsOfAsking()]).toEqual([1, 0])
    return async () => expect(await mailsOfAsking()).toBe(1)
  },

  'lets nothing issued before the verification of an address pay through it': async () => {
    const { owner, payer } = await makeShop()
    const before = await makeLandlord(server)
    const since = await makeLandlord(server, { email_verified: true })
    const early = await makeCode(server, before)
    return async () => {
      await server.database
        .updateTable('users')
        .set({ email_verified: true })
        .where('id', '=', before.id)
        .execute()
      const answers = []
      for (const [landlord, code] of [
        [before, early],
        [before, await makeCode(server, before)],
        [since, await makeCode(server, since)],
      ] as const) {
        const device = await makeAcceptedDevice(server, owner, landlord)
        const body = { ...termsOf(device), prepaid_code: code.code }
        answers.push(await statusOf(server.app, payments.prepaid, payer, { body }))
      }
      expect(answers).toEqual([422, 201, 201])
    }
  },

  'restores the balance of a code that expired under the wrong clock': async (hours) => {
    const { owner, device, payer } = await makeShop()
    const code = await makeCode(server, owner)
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const sent = { params: { id: code.id }, body: { expires_at } }
    await server.call(prepaidCodes.setExpiry, { as: owner, ...sent })
    // The clock first goes ahead, or is corrected afterwards.
    if (hours > 0) await setClock(-hours)
    await expireCodes(server.database)
    return async () => {
      await expireCodes(server.database)
      if (hours < 0) await setClock(-hours)
      await restoreEarlyExpiries(server.database)
      const body = { ...termsOf(device), prepaid_code: code.code }
      const { remaining_balance } = await server.call(payments.prepaid, { as: payer, body })
      expect(remaining_balance).toBe(code.remaining_balance - device.price)
    }
  },

  'counts mails to a code’s customer within one day': mailCustomers(server),

  'counts receipts to a typed address within one day': async () => {
    const { device, payer } = await makeShop()
    const pay = async () => {
      await payByCard(payer, device)
      return (await server.mails()).filter(({ to }) => to === `typed-${payer.email}`).length
    }
    for (let n = 1; n <= limits.receiptsToTypedAddress; n++) expect(await pay()).toBe(n)
    expect(await pay()).toBe(limits.receiptsToTypedAddress)
    return async () => expect(await pay()).toBe(limits.receiptsToTypedAddress + 1)
  },
}

async function makeShop() {
  const owner = await makeLandlord(server, { email_verified: true })
  return { owner, device: await makeDevice(server, owner), payer: await makeUser(server) }
}

function payByCard(payer: TestUser, device: Device) {
  const body = {
    ...termsOf(device),
    customer_name: 'Ana',
    customer_email: `typed-${payer.email}`,
    payment_method_id: sandboxPaymentMethods.approved,
  }
  return server.call(payments.card, { as: payer, body })
}

const ways = [
  ['back', 24],
  ['ahead', -24],
] as const

// id: stored-times-1
describe.each(ways)('when the clock is set %s by a day', (_way, hours) => {
  test.each(Object.entries(claims))('%s', async (_title, begin) => {
    const see = await begin(hours)
    await setClock(hours)
    await see()
  })
})

test('covers every stored time, or says why nothing depends on it', () => {
  // Also a time, in half minutes.
  const all = [...stored, { table: 'authenticators', column: 'last_step' }]
  expect(Object.keys(dueTimes).sort()).toEqual(
    all.map(({ table, column }) => `${table}.${column}`).sort(),
  )
  const told = Object.values(dueTimes).filter((text) => !text.endsWith('.'))
  expect(new Set(told)).toEqual(new Set(Object.keys(claims)))
})
