import { randomUUID } from 'node:crypto'
import { auth } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { staff } from '@coinless/contract/staff.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { sendCodeMails } from '../../codes/code-mails/send.ts'

const server = testApp()
const verified = { email_verified: true }

let victim: TestUser
beforeEach(async () => {
  victim = await makeUser(server)
})

const mailsTo = async ({ email }: { email: string }) =>
  (await server.mails()).filter(({ to }) => to === email)

async function mailsToAny(addresses: string[]) {
  const known = new Set(addresses.map((address) => address.toLowerCase()))
  return (await server.mails()).filter(({ to }) => known.has(to.toLowerCase()))
}

/** Moves codes and the counters of their mails into the past. */
async function pass(minutes: number) {
  const span = sql`make_interval(mins => ${minutes})`
  await sql`update email_codes set created_at = created_at - ${span}, expires_at = expires_at - ${span}`.execute(
    server.database,
  )
  await server.asOwner(
    `update unrequested_mails set created_at = created_at - make_interval(mins => ${minutes})`,
  )
}

const askForPassword = (email = victim.email) =>
  server.call(auth.sendPasswordCode, { body: { email } })

/** Mails that wait together are sent in any order, so the last one may not contain the code. */
async function codeOf(to: { email: string }) {
  const texts = (await mailsTo(to)).map(({ text }) => text)
  return texts.flatMap((text) => text.match(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/m) ?? []).at(-1) ?? ''
}

function reset(code: string) {
  return server.call(auth.resetPassword, {
    body: { email: victim.email, code, new_password: 'another good password' },
  })
}

async function invite(email: string) {
  const as = await makeLandlord(server, verified)
  const proof = { current_password: password }
  const { id } = await server.call(staff.invite, {
    as,
    body: { ...proof, email, role: 'manager' },
  })
  return { as, id }
}

async function payByCard(customer_email: string) {
  const device = await makeDevice(server, await makeLandlord(server, verified), { price: 1 })
  await server.call(payments.card, {
    as: await makeUser(server),
    body: {
      ...termsOf(device),
      customer_name: 'Ana',
      customer_email,
      payment_method_id: sandboxPaymentMethods.approved,
    },
  })
}

async function mailCodeTo(customer_email: string) {
  const as = await makeLandlord(server, verified)
  await makeCode(server, as, { customer_email, mail_customer: true })
  await sendCodeMails(server.database, server.parts.config)
}

describe('unsolicited mail to an address', () => {
  test('is limited per day across all kinds and accounts', async () => {
    const { email } = victim
    for (let n = 0; n < 4; n++) {
      await invite(email)
      await payByCard(email)
      await mailCodeTo(email)
    }
    expect(await mailsTo(victim)).toHaveLength(limits.unaskedMailsToAddress)
    for (let n = 0; n < 8; n++) {
      await askForPassword()
      await server.call(me.sendVerification, { as: victim })
      await pass(2)
    }
    expect(await mailsTo(victim)).toHaveLength(
      limits.unaskedMailsToAddress + 2 * limits.emailCodesToAddress,
    )
  })

  test('is counted per mailbox, ignoring text after a plus', async () => {
    const [name, host] = victim.email.split('@')
    for (const tag of ['a', 'b', 'c', 'd', 'E']) await invite(`${name}+${tag}@${host}`)
    const sent = (await server.mails()).filter(({ to }) => to.startsWith(`${name}+`))
    expect(sent).toHaveLength(limits.invitationsToAddress)
  })

  test('is counted per Gmail mailbox, ignoring dots and the domain name', async () => {
    const plain = `a${randomUUID().replaceAll('-', '')}`
    const dotted = [...plain].join('.')
    const addresses = [
      ...[`${plain}@gmail.com`, `${dotted}@gmail.com`, `${dotted.toUpperCase()}+a@gmail.com`],
      ...[`${plain}@googlemail.com`, `${dotted}+b.c@GoogleMail.com`],
    ]
    for (const address of addresses) await invite(address)
    expect(await mailsToAny(addresses)).toHaveLength(limits.invitationsToAddress)
  })

  test('is counted separately for names that differ by a dot at other hosts', async () => {
    const addresses = [`a.${victim.email}`, `a${victim.email}`]
    for (const address of [...addresses, ...addresses]) await invite(address)
    expect(await mailsToAny(addresses)).toHaveLength(4)
  })

  test('is counted correctly for concurrent calls', async () => {
    await Promise.all(Array.from({ length: 6 }, () => invite(victim.email)))
    expect(await mailsTo(victim)).toHaveLength(limits.invitationsToAddress)
  })

  test('is limited without revealing what others have sent', async () => {
    for (let n = 0; n < limits.unaskedMailsToAddress; n++) await invite(victim.email)
    const { as, id } = await invite(victim.email)
    const params = { id }
    await server.call(staff.resend, { as, params })
    await server.call(staff.resend, { as, params })
    const { status, body } = await server.refused(staff.resend, { as, params })
    expect([status, body.code]).toEqual([422, 'too_many_invitations_to_address'])
    expect(await mailsTo(victim)).toHaveLength(limits.invitationsToAddress)
  })
})

