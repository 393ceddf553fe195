import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

interface FromReporter {
  /** Of the report or reply. */
  id: string
  /** The reporter, who is not notified. */
  user_id: string
}

/** Notifies the owner of a reported device and the landlord who has accepted it. */
export async function enqueueCaseAlert(
  transaction: Database,
  report: FromReporter,
  deviceId: string,
): Promise<void> {
  await write(transaction, toOperators('report_case', report, deviceId))
}

/** Notifies the same of a reply. */
export async function enqueueReply(
  transaction: Database,
  reply: FromReporter,
  deviceId: string,
): Promise<void> {
  await write(transaction, toOperators('report_answered', reply, deviceId))
}

function toOperators(kind: string, { id, user_id }: FromReporter, deviceId: string) {
  return sql`select ${id}::uuid, ${kind}, told.id
    from (
      select owner_id as id from devices where id = ${deviceId}
      union
      select users.id from devices join users on users.email = devices.landlord_email
      where devices.id = ${deviceId} and landlord_accepted and email_verified
    ) as told
    where told.id <> ${user_id}`
}

/** Notifies those who made the reports. */
export async function enqueueAnswers(transaction: Database, answerIds: string[]): Promise<void> {
  const rows = sql`select answer.id, 'report_answered', user_id
    from report_answers as answer join reports on reports.id = report_id
    where answer.id = any (${answerIds}::uuid[])`
  await write(transaction, rows)
}

/**
 * Notifies each person once, even with several reports; after a case was reopened, only if one of the two sides has
 * written since.
 */
export async function enqueueResolved(transaction: Database, reportIds: string[]): Promise<void> {
  const isClosed = sql`id = any (${reportIds}::uuid[])`
  const rows = sql`select distinct on (user_id) id, 'report_done', user_id
    from reports
    where ${isClosed} and (done_notified_at is null or exists (
      select from report_answers where report_id = reports.id and created_at > done_notified_at
    ))
    order by user_id, created_at desc, id`
  await write(transaction, rows)
  await sql`update reports set done_notified_at = now() where ${isClosed}`.execute(transaction)
}

/** Of reports that are open again: reporters who were not notified yet hear of the next resolution instead. */
export async function withdrawResolved(transaction: Database, caseId: string): Promise<void> {
  await sql`
    with withdrawn as (
      delete from jobs using reports
      where case_id = ${caseId} and done_at is null and jobs.user_id = reports.user_id and subject_id = reports.id
        and queue = 'notifications' and kind = 'report_done'
      returning subject_id
    )
    update reports set done_notified_at = null from withdrawn where id = subject_id`.execute(
    transaction,
  )
}

async function write(transaction: Database, rows: RawBuilder<unknown>): Promise<void> {
  await sql`insert into jobs (queue, subject_id, kind, user_id, expires_at)
    select 'notifications', notification.*, now() + make_interval(days => ${sql.lit(limits.reportNotificationDays)})
    from (${rows}) as notification`.execute(transaction)
}
