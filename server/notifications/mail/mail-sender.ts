import { randomUUID } from 'node:crypto'
import type { Metrics } from '../../http/observability/metrics.ts'
import type { Server } from '../../http/request/server.ts'
import { isAboutOneMail, type Mail } from '../../platform/mailer/mailer.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import {
  abandonMails,
  beginOutage,
  claimMails,
  endOutage,
  isMailDelayed,
  isProbeDue,
  markRefused,
  openMail,
  removeMail,
  removeSentMail,
  requeueMail,
  type WaitingMail,
} from './outbox.ts'

const queue = 'mails'

type Parts = Pick<Server, 'app' | 'config' | 'database' | 'mailer'>

/** Sends due mails. Several servers share the work. */
export function mailSender(server: Parts, { jobs }: Metrics) {
  const { app, config, database, mailer } = server
  /** Sent, but the database was lost before it was recorded. */
  const sent = new Set<string>()

  async function tellSent() {
    for (const id of sent) {
      await removeSentMail(database, id)
      sent.delete(id)
    }
  }

  /** @returns the mail server's error, if any */
  async function deliver(waiting: WaitingMail): Promise<unknown> {
    const { id, created_at: date } = waiting
    const mail = openMail(config, waiting)
    if (!mail) {
      app.log.error({ mailId: id }, 'mail dropped: sealed with another JWT_SECRET')
      jobs.inc({ queue, outcome: 'dropped' })
      return removeMail(database, id)
    }
    try {
      await mailer.send(mail, { id, date })
    } catch (err) {
      jobs.inc({ queue, outcome: 'again' })
      const isAlone = isAboutOneMail(err)
      await requeueMail(database, id, isAlone)
      if (!isAlone) return err
      await markRefused(database, id)
      app.log.warn({ err, mailId: id }, 'mail refused; will retry')
      return undefined
    }
    jobs.inc({ queue, outcome: 'done' })
    sent.add(id)
    await endOutage(database)
    return undefined
  }

  return async () => {
    await tellSent()
    const givenUp = await abandonMails(database)
    if (givenUp > 0) {
      jobs.inc({ queue, outcome: 'dropped' }, givenUp)
      app.log.error({ count: givenUp }, 'mails dropped: not accepted by the mail server in time')
    }
    const mails = await claimMails(database)
    if (mails.length === 0 && (await isProbeDue(database))) return checkMailServer(server)
    const failures = (await Promise.all(mails.map(deliver))).filter(Boolean)
    if (failures.length > 0) {
      app.log.warn({ err: failures[0] }, 'mails not accepted by the mail server; will retry')
      await beginOutage(database)
    }
    await tellSent()
  }
}

/** At startup, which continues regardless of the result. */
export async function checkMailServer({ app, config, database, mailer }: Parts): Promise<void> {
  try {
    await mailer.check()
    await endOutage(database)
    if (config.smtpUrl) app.log.info('the mail server answers')
  } catch (err) {
    app.log.warn({ err }, 'the mail server is unavailable; mails are queued')
    await beginOutage(database)
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
  if (await isMailDelayed(database)) await endOutage(database)
}