describe('the owner of an address for which strangers request codes', () => {
  async function flood() {
    for (let n = 0; n < limits.emailCodesToAddress + 2; n++) {
      await askForPassword()
      await server.mails()
      await pass(2)
    }
  }

  test('can reset the password with the last code at any time of the day', async () => {
    await flood()
    const text = (await mailsTo(victim)).at(-1)?.text
    expect(text).toContain('within 24 hours')
    await pass(23 * 60)
    await reset(await codeOf(victim))
  })

  test('gets another code on the next day', async () => {
    await flood()
    await pass(24 * 60)
    await askForPassword()
    expect(await mailsTo(victim)).toHaveLength(limits.emailCodesToAddress + 1)
  })

  test('gets another code at once after using one', async () => {
    await flood()
    await reset(await codeOf(victim))
    await askForPassword()
    expect(await mailsTo(victim)).toHaveLength(limits.emailCodesToAddress + 1)
  })

  test('gets a code regardless of other mail to the address', async () => {
    for (let n = 0; n < 4; n++) await payByCard(victim.email)
    for (let n = 0; n < 4; n++) await invite(victim.email)
    await askForPassword()
    await reset(await codeOf(victim))
  })

  test('gets another code of each kind after using one', async () => {
    await flood()
    await server.call(me.sendVerification, { as: victim })
    await server.call(me.verify, { as: victim, body: { code: await codeOf(victim) } })
    await askForPassword()
    await reset(await codeOf(victim))
  })

  test('gets the same answer as an unknown address', async () => {
    await flood()
    expect(await askForPassword()).toEqual(await askForPassword('nobody@example.com'))
  })
})

describe('codes for addresses that differ after a plus', () => {
  const purposes = ['password', 'verification'] as const

  function aliased(tag: string) {
    return victim.email.replace('@', `+${tag}@`)
  }

  function ask(as: TestUser, purpose: (typeof purposes)[number]) {
    return purpose === 'password'
      ? askForPassword(as.email)
      : server.call(me.sendVerification, { as })
  }

  /** More accounts than their mailbox may get codes. */
  function strangers() {
    const tags = Array.from({ length: limits.emailCodesToMailbox + 4 }, (_, n) => `${n}`)
    return Promise.all(tags.map((tag) => makeUser(server, { email: aliased(tag) })))
  }

  // id: unasked-1
  test.each(purposes)('are limited per mailbox and day: %s', async (purpose) => {
    const accounts = await strangers()
    await Promise.all(accounts.map((account) => ask(account, purpose)))
    const mails = await mailsToAny(accounts.map(({ email }) => email))
    expect(mails).toHaveLength(limits.emailCodesToMailbox)
    expect(mails.filter(({ text }) => text.includes('within 24 hours'))).toHaveLength(1)
    await pass(24 * 60)
    for (const account of accounts.slice(0, 1)) await ask(account, purpose)
    expect(await mailsToAny(accounts.map(({ email }) => email))).toHaveLength(mails.length + 1)
  })

  test.each(purposes)(
    'leave the plain address its own full limit of codes: %s',
    async (purpose) => {
      for (const account of await strangers()) await ask(account, purpose)
      for (let n = 0; n <= limits.emailCodesToAddress; n++) {
        await ask(victim, purpose)
        await server.mails()
        await pass(2)
      }
      const mails = await mailsTo(victim)
      expect(mails).toHaveLength(limits.emailCodesToAddress)
      expect(mails.at(-1)?.text).toContain('within 24 hours')
    },
  )

  test('leave a verified account its full limit of codes at any address', async () => {
    const owner = await makeUser(server, { email: aliased('laundry'), ...verified })
    for (const account of await strangers()) await ask(account, 'password')
    for (let n = 0; n <= limits.emailCodesToAddress; n++) {
      await ask(owner, 'password')
      await server.mails()
      await pass(2)
    }
    expect(await mailsTo(owner)).toHaveLength(limits.emailCodesToAddress)
  })
})
