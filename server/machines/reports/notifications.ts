import type { ReportKind } from '@coinless/contract/choices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { sql } from 'kysely'
import { lastLanguage } from '../../notifications/mail/last-language.ts'
import {
  machineInMail,
  placeInMail,
  verifiedOwnersText,
} from '../../notifications/mail/machine-name.ts'
import type { NotificationSource, Told } from '../../notifications/preferences/notifier.ts'
import { toldColumns, waysOf } from '../../notifications/preferences/ways.ts'

interface ReportNotification extends Told {
  id: string
  kind: 'report_case' | 'report_answered' | 'report_done'
  report_id: string
  case_id: string
  report_kind: ReportKind
  device_number: string
  /** null if its owner is not verified. */
  location: string | null
  place: string | null
  is_automatic: boolean
  /** Whether it is about a reply of the reporter. */
  is_reply: boolean
  /** Text of the report or of the answer, if it may be sent. */
  text: string | null
  language: Language
}

/**
 * Notifications about reports and answers, except to former operators. Texts and replies of unverified reporters, and answers for
 * machines of unverified owners, are only in the inbox (decisions 73 and 109).
 */
export const reportNotifications: NotificationSource = async (transaction, jobIds) => {
  const { rows } = await sql<ReportNotification>`
    select notification.id, notification.kind, reports.id as report_id, case_id, report_cases.kind as report_kind, is_automatic,
      ${machineInMail(sql`devices.id`, sql`reports.device_number`)} as device_number,
      ${verifiedOwnersText(sql`devices.id`, sql`devices.location`)} as location,
      ${placeInMail(sql`devices.id`)} as place,
      coalesce(answer.is_from_reporter, false) as is_reply,
      case
        when answer.is_from_reporter then case when reporter.email_verified then answer.text end
        when notification.kind = 'report_case' then case when reporter.email_verified then reports.text end
        else ${verifiedOwnersText(sql`devices.id`, sql`answer.text`)}
      end as text, case when notification.kind = 'report_case' or answer.is_from_reporter then ${lastLanguage(sql`told.id`)}
        else reports.language end as language, ${toldColumns}
    from jobs as notification
      left join report_answers as answer on answer.id = notification.subject_id
      join reports on reports.id = coalesce(answer.report_id, notification.subject_id)
      join users as reporter on reporter.id = reports.user_id
      join report_cases on report_cases.id = case_id
      join devices on devices.id = device_id
      join users as told on told.id = notification.user_id and told.closed_at is null
      left join notification_preferences as choices on choices.user_id = told.id
      cross join ${waysOf(sql.lit('report'))}
    where notification.id = any (${jobIds}::uuid[]) and ((notification.kind <> 'report_case' and answer.is_from_reporter is not true) or devices.owner_id = told.id
      or (devices.landlord_email = told.email and devices.landlord_accepted and told.email_verified))`.execute(
    transaction,
  )
  return rows.map((notification) => ({
    ...notification,
    about: notification.report_id,
    words: {
      ...wordsOf(notification),
      // A new report has its location in the text.
      place:
        notification.kind === 'report_case' && !notification.is_reply ? null : notification.place,
    },
    minutes: limits.reportNotificationDays * 24 * 60,
  }))
}

/** Reporters are notified in the language of their report. */
function wordsOf({
  kind,
  report_kind,
  device_number: deviceNumber,
  text,
  ...notification
}: ReportNotification) {
  const texts = mailTexts[notification.language]
  if (kind === 'report_case') {
    const words = notification.is_automatic
      ? texts.report_automatic({ deviceNumber })
      : texts.report_made({
          deviceNumber,
          kind: report_kind,
          text,
          location: notification.location,
        })
    return { ...words, path: `/report-cases/${notification.case_id}` }
  }
  if (notification.is_reply) {
    const words = texts.report_replied({ deviceNumber, text })
    return { ...words, path: `/report-cases/${notification.case_id}` }
  }
  const path = `/reports/${notification.report_id}`
  if (kind === 'report_done') return { ...texts.report_done({ deviceNumber }), path }
  return { ...texts.report_answered({ deviceNumber, text }), path }
}
