import { randomUUID } from 'node:crypto'
import type { Metrics } from '../../http/observability/metrics.ts'
import type { Server } from '../../http/request/server.ts'
import { Workers } from '../../platform/concurrency/workers.ts'
import {
  beginOutage,
  type ClaimedJob,
  endOutage,
  isProbeDue,
  removeJob,
} from '../../platform/jobs/queue.ts'
import { isAboutOneMail, type Mail } from '../../platform/mailer/mailer.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import {
  abandonMails,
  claimMails,
  isMailDelayed,
  mailQueue,
  markRefused,
  openMail,
  removeSentMail,
  requeueMail,
} from './outbox.ts'
import { withReceiptLines } from './receipt-lines.ts'

type Parts = Pick<Server, 'app' | 'config' | 'database' | 'mailer'>

/** Sends due mails. Several servers share the work. */
export function mailSender(server: Parts, { jobs }: Metrics) {
  const { app, config, database, mailer } = server
  /** Sent, but the database was lost before it was recorded. */
  const sent = new Set<string>()

  async function recordSent() {
    for (const id of sent) {
      await removeSentMail(database, id)
      sent.delete(id)
    }
  }

  async function deliver(claimed: ClaimedJob): Promise<void> {
    const { id, created_at: date, is_probe } = claimed
    const mail = openMail(config, claimed)
    if (!mail) {
      app.log.error({ mailId: id }, 'mail dropped: sealed with another JWT_SECRET')
      jobs.inc({ queue: mailQueue.name, outcome: 'dropped' })
      return removeJob(database, id)
    }
    try {
      const numbered = await withReceiptLines(database, mail, date)
      if (!numbered) return await requeueMail(database, id, true)
      await mailer.send(numbered, { id, date })
    } catch (err) {
      jobs.inc({ queue: mailQueue.name, outcome: 'again' })
      return retry(id, err)
    }
    jobs.inc({ queue: mailQueue.name, outcome: 'done' })
    sent.add(id)
    if (is_probe) await endOutage(database, mailQueue)
    await removeSentMail(database, id)
    sent.delete(id)
  }

  async function retry(id: string, err: unknown): Promise<void> {
    if (isAboutOneMail(err)) {
      await requeueMail(database, id, true)
      await markRefused(database, id)
      app.log.warn({ err, mailId: id }, 'mail refused; will retry')
      return
    }
    app.log.warn({ err }, 'mail not accepted by the mail server; will retry')
    // First, so that this mail waits, too.
    await beginOutage(database, mailQueue)
    await requeueMail(database, id, false)
  }

  const workers = new Workers({
    atOnce: mailQueue.atOnce,
    claim: (free) => claimMails(database, free),
    work: deliver,
    failed: (err, mail) => app.log.warn({ err, mailId: mail?.id }, 'sending mails failed'),
  })

  return {
    /** Starts due mails without waiting for them. */
    run: async () => {
      await recordSent()
      const givenUp = await abandonMails(database)
      if (givenUp > 0) {
        jobs.inc({ queue: mailQueue.name, outcome: 'dropped' }, givenUp)
        app.log.error({ count: givenUp }, 'mails dropped: not accepted by the mail server in time')
      }
      await workers.run()
      if (workers.isIdle && (await isProbeDue(database, mailQueue))) await checkMailServer(server)
    },
    rest: () => workers.rest(),
    stop: () => workers.stop(),
  }
}

/** At startup, which continues regardless of the result. */
export async function checkMailServer({ app, config, database, mailer }: Parts): Promise<void> {
  try {
    await mailer.check()
    await endOutage(database, mailQueue)
    if (config.smtpUrl) app.log.info('the mail server answers')
  } catch (err) {
    app.log.warn({ err }, 'the mail server is unavailable; mails are queued')
    await beginOutage(database, mailQueue)
  }
}

/**
 * Sends a test mail immediately.
 * @throws Refusal mail_not_sent
 */
export async function sendTestMail({ app, database, mailer }: Parts, mail: Mail): Promise<void> {
  try {
    await mailer.send(mail, { id: randomUUID(), date: new Date() })
  } catch (err) {
    app.log.warn({ err }, 'test mail failed')
    const reason = err instanceof Error ? err.message : ''
    throw new Refusal('mail_not_sent', { reason })
  }
  if (await isMailDelayed(database)) await endOutage(database, mailQueue)
}
