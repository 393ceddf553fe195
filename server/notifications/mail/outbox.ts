import { randomUUID } from 'node:crypto'
import { limits } from '@coinless/contract/limits.ts'
import { type Selectable, sql } from 'kysely'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isDue, pauseAfter, seconds } from '../../platform/database/due.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Mail } from '../../platform/mailer/mailer.ts'
import { open, seal } from '../../platform/secrets/sealed.ts'

type WaitingMail = Selectable<Tables['mails']>

export interface ClaimedMail extends WaitingMail {
  /** The mail server failed before. */
  is_probe: boolean
}

type Secret = Pick<AppConfig, 'jwtSecret'>

/**
 * Queues a mail in the caller's transaction, so that neither is lost.
 * @returns its id
 */
export async function queueMail(
  transaction: Database,
  { jwtSecret }: Secret,
  mail: Mail,
  minutes: number = limits.mailHours * 60,
): Promise<string> {
  const id = randomUUID()
  const sealed = seal(jwtSecret, Buffer.from(JSON.stringify(mail)), ownerOf(id))
  await transaction
    .insertInto('mails')
    .values({ id, sealed, expires_at: sql`now() + make_interval(mins => ${minutes})` })
    .execute()
  return id
}

/** @returns undefined if it was sealed with another secret and can never be sent */
export function openMail({ jwtSecret }: Secret, { id, sealed }: WaitingMail): Mail | undefined {
  const text = open(jwtSecret, sealed, ownerOf(id))
  return text && (JSON.parse(text.toString()) as Mail)
}

function ownerOf(id: string): string {
  return `mail ${id}`
}

const pause = { seconds: limits.mailPauseSeconds, longest: limits.mailPauseSecondsMax }
const longestPause = limits.mailPauseSecondsMax + limits.mailClaimSeconds
const isTryDue = isDue(sql`next_try_at`, longestPause)

/**
 * Claims due mails, fewest tries first. A claim expires if its server dies. While the mail server fails, one mail at a
 * time is tried, with growing pauses.
 * @param free how many this server can send now
 */
export async function claimMails(
  database: Database,
  free: number = limits.mailsAtOnce,
): Promise<ClaimedMail[]> {
  const one = sql.lit(free === limits.mailsAtOnce ? 1 : 0)
  const { rows } = await sql<ClaimedMail>`
    with due as (
      select id from mails
      where ${isTryDue} and expires_at > now()
        and not exists (select from mail_outage where not ${isTryDue})
      order by tries, next_try_at
      limit case when exists (select from mail_outage) then ${one} else ${free}::integer end
      for update skip locked
    )
    update mails set tries = tries + 1, next_try_at = now() + ${seconds(limits.mailClaimSeconds)}
    where id in (select id from due)
    returning *, exists (select from mail_outage) as is_probe`.execute(database)
  return rows
}

/** Records that a mail to a code's customer was sent. */
export async function removeSentMail(database: Database, id: string): Promise<void> {
  await sql`with gone as (delete from mails where id = ${id} returning id)
    update code_mails set sent_at = now(), is_refused = false from gone
    where mail_id = gone.id and sent_at is null`.execute(database)
}

export async function removeMail(database: Database, id: string): Promise<void> {
  await database.deleteFrom('mails').where('id', '=', id).execute()
}

/** Schedules a retry. If the mail server failed, all mails wait for its pause. */
export async function requeueMail(
  database: Database,
  id: string,
  ownPause: boolean,
): Promise<void> {
  await database
    .updateTable('mails')
    .set({ next_try_at: ownPause ? sql`now() + ${pauseAfter(sql`tries`, pause)}` : sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Shows the issuer that the mail server refuses the mail to a code's customer. */
export async function markRefused(database: Database, id: string): Promise<void> {
  await database
    .updateTable('code_mails')
    .set({ is_refused: true })
    .where('mail_id', '=', id)
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
      .selectFrom('mails')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(limits.forgottenAtClosing)
      .execute()
    const ids = part.filter((mail) => openMail(config, mail)?.to === address).map(({ id }) => id)
    if (ids.length > 0) await transaction.deleteFrom('mails').where('id', 'in', ids).execute()
    if (part.length < limits.forgottenAtClosing) return
    last = part.at(-1)?.id ?? last
  }
}

/** Deletes some expired mails that are not being sent. */
export async function abandonMails(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with given_up as (
      delete from mails where id = any (array(
        select id from mails where expires_at <= now() and (tries = 0 or ${isTryDue})
        limit ${sql.lit(limits.forgottenAtOnce)} for update skip locked))
      returning id
    ),
    noted as (
      update code_mails set is_refused = true from given_up
      where mail_id = given_up.id and sent_at is null
    )
    select count(*) from given_up`.execute(database)
  return rows[0]?.count ?? 0
}

/** Begins or prolongs an outage. Failures within its pause count once. */
export async function beginOutage(database: Database): Promise<void> {
  await sql`insert into mail_outage as known (next_try_at)
    values (now() + ${seconds(limits.mailPauseSeconds)})
    on conflict (is_only) do update
    set tries = known.tries + 1, next_try_at = now() + ${pauseAfter(sql`known.tries`, pause)}
    where ${isDue(sql`known.next_try_at`, longestPause)}`.execute(database)
}

/** @returns whether one existed */
export async function endOutage(database: Database): Promise<boolean> {
  const { numDeletedRows } = await database.deleteFrom('mail_outage').executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Whether the mail server may be tried again. */
export async function isProbeDue(database: Database): Promise<boolean> {
  const { rows } = await sql`select from mail_outage where ${isTryDue}`.execute(database)
  return rows.length > 0
}

/** Whether mails wait for the mail server. */
export async function isMailDelayed(database: Database): Promise<boolean> {
  const outage = await database.selectFrom('mail_outage').select('since').executeTakeFirst()
  return outage !== undefined
}

/** State of the outbox, for metrics and admins. */
export async function mailState(database: Database) {
  const { rows } = await sql<{ waiting: number; failing_since: Date | null }>`select
    (select count(*) from mails) as waiting,
    (select since from mail_outage) as failing_since`.execute(database)
  return rows[0] ?? { waiting: 0, failing_since: null }
}
