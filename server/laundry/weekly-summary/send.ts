import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { toMinor } from '@coinless/contract/money.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { sql } from 'kysely'
import { revenueFor } from '../../ledger/revenue/revenue.ts'
import { machinesInMail } from '../../notifications/mail/machine-name.ts'
import { queueMail } from '../../notifications/mail/outbox.ts'
import { nextMonday } from '../../notifications/preferences/weekly.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isDue } from '../../platform/database/due.ts'
import { attentionOf } from '../dashboard/attention.ts'

interface Due {
  id: string
  email: string
  email_verified: boolean
  /** Without admin rights, so that everyone gets only their own figures. */
  roles: readonly string[]
  time_zone: string
  language: Language
  now: Date
}

const monday = sql`date_trunc('week', now() at time zone time_zone)::date`
const longestPause = 8 * 24 * 60 * 60

/**
 * Mails the summary of the past week to those for whom it is Monday morning, each by one server. Stores the next time
 * and the summarized week with the mail, so that no week is sent twice.
 */
export async function sendWeeklySummaries(database: Database, config: AppConfig): Promise<void> {
  while (await tellNext(database, config)) {
    // One at a time, because each runs several queries.
  }
}

/** @returns whether one was due */
function tellNext(database: Database, config: AppConfig): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const { rows } = await sql<Due & { is_new: boolean }>`
      select users.id, email, email_verified, '{}'::text[] as roles, time_zone, language, now() as now,
        closed_at is null and email_verified and (last_sent_week is null or last_sent_week < ${monday} - 7)
          and due_at <= now() as is_new
      from weekly_mails join users on users.id = user_id
      where ${isDue(sql`due_at`, longestPause)}
      order by due_at limit 1
      for update of weekly_mails skip locked`.execute(transaction)
    const [due] = rows
    if (!due) return false
    if (due.is_new) await tell(transaction, config, due)
    await sql`update weekly_mails set due_at = ${nextMonday(sql`time_zone`)},
        last_sent_week = case when ${due.is_new} then ${monday} - 7 else last_sent_week end
      where user_id = ${due.id}`.execute(transaction)
    return true
  })
}

/** Sends nothing if nothing was earned in two weeks and nothing is wrong. */
async function tell(transaction: Database, config: AppConfig, due: Due): Promise<void> {
  const { time_zone, language } = due
  const asked = { period: 'last_week', by: 'device_type', time_zone } as const
  const { total, before } = await revenueFor(transaction, due, asked, due.now)
  const { alerts, alert_count, cases, case_count } = await attentionOf(transaction, {
    ...due,
    rights: null,
  })
  const moved = [total, before].some(({ gross, refunded }) => gross !== 0 || refunded !== 0)
  if (!moved && alert_count === 0 && case_count === 0) return
  const named = (ids: string[]) => machinesInMail(transaction, ids)
  const { subject, text } = mailTexts[language].weekly({
    from: (locale) => dayIn(locale, total.from),
    until: (locale) => dayIn(locale, total.until),
    net: toMinor(total.net),
    before: toMinor(before.net),
    payments: Number(total.payments),
    silent: {
      count: Number(alert_count),
      names: await named(alerts.map(({ id }) => `${id}`)),
    },
    reports: {
      count: Number(case_count),
      names: await named(cases.map(({ device }) => `${device.id}`)),
    },
    link: config.publicUrl,
  })
  const minutes = limits.weeklyMailHours * 60
  await queueMail(transaction, config, { to: due.email, subject, text }, minutes)
}

function dayIn(locale: string, day: string | Date): string {
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, options).format(new Date(day))
}
