import { auth } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import { mail as mails } from '@coinless/contract/mail.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { startMailServer } from '../../../test/servers/mail-server.ts'
import { testApp } from '../../../test/support/app.ts'
import { makeAdmin, makeUser } from '../../../test/support/make.ts'
import { makeMetrics } from '../../http/observability/metrics.ts'
import { type Mailer, smtpMailer } from '../../platform/mailer/mailer.ts'
import { checkMailServer, mailSender } from './mail-sender.ts'
import { claimMails, queueMail } from './outbox.ts'

const server = testApp()
const config = () => server.parts.config
beforeEach(() => server.asOwner('delete from jobs; delete from job_outages'))

function mailerAt(port: number): Mailer {
  return smtpMailer(`smtp://127.0.0.1:${port}`, 'coinless@example.com')
}

/** A sender with its own metrics, as on a separate server. */
function sender(mailer: Mailer) {
  const metrics = makeMetrics()
  const its = mailSender({ ...server.parts, mailer }, metrics)
  return { send: () => its.run().then(its.rest), metrics }
}

function queue(to = 'ana@example.com') {
  return queueMail(server.database, config(), { to, subject: 'Receipt', text: 'For $1.00' })
}

/** Moves time by more than any pause. */
async function pass() {
  const passed = sql`interval '1 second' * ${limits.mailPauseSecondsMax}`
  await sql`update jobs set due_at = due_at - ${passed}`.execute(server.database)
  await sql`update job_outages set next_attempt_at = next_attempt_at - ${passed}`.execute(
    server.database,
  )
}

async function waiting() {
  const rows = await server.database.selectFrom('jobs').selectAll().execute()
  return rows.length
}

/** A free port, for a mail server that starts later. */
async function freePort() {
  const { port, stop } = await startMailServer()
  await stop()
  return port
}

describe('while the mail server fails', () => {
  // id: outbox-2
  test('a mail waits and is sent once after recovery', async () => {
    const port = await freePort()
    const { send, metrics } = sender(mailerAt(port))
    const { email } = await makeUser(server)
    await server.call(auth.sendPasswordCode, { body: { email } })
    const asked = await waiting()
    await send()
    await send()
    expect(await waiting()).toBe(asked)
    const { received, stop } = await startMailServer({}, port)
    await send()
    expect(received).toEqual([])
    while ((await waiting()) > 0) {
      await pass()
      await send()
    }
    await send()
    expect(received.filter((mail) => mail.startsWith(`${email}\n`))).toHaveLength(asked)
    expect(await metrics.registry.metrics()).toContain(
      `coinless_jobs_total{queue="mails",outcome="done"} ${asked}`,
    )
    await stop()
  })

  test('a request for a code reports the delay, with or without an account at the address', async () => {
    const port = await freePort()
    const { send } = sender(mailerAt(port))
    const as = await makeUser(server)
    const answers = async () => [
      await server.call(me.verification, { as }),
      await server.call(me.sendVerification, { as }),
      await server.call(auth.sendPasswordCode, { body: { email: as.email } }),
      await server.call(auth.sendPasswordCode, { body: { email: 'nobody@example.com' } }),
    ]
    const told = (mail_delayed: boolean) => Array(4).fill({ mail_delayed })
    expect(await answers()).toEqual(told(false))
    await send()
    expect(await answers()).toEqual(told(true))
    const { stop } = await startMailServer({}, port)
    await pass()
    await send()
    expect(await answers()).toEqual(told(false))
    await stop()
  })

  test('one mail at a time is tried, after growing pauses with a maximum', async () => {
    const { send } = sender(mailerAt(await freePort()))
    for (let n = 0; n < 5; n++) await queue()
    const pauses: number[] = []
    for (let n = 0; n < 8; n++) {
      await send()
      const { rows } = await sql<{ pause: number; tries: number }>`
        select round(extract(epoch from next_attempt_at - now()))::integer as pause,
          (select sum(attempts)::integer from jobs) as tries from job_outages`.execute(
        server.database,
      )
      pauses.push(rows[0]?.pause ?? 0)
      expect(rows[0]?.tries).toBe(5 + n)
      await pass()
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 300, 300, 300])
  })

  test('the server starts with a notice, and detects the recovery', async () => {
    const port = await freePort()
    const mailer = mailerAt(port)
    await checkMailServer({ ...server.parts, mailer })
    const as = await makeAdmin(server)
    await server.asOwner('delete from jobs')
    const state = () => server.call(mails.state, { as })
    expect(await state()).toEqual({ waiting: 0, failing_since: expect.any(String) })
    const { stop } = await startMailServer({}, port)
    await pass()
    await sender(mailer).send()
    expect(await state()).toEqual({ waiting: 0, failing_since: null })
    await stop()
  })

  test('a mail is given up after a day, a code when it expires, and both are counted', async () => {
    const { send, metrics } = sender(mailerAt(await freePort()))
    const as = await makeUser(server)
    await server.asOwner('delete from jobs')
    await server.call(auth.sendPasswordCode, { body: { email: as.email } })
    await queue()
    const left = async (hours: number) => {
      await server.asOwner(`update jobs set expires_at = expires_at - interval '${hours} hours'`)
      await pass()
      await send()
      return waiting()
    }
    expect(await left(0)).toBe(2)
    expect(await left(limits.emailCodeMinutes / 60)).toBe(1)
    expect(await left(limits.mailHours - 2)).toBe(1)
    expect(await left(1)).toBe(0)
    expect(await metrics.registry.metrics()).toContain(
      'coinless_jobs_total{queue="mails",outcome="dropped"} 2',
    )
  })
})

