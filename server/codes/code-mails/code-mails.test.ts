import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { prepaidCodeBatches } from '@coinless/contract/prepaid-code-batches.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeAdmin,
  makeCode,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
} from '../../../test/support/make.ts'
import { makeMetrics } from '../../http/observability/metrics.ts'
import { mailSender } from '../../notifications/mail/mail-sender.ts'
import type { Mail } from '../../platform/mailer/mailer.ts'
import { sendCodeMails } from './send.ts'

const server = testApp({ publicUrl: 'https://coinless.example.com' })
const verified = { email_verified: true }
let issuer: TestUser
let address: string
let addresses = 0
beforeEach(async () => {
  issuer = await makeLandlord(server, verified)
  address = newAddress()
  await server.mails()
})

function newAddress() {
  return `customer-${++addresses}@example.com`
}

const customers = (count: number) =>
  Array.from({ length: count }, () => ({ customer_email: newAddress() }))

function issueBatch(body: object) {
  return server.call(prepaidCodeBatches.create, { as: issuer, body: { balance: 10, ...body } })
}

async function stateOf(id: string) {
  return server.call(prepaidCodeBatches.get, { as: issuer, params: { id } })
}

function mailBatch(id: string, codes: number) {
  return server.call(prepaidCodeBatches.mail, { as: issuer, params: { id }, body: { codes } })
}

/** Sends code mails as three servers do, until none is left. */
async function work() {
  const { database, parts } = server
  for (;;) {
    await Promise.all([1, 2, 3].map(() => sendCodeMails(database, parts.config)))
    if ((await waitingMails()) === 0) return server.mails()
    await server.mails()
  }
}

