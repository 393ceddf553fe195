import type { ReportKind } from '@coinless/contract/choices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { sql } from 'kysely'
import { machineInMail, verifiedOwnersText } from '../../notifications/mail/machine-name.ts'
import {
  type NoticeSource,
  noticePauseSeconds,
  notify,
  type Told,
} from '../../notifications/preferences/notifier.ts'
import { toldColumns, waysOf } from '../../notifications/preferences/ways.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isDue } from '../../platform/database/due.ts'

interface Notice extends Told {
  id: string
  kind: 'case' | 'answered' | 'done'
  /** Not a former operator. */
  is_concerned: boolean
  report_id: string
  case_id: string
  report_kind: ReportKind
  device_number: string
  /** null if its owner is not verified. */
  location: string | null
  is_automatic: boolean
  /** Text of the report or of the answer, if it may be sent. */
  text: string | null
  language: Language
}

const reportNotices: NoticeSource<Notice> = {
  due: dueNotices,
  words: wordsOf,
  about: ({ report_id }) => report_id,
  useful: () => ({ minutes: limits.reportNoticeDays * 24 * 60 }),
  postpone: (transaction, { id }, due_at) =>
    transaction.updateTable('report_notifications').set({ due_at }).where('id', '=', id).execute(),
  done: (transaction, { id }) =>
    transaction.deleteFrom('report_notifications').where('id', '=', id).execute(),
}

/** Delivers due notifications about reports. */
export function notifyReports(database: Database, config: AppConfig): Promise<void> {
  return notify(database, config, reportNotices)
}

/**
 * Includes those of former operators, which end without a notification. Texts of unverified reporters, and answers for
 * machines of unverified owners, are only in the inbox (decisions 73 and 109).
 */
async function dueNotices(transaction: Database): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    select notice.id, notice.kind, reports.id as report_id, case_id, report_cases.kind as report_kind, is_automatic,
      told.closed_at is null and (notice.kind <> 'case' or devices.owner_id = told.id
        or (devices.landlord_email = told.email and devices.landlord_accepted and told.email_verified)) as is_concerned,
      ${machineInMail(sql`devices.id`, sql`reports.device_number`)} as device_number,
      ${verifiedOwnersText(sql`devices.id`, sql`devices.location`)} as location,
      coalesce(
        ${verifiedOwnersText(sql`devices.id`, sql`answer.text`)},
        case when notice.kind = 'case' and reporter.email_verified then reports.text end
      ) as text, reports.language, ${toldColumns}
    from report_notifications as notice
      join reports on reports.id = notice.report_id
      join users as reporter on reporter.id = reports.user_id
      join report_cases on report_cases.id = case_id
      join devices on devices.id = device_id
      join users as told on told.id = notice.user_id
      left join report_answers as answer on answer.id = answer_id
      left join notification_preferences as choices on choices.user_id = told.id
      cross join ${waysOf(sql.lit('report'))}
    where ${isDue(sql`notice.due_at`, noticePauseSeconds)}
    order by notice.due_at
    limit ${sql.lit(limits.noticesAtOnce)}
    for update of notice skip locked`.execute(transaction)
  return rows
}

/** Accounts have no language: operators are notified in English, reporters in the language of their report. */
function wordsOf({ kind, report_kind, device_number: deviceNumber, text, ...notice }: Notice) {
  if (!notice.is_concerned) return undefined
  if (kind === 'case') {
    const words = notice.is_automatic
      ? mailTexts.en.report_automatic({ deviceNumber })
      : mailTexts.en.report_made({
          deviceNumber,
          kind: report_kind,
          text,
          location: notice.location,
        })
    return { ...words, path: `/report-cases/${notice.case_id}` }
  }
  const texts = mailTexts[notice.language]
  const path = `/reports/${notice.report_id}`
  if (kind === 'done') return { ...texts.report_done({ deviceNumber }), path }
  return { ...texts.report_answered({ deviceNumber, text }), path }
}
