import { randomUUID } from 'node:crypto'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { seconds } from '../../platform/database/due.ts'
import {
  type ClaimedJob,
  claimJobs,
  dropping,
  dueAgain,
  enqueue,
  type Job,
  type Queue,
} from '../../platform/jobs/queue.ts'
import { open, seal } from '../../platform/secrets/sealed.ts'
import type { NumberedMail } from './receipt-lines.ts'

type Secret = Pick<AppConfig, 'jwtSecret'>

export const mailQueue: Queue = {
  name: 'mails',
  atOnce: limits.mailsAtOnce,
  pause: { seconds: limits.mailPauseSeconds, longest: limits.mailPauseSecondsMax },
  lease: limits.mailClaimSeconds,
  longestSeconds: limits.mailPauseSecondsMax + limits.mailClaimSeconds,
}

/**
 * Queues a mail in the caller's transaction, so that neither is lost.
 * @returns its id
 */
export async function queueMail(
  transaction: Database,
  { jwtSecret }: Secret,
  mail: NumberedMail,
  minutes: number = limits.mailHours * 60,
): Promise<string> {
  const id = randomUUID()
  const sealed = seal(jwtSecret, Buffer.from(JSON.stringify(mail)), ownerOf(id))
  const expires_at = sql<Date>`now() + make_interval(mins => ${minutes})`
  const due_at = mail.receipt && sql<Date>`now() + ${seconds(limits.receiptMailSeconds)}`
  await enqueue(transaction, mailQueue, { id, sealed, expires_at, ...(due_at && { due_at }) })
  return id
}

/** @returns undefined if it was sealed with another secret and can never be sent */
export function openMail({ jwtSecret }: Secret, { id, sealed }: Job): NumberedMail | undefined {
  const text = sealed && open(jwtSecret, sealed, ownerOf(id))
  return text ? (JSON.parse(text.toString()) as NumberedMail) : undefined
}

function ownerOf(id: string): string {
  return `mail ${id}`
}

export function claimMails(
  database: Database,
  free: number = limits.mailsAtOnce,
): Promise<ClaimedJob[]> {
  return claimJobs(database, mailQueue, free)
}

/** Records that a mail to a code's customer was sent. */
export async function removeSentMail(database: Database, id: string): Promise<void> {
  await sql`with gone as (delete from jobs where id = ${id} returning id)
    update code_mails set sent_at = now(), is_refused = false from gone
    where job_id = gone.id and sent_at is null`.execute(database)
}

/** Schedules a retry. If the mail server failed, all mails wait for its pause. */
export async function requeueMail(
  database: Database,
  id: string,
  ownPause: boolean,
): Promise<void> {
  await database
    .updateTable('jobs')
    .set({ due_at: ownPause ? dueAgain(mailQueue) : sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Shows the issuer that the mail server refuses the mail to a code's customer. */
export async function markRefused(database: Database, id: string): Promise<void> {
  await database
    .updateTable('code_mails')
    .set({ is_refused: true })
    .where('job_id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Deletes queued mails to an address. Addresses are sealed, so this needs the secret. */
export async function forgetMailsTo(
  transaction: Database,
  config: Secret,
  address: string,
): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const part = await transaction
      .selectFrom('jobs')
      .selectAll()
      .where('queue', '=', mailQueue.name)
      .where('id', '>', last)
      .orderBy('id')
      .limit(limits.forgottenAtClosing)
      .execute()
    const ids = part.filter((mail) => openMail(config, mail)?.to === address).map(({ id }) => id)
    if (ids.length > 0) await transaction.deleteFrom('jobs').where('id', 'in', ids).execute()
    if (part.length < limits.forgottenAtClosing) return
    last = part.at(-1)?.id ?? last
  }
}

/** Deletes some expired mails that are not being sent. @returns how many */
export async function abandonMails(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with given_up as (${dropping(mailQueue)}),
    noted as (
      update code_mails set is_refused = true from given_up
      where job_id = given_up.id and sent_at is null
    )
    select count(*) from given_up`.execute(database)
  return rows[0]?.count ?? 0
}

/** Whether mails wait for the mail server. */
export async function isMailDelayed(database: Database): Promise<boolean> {
  return (await mailOutage(database)) !== undefined
}

function mailOutage(database: Database) {
  return database
    .selectFrom('job_outages')
    .select('started_at')
    .where('queue', '=', mailQueue.name)
    .executeTakeFirst()
}

/** State of the outbox, for admins. */
export async function mailState(database: Database) {
  const { waiting } = await database
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('queue', '=', mailQueue.name)
    .executeTakeFirstOrThrow()
  const outage = await mailOutage(database)
  return { waiting, failing_since: outage?.started_at ?? null }
}
