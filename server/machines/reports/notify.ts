import type { ReportKind } from '@coinless/contract/choices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { sql } from 'kysely'
import { machineInMail, verifiedOwnersText } from '../../notifications/mail/machine-name.ts'
import { queueMail } from '../../notifications/mail/outbox.ts'
import { quietHoursOf } from '../../notifications/preferences/choices.ts'
import { isQuiet } from '../../notifications/preferences/quiet.ts'
import { byAccount, queuePush } from '../../notifications/push/outbox.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isDue, seconds } from '../../platform/database/due.ts'
import { byMail, byPush } from './enqueue.ts'

interface Notice {
  id: string
  what: 'case' | 'answered' | 'done'
  report_id: string
  case_id: string
  kind: ReportKind
  device_number: string
  /** null if its owner is not verified. */
  location: string | null
  is_automatic: boolean
  /** Text of the report or of the answer, if it may be sent. */
  text: string | null
  language: Language
  user_id: string
  email: string
  by_mail: boolean
  by_push: boolean
  quiet_from: string | null
  quiet_until: string | null
  time_zone: string | null
  now: Date
}

const pauseSeconds = limits.noticePauseMinutes * 60
const pause = seconds(pauseSeconds)
const keptFor = sql<Date>`now() + make_interval(days => ${sql.lit(limits.reportNoticeDays)})`

/**
 * Sends due notifications, each by one server. Mail and push are queued in the transaction that deletes the notice, so
 * exactly once.
 */
export async function notifyReports(database: Database, config: AppConfig): Promise<void> {
  for (;;) {
    const count = await database.transaction().execute(async (transaction) => {
      const due = await dueNotices(transaction)
      for (const notice of byAccount(due)) await tell(transaction, config, notice)
      return due.length
    })
    if (count < limits.noticesAtOnce) return
  }
}

/**
 * Does not notify former operators. Texts of unverified reporters, and answers for machines of unverified owners, are
 * only in the inbox (decisions 73 and 109).
 */
async function dueNotices(transaction: Database): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    select notice.id, what, reports.id as report_id, case_id, kind, is_automatic,
      ${machineInMail(sql`devices.id`, sql`reports.device_number`)} as device_number,
      ${verifiedOwnersText(sql`devices.id`, sql`devices.location`)} as location,
      coalesce(
        ${verifiedOwnersText(sql`devices.id`, sql`answer.text`)},
        case when what = 'case' and reporter.email_verified then reports.text end
      ) as text, reports.language, notice.user_id, told.email,
      ${byMail} as by_mail, ${byPush} as by_push, now() as now,
      quiet_from, quiet_until, time_zone
    from report_notices as notice
      join reports on reports.id = notice.report_id
      join users as reporter on reporter.id = reports.user_id
      join report_cases on report_cases.id = case_id
      join devices on devices.id = device_id
      join users as told on told.id = notice.user_id and told.closed_at is null
      left join report_answers as answer on answer.id = answer_id
      left join notification_choices as choices on choices.user_id = told.id
    where ${isDue(sql`notice.next_look_at`, pauseSeconds)} and (what <> 'case' or devices.owner_id = told.id
      or (devices.landlord_email = told.email and devices.landlord_accepted and told.email_verified))
    order by notice.next_look_at
    limit ${sql.lit(limits.noticesAtOnce)}
    for update of notice skip locked`.execute(transaction)
  return rows
}

async function tell(transaction: Database, config: AppConfig, notice: Notice): Promise<void> {
  const { id, by_mail, by_push } = notice
  if ((by_mail || by_push) && isQuiet(notice.now, quietHoursOf(notice))) {
    await transaction
      .updateTable('report_notices')
      .set({ next_look_at: sql<Date>`now() + ${pause}` })
      .where('id', '=', id)
      .execute()
    return
  }
  const { subject, text, path } = wordsOf(notice)
  if (by_mail) {
    const link = config.publicUrl ? `\n\n${config.publicUrl}${path}` : ''
    const mail = { to: notice.email, subject, text: `${text}${link}\n` }
    await queueMail(transaction, config, mail, limits.reportNoticeDays * 24 * 60)
  }
  if (by_push) {
    const push = { title: subject, body: text, path, about: notice.report_id }
    await queuePush(transaction, config, notice.user_id, push, keptFor)
  }
  await transaction.deleteFrom('report_notices').where('id', '=', id).execute()
}

/** Accounts have no language: operators are notified in English, reporters in the language of their report. */
function wordsOf({ what, kind, device_number: deviceNumber, text, ...notice }: Notice) {
  if (what === 'case') {
    const words = notice.is_automatic
      ? mailTexts.en.report_automatic({ deviceNumber })
      : mailTexts.en.report_made({ deviceNumber, kind, text, location: notice.location })
    return { ...words, path: `/report-cases/${notice.case_id}` }
  }
  const texts = mailTexts[notice.language]
  const path = `/reports/${notice.report_id}`
  if (what === 'done') return { ...texts.report_done({ deviceNumber }), path }
  return { ...texts.report_answered({ deviceNumber, text }), path }
}