async function waitingMails() {
  const { count } = await server.database
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function mailsTo(to: string): Promise<Mail[]> {
  return (await work()).filter((mail) => mail.to === to)
}

describe('mail to the customer of a code', () => {
  test('goes out once for an issued code if wanted, with any number of servers', async () => {
    const { code } = await makeCode(server, issuer, {
      ...{ balance: 12.5, customer_email: address, mail_customer: true },
    })
    const [mail, ...more] = await mailsTo(address)
    expect(more).toEqual([])
    expect(mail?.subject).toBe(`Prepaid code with $12.50 from ${issuer.email}`)
    expect(mail?.text).toContain(`Code: ${code}`)
    expect(mail?.text).toContain(`Valid at: machines of ${issuer.email}\n`)
    expect(mail?.text).toContain(`https://coinless.example.com/payments#code=${code}\n`)
    await makeCode(server, issuer, { customer_email: address })
    expect(await mailsTo(address)).toHaveLength(1)
  })

  test('goes out for each top-up by the issuer that asks for it', async () => {
    const { id } = await makeCode(server, issuer, { customer_email: address })
    const topUp = (mail_customer: boolean) =>
      server.call(prepaidCodes.topUp, {
        ...{ as: issuer, params: { id }, body: { amount: 5, mail_customer } },
      })
    for (const wanted of [true, false, true]) await topUp(wanted)
    const subjects = (await mailsTo(address)).map(({ subject }) => subject)
    expect(subjects).toEqual(Array(2).fill('$5.00 added to your prepaid code'))
  })

  test('uses the language of the customer’s last payment, else of the caller', async () => {
    const reader = await makeUser(server, verified)
    const { id } = await makeCode(server, issuer, { customer_email: reader.email })
    await server.app.inject({
      method: 'POST',
      url: `/api/prepaid-codes/${id}/top-up`,
      headers: { authorization: `Bearer ${issuer.token}`, 'accept-language': 'es' },
      payload: { amount: 5, mail_customer: true },
    })
    expect((await mailsTo(reader.email))[0]?.subject).toBe('$5.00 más en tu código prepago')
  })

  test('names the machines that accept a code of an admin', async () => {
    const admin = await makeAdmin(server)
    const landlord_email = issuer.email
    for (const bound of [{}, { landlord_email }, { landlord_email: newAddress() }]) {
      await makeCode(server, admin, { ...bound, customer_email: address, mail_customer: true })
    }
    const places = (await mailsTo(address)).map(({ text }) => /Valid at: (.+)/.exec(text)?.[1])
    expect(new Set(places)).toEqual(
      new Set([
        'all machines on this Coinless server',
        `machines of ${issuer.email}`,
        `machines of ${admin.email}`,
      ]),
    )
  })

  test('contains nothing that the issuer typed except the code', async () => {
    const words = 'You won a prize.example'
    await server.database
      .updateTable('users')
      .set({ full_name: words })
      .where('id', '=', issuer.id)
      .execute()
    const facts = { customer_name: words, location: words, tag: words }
    await makeCode(server, issuer, { ...facts, customer_email: address, mail_customer: true })
    expect(JSON.stringify(await mailsTo(address))).not.toContain('prize')
  })

  test('requires a verified issuer; else no code is issued', async () => {
    const unverified = await makeLandlord(server)
    const body = {
      ...{ code: 'not-to-be-made-7x', balance: 1 },
      ...{ customer_email: address, mail_customer: true },
    }
    const refused = await server.refused(prepaidCodes.create, { as: unverified, body })
    expect(refused.body.code).toBe('mail_needs_verified')
    const list = await server.call(prepaidCodes.list, { as: unverified, query: {} })
    expect(list.pagination.total).toBe(0)
  })

  test('is limited per address and day across issuers; the rest waits', async () => {
    const another = await makeLandlord(server, verified)
    for (let n = 0; n < limits.codeMailsToAddress; n++) {
      for (const as of [issuer, another]) {
        await makeCode(server, as, { customer_email: address, mail_customer: true })
      }
    }
    expect(await mailsTo(address)).toHaveLength(limits.codeMailsToAddress)
    await server.asOwner(`update unrequested_mails set created_at = created_at - interval '1 day';
      update code_mails set due_at = now()`)
    expect(await mailsTo(address)).toHaveLength(2 * limits.codeMailsToAddress)
  })

  test('can be sent again after a change of customer, only to the new one', async () => {
    const { id } = await issueBatch({ customers: customers(1), mail_customers: true })
    await work()
    expect((await stateOf(id)).not_mailed).toBe(0)
    const query = { batch_id: id }
    const [code] = (await server.call(prepaidCodes.list, { as: issuer, query })).data
    await server.call(prepaidCodes.changeCustomer, {
      ...{ as: issuer, params: { id: code?.id ?? '' }, body: { customer_email: address } },
    })
    expect(await stateOf(id)).toMatchObject({ not_mailed: 1, mails: { asked: 0, sent: 0 } })
    await mailBatch(id, 1)
    expect(await mailsTo(address)).toHaveLength(1)
  })
})

describe('mail to the customers of a batch', () => {
  test('reaches each customer, and the batch shows how many were sent', async () => {
    const people = customers(23)
    const list = [...people, { customer_name: 'Without an address' }]
    const { id } = await issueBatch({ customers: list, mail_customers: true })
    expect(await stateOf(id)).toMatchObject({
      ...{ with_email: 23, not_mailed: 0, mails: { asked: 23, sent: 0, refused: 0 } },
    })
    await sendCodeMails(server.database, server.parts.config)
    expect(await waitingMails()).toBe(limits.codeMailsAtOnce)
    await sendCodeMails(server.database, server.parts.config)
    expect(await waitingMails(), 'none more while these wait').toBe(limits.codeMailsAtOnce)
    const mails = await work()
    const codes = await server.call(prepaidCodes.list, {
      ...{ as: issuer, query: { batch_id: id, limit: 100 } },
    })
    for (const { customer_email, code } of codes.data.slice(0, 23)) {
      const texts = mails.filter(({ to }) => to === customer_email).map(({ text }) => text)
      expect(texts).toEqual([expect.stringContaining(code)])
    }
    expect((await stateOf(id)).mails).toEqual({ asked: 23, sent: 23, refused: 0 })
  })

  test('goes to the customers not mailed yet: as many as shown, or none', async () => {
    const { id } = await issueBatch({ customers: customers(3) })
    expect((await stateOf(id)).not_mailed).toBe(3)
    const sent = { as: issuer, params: { id }, body: { codes: 2 } }
    const refused = await server.refused(prepaidCodeBatches.mail, sent)
    expect(refused.body.code).toBe('batch_changed')
    await mailBatch(id, 3)
    await work()
    expect(await stateOf(id)).toMatchObject({ not_mailed: 0, mails: { asked: 3, sent: 3 } })
  })

  test('skips disabled and deleted codes; a code enabled again can be mailed', async () => {
    const { id } = await issueBatch({ customers: customers(3), mail_customers: true })
    const query = { batch_id: id, limit: 100 }
    const { data } = await server.call(prepaidCodes.list, { as: issuer, query })
    const [first, second, third] = data.map((code) => ({ params: { id: code.id } }))
    await server.call(prepaidCodes.setDisabled, {
      ...{ as: issuer, params: first?.params as { id: string }, body: { disabled: true } },
    })
    await server.call(prepaidCodes.delete, { as: issuer, params: second?.params as { id: string } })
    const mails = await work()
    const told = mails.filter(({ to }) => data.some(({ customer_email }) => customer_email === to))
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain(data.find(({ id }) => id === third?.params.id)?.code)
    expect(await stateOf(id)).toMatchObject({ not_mailed: 0, mails: { asked: 1, sent: 1 } })
    await server.call(prepaidCodes.setDisabled, {
      ...{ as: issuer, params: first?.params as { id: string }, body: { disabled: false } },
    })
    expect((await stateOf(id)).not_mailed).toBe(1)
  })

  test('reports a top-up to each customer if wanted', async () => {
    const { id } = await issueBatch({ customers: [{ customer_email: address }] })
    await server.call(prepaidCodeBatches.topUp, {
      ...{ as: issuer, params: { id }, body: { codes: 1, amount: 7, mail_customers: true } },
    })
    expect((await mailsTo(address)).map(({ subject }) => subject)).toEqual([
      '$7.00 added to your prepaid code',
    ])
  })

  test('lists the addresses that the mail server refuses, and no others', async () => {
    const [good, bad] = [newAddress(), newAddress()]
    const list = [good, bad].map((customer_email) => ({ customer_email }))
    const { id } = await issueBatch({ customers: list, mail_customers: true })
    await sendCodeMails(server.database, server.parts.config)
    const mailer = {
      check: async () => {},
      send: async ({ to }: Mail) => {
        if (to === bad) throw Object.assign(new Error('no such mailbox'), { rejected: [to] })
      },
    }
    const { run, rest } = mailSender({ ...server.parts, mailer }, makeMetrics())
    await run().then(rest)
    const refused = {
      mails: { asked: 2, sent: 1, refused: 1 },
      refused_mails: [{ customer_email: bad }],
    }
    expect(await stateOf(id)).toMatchObject(refused)
    await server.database.updateTable('jobs').set({ expires_at: sql`now()`, attempts: 0 }).execute()
    await run().then(rest)
    expect(await stateOf(id), 'given up').toMatchObject(refused)
  })

  test('reaches customers while the mail server refuses the addresses of others', async () => {
    const refused = Array.from({ length: limits.codeMailsAtOnce }, () => newAddress())
    const list = refused.map((customer_email) => ({ customer_email }))
    await issueBatch({ customers: list, mail_customers: true })
    await sendCodeMails(server.database, server.parts.config)
    const reached: string[] = []
    const mailer = {
      check: async () => {},
      send: async ({ to }: Mail) => {
        if (refused.includes(to))
          throw Object.assign(new Error('no such mailbox'), { rejected: [to] })
        reached.push(to)
      },
    }
    const { run, rest } = mailSender({ ...server.parts, mailer }, makeMetrics())
    await run().then(rest)
    await issueBatch({ customers: [{ customer_email: address }], mail_customers: true })
    await sendCodeMails(server.database, server.parts.config)
    await run().then(rest)
    expect(reached).toEqual([address])
    await server.asOwner('delete from jobs')
  })

  test('stops when the issuer closes the account', async () => {
    await issueBatch({ customers: [{ customer_email: address }], mail_customers: true })
    await server.call(ownAccount.close, { as: issuer, body: { current_password: password } })
    expect(await mailsTo(address)).toEqual([])
  })
})