test('sends each mail from only one of several servers', async () => {
  const { port, received, stop } = await startMailServer()
  const servers = [1, 2, 3].map(() => sender(mailerAt(port)))
  for (let n = 0; n < 25; n++) await queue(`to-${n}@example.com`)
  while ((await waiting()) > 0) await Promise.all(servers.map(({ send }) => send()))
  const recipients = received.map((mail) => mail.split('\n')[0])
  expect(recipients).toHaveLength(25)
  expect(new Set(recipients).size).toBe(25)
  await stop()
})

test('claims a mail once, also when another server began its search earlier', async () => {
  await queue()
  await server.database.transaction().execute(async (transaction) => {
    await sql`select now()`.execute(transaction)
    expect(await claimMails(server.database)).toHaveLength(1)
    expect(await claimMails(transaction)).toEqual([])
  })
  await server.asOwner('delete from jobs')
})

test('sends mails claimed by a stuck server from another one after a pause', async () => {
  const { port, received, stop } = await startMailServer()
  await queue()
  void sender({ send: () => new Promise(() => {}), check: async () => {} }).send()
  const tries = () => server.database.selectFrom('jobs').select('attempts').execute()
  await expect.poll(tries).toEqual([{ attempts: 1 }])
  const other = sender(mailerAt(port))
  await other.send()
  expect(received).toEqual([])
  await pass()
  await other.send()
  expect(received).toHaveLength(1)
  await stop()
})

test('does not resend a mail that was sent while the database was lost', async () => {
  const { port, received, stop } = await startMailServer()
  const { send } = sender(mailerAt(port))
  await queue()
  await server.asOwner(`
    create function fail() returns trigger language plpgsql as $$ begin raise 'lost'; end $$;
    create trigger fail before delete on jobs for each row execute function fail()`)
  await send()
  expect(await waiting()).toBe(1)
  await server.asOwner('drop trigger fail on jobs; drop function fail()')
  await pass()
  await send()
  expect(received).toHaveLength(1)
  expect(await waiting()).toBe(0)
  await stop()
})

test('delays only the mail whose recipient is rejected', async () => {
  const { port, received, stop } = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('full') ? new Error('The mailbox is full') : null),
  })
  const { send } = sender(mailerAt(port))
  await queue('full@example.com')
  await queue()
  await send()
  await queue()
  await send()
  expect(received).toHaveLength(2)
  expect(await waiting()).toBe(1)
  await stop()
})

// id: outbox-1
test('seals a waiting mail and keeps nothing of it once it is sent', async () => {
  const { port, received, stop } = await startMailServer()
  const { email } = await makeUser(server)
  await server.asOwner('delete from jobs')
  await server.call(auth.sendPasswordCode, { body: { email } })
  const { rows } = await sql<{ kept: string }>`
    select jobs::text || encode(sealed, 'escape') as kept from jobs`.execute(server.database)
  await sender(mailerAt(port)).send()
  const code = /^[0-9A-Z]{4}-[0-9A-Z]{4}/m.exec(received[0] ?? '')?.[0] ?? 'none'
  expect(received[0]).toContain(code)
  expect(rows).toHaveLength(1)
  for (const secret of [code, code.replace('-', ''), email]) {
    expect(rows[0]?.kept).not.toContain(secret)
  }
  expect(await waiting()).toBe(0)
  await stop()
})

test('does not delay other mails for one sealed with another secret', async () => {
  const { port, received, stop } = await startMailServer()
  const { send } = sender(mailerAt(port))
  await queueMail(
    server.database,
    { jwtSecret: 'another secret' },
    { to: '', subject: '', text: '' },
  )
  await queue()
  await send()
  expect(received).toHaveLength(1)
  expect(await waiting()).toBe(0)
  await stop()
})

test('queues a mail only if its transaction commits', async () => {
  const failing = server.database.transaction().execute(async (transaction) => {
    await queueMail(transaction, config(), { to: 'ana@example.com', subject: '', text: '' })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(await waiting()).toBe(0)
})

test('sends an admin a test mail to their own address, or the reason for a failure', async () => {
  const port = await freePort()
  const as = await makeAdmin(server)
  const app = await server.replica({ mailer: mailerAt(port) })
  const call = {
    method: 'POST',
    url: '/api/admin-mail/test',
    headers: { authorization: `Bearer ${as.token}` },
  } as const
  const refused = await app.inject(call)
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'mail_not_sent'])
  expect(refused.json().error).toMatch(/did not accept the email: connect ECONNREFUSED .*[.]$/)
  const { received, stop } = await startMailServer({}, port)
  expect((await app.inject(call)).statusCode).toBe(204)
  expect(received[0]).toContain(`${as.email}\n`)
  await app.close()
  await stop()
})
