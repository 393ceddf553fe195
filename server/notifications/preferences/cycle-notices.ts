import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import { machineInMail } from '../mail/machine-name.ts'
import type { NoticeSource, Told } from './notifier.ts'
import { toldColumns, waysOf } from './ways.ts'
import { type NotifiedCycle, notificationTexts } from './words.ts'

/** Notices about cycles. */
export const cycleNotices: NoticeSource = async (transaction, jobIds) => {
  const { rows } = await sql<NotifiedCycle & Told & { id: string; until: Date }>`
    select notice.id, notice.kind, notice.expires_at as until, cycles.id as cycle_id, ${toldColumns},
      ${machineInMail(sql`cycles.device_id`, sql`coalesce(paid.device_number, card.device_number)`)} as device_number,
      coalesce(card.language, cycles.language) as language,
      cycles.state, cycles.reason, cycles.money, cycles.given_back - cycles.manual_refund_amount as given_back,
      coalesce(paid.amount, card.amount) as amount, card.id is not null as by_card,
      exists (
        select from refunds where transaction_id = paid.id and actor_id is null and status = 'pending'
      ) as is_owed,
      ceil(extract(epoch from cycles.ends_at - now()) / 60)::int as minutes_left
    from jobs as notice
      join users as told on told.id = notice.user_id and told.closed_at is null
      join cycles on cycles.id = notice.subject_id
      left join transactions as paid on paid.id = cycles.transaction_id
      left join card_payments as card on card.id = cycles.card_payment_id
      left join notification_preferences as choices on choices.user_id = told.id
      cross join ${waysOf(sql`notice.kind`)}
    where notice.id = any (${jobIds}::uuid[])`.execute(transaction)
  return rows.map((notice) => ({
    ...notice,
    about: notice.cycle_id,
    words: notificationTexts(notice),
    minutes: notice.kind === 'five_minutes' ? limits.noticeMinutes : limits.doneNoticeHours * 60,
  }))
}
