import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import { machineInMail, placeInMail } from '../mail/machine-name.ts'
import type { NotificationSource, Told } from './notifier.ts'
import { toldColumns, waysOf } from './ways.ts'
import { type NotifiedCycle, notificationTexts } from './words.ts'

/** Notifications about cycles. */
export const cycleNotifications: NotificationSource = async (transaction, jobIds) => {
  const { rows } = await sql<NotifiedCycle & Told & { id: string; until: Date }>`
    select notification.id, notification.kind, notification.expires_at as until, cycles.id as cycle_id, ${toldColumns},
      ${machineInMail(sql`cycles.device_id`, sql`coalesce(paid.device_number, card.device_number)`)} as device_number,
      ${placeInMail(sql`cycles.device_id`)} as place,
      coalesce(card.language, cycles.language) as language,
      cycles.state, cycles.reason, cycles.money, cycles.given_back - cycles.manual_refund_amount as given_back,
      coalesce(paid.amount, card.amount) as amount, card.id is not null as by_card,
      exists (
        select from refunds where transaction_id = paid.id and actor_id is null and status = 'pending'
      ) as is_owed,
      ceil(extract(epoch from cycles.ends_at - now()) / 60)::int as minutes_left
    from jobs as notification
      join users as told on told.id = notification.user_id and told.closed_at is null
      join cycles on cycles.id = notification.subject_id
      left join transactions as paid on paid.id = cycles.transaction_id
      left join card_payments as card on card.id = cycles.card_payment_id
      left join notification_preferences as choices on choices.user_id = told.id
      cross join ${waysOf(sql`notification.kind`)}
    where notification.id = any (${jobIds}::uuid[])`.execute(transaction)
  return rows.map((notification) => ({
    ...notification,
    about: notification.cycle_id,
    words: notificationTexts(notification),
    minutes:
      notification.kind === 'five_minutes'
        ? limits.notificationMinutes
        : limits.doneNotificationHours * 60,
  }))
}
