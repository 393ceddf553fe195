import type { CycleNoticeKind } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isDue, seconds } from '../../platform/database/due.ts'
import { machineInMail } from '../mail/machine-name.ts'
import { queueMail } from '../mail/outbox.ts'
import { byAccount, queuePush } from '../push/outbox.ts'
import { quietHoursOf } from './choices.ts'
import { isQuiet } from './quiet.ts'
import { type NotifiedCycle, notificationTexts } from './words.ts'

/** Recipient of a notification, with their current choices. */
interface Notice extends NotifiedCycle {
  about: string
  user_id: string
  email: string
  by_mail: boolean
  by_push: boolean
  expires_at: Date
  quiet_from: string | null
  quiet_until: string | null
  time_zone: string | null
  now: Date
}

const pauseSeconds = limits.noticePauseMinutes * 60
const pause = seconds(pauseSeconds)

/**
 * Delivers due notifications, each by one server. Mail and push are queued in the transaction that marks the
 * notification as sent, so exactly once.
 */
export async function deliverNotifications(database: Database, config: AppConfig): Promise<void> {
  for (;;) {
    const count = await database.transaction().execute(async (transaction) => {
      const due = await dueNotices(transaction)
      for (const notice of byAccount(due)) await tell(transaction, config, notice)
      return due.length
    })
    if (count < limits.noticesAtOnce) return
  }
}

async function dueNotices(transaction: Database): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    select notice.about, notice.kind, notice.user_id, now() as now, payer.email,
      payer.email_verified and notice.kind = any (coalesce(choices.mail, '{}')) as by_mail,
      coalesce(notice.kind = any (choices.push), true) as by_push, notice.expires_at,
      choices.quiet_from, choices.quiet_until, choices.time_zone,
      ${machineInMail(sql`cycles.device_id`, sql`coalesce(paid.device_number, card.device_number)`)} as device_number,
      coalesce(card.language, cycles.language) as language,
      cycles.state, cycles.reason, cycles.money, cycles.given_back - cycles.gift as given_back,
      coalesce(paid.amount, card.amount) as amount, card.id is not null as by_card,
      exists (
        select from refunds where transaction_id = paid.id and actor_id is null and status = 'pending'
      ) as is_owed,
      ceil(extract(epoch from cycles.ends_at - now()) / 60)::int as minutes_left
    from notifications as notice
      join users as payer on payer.id = notice.user_id and payer.closed_at is null
      join cycles on cycles.id = notice.about
      left join transactions as paid on paid.id = cycles.transaction_id
      left join card_payments as card on card.id = cycles.card_payment_id
      left join notification_choices as choices on choices.user_id = payer.id
    where told_at is null and ${isDue(sql`notice.next_try_at`, pauseSeconds)} and notice.expires_at > now()
    order by notice.next_try_at
    limit ${sql.lit(limits.noticesAtOnce)}
    for update of notice skip locked`.execute(transaction)
  return rows
}

async function tell(transaction: Database, config: AppConfig, notice: Notice): Promise<void> {
  const words = notificationTexts(notice)
  if (words && isQuiet(notice.now, quietHoursOf(notice))) {
    return mark(transaction, notice, { next_try_at: sql<Date>`now() + ${pause}` })
  }
  if (words && notice.by_mail) {
    const link = config.publicUrl ? `\n\n${config.publicUrl}${words.path}` : ''
    const mail = { subject: words.subject, text: `${words.text}${link}` }
    const minutes = minutesOf(notice.kind)
    await queueMail(transaction, config, { to: notice.email, ...mail }, minutes)
  }
  if (words && notice.by_push) {
    const push = { title: words.subject, body: words.text, path: words.path, about: notice.about }
    await queuePush(transaction, config, notice.user_id, push, notice.expires_at)
  }
  await mark(transaction, notice, { told_at: sql<Date>`now()` })
}

/** How long a mail about it is useful. */
function minutesOf(kind: CycleNoticeKind): number {
  return kind === 'five_minutes' ? limits.noticeMinutes : limits.doneNoticeHours * 60
}

async function mark(
  transaction: Database,
  { about, kind, user_id }: Notice,
  changed: { told_at: unknown } | { next_try_at: unknown },
): Promise<void> {
  await transaction
    .updateTable('notifications')
    .set(changed as object)
    .where('about', '=', about)
    .where('kind', '=', kind)
    .where('user_id', '=', user_id)
    .execute()
}
