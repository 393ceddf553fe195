import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isDue } from '../../platform/database/due.ts'
import { machineInMail } from '../mail/machine-name.ts'
import { type NoticeSource, noticePauseSeconds, notify, type Told } from './notifier.ts'
import { toldColumns, waysOf } from './ways.ts'
import { type NotifiedCycle, notificationTexts } from './words.ts'

interface Notice extends NotifiedCycle, Told {
  expires_at: Date
}

const cycleNotices: NoticeSource<Notice> = {
  due: dueNotices,
  words: notificationTexts,
  about: ({ cycle_id }) => cycle_id,
  useful: ({ kind, expires_at: until }) => ({
    minutes: kind === 'five_minutes' ? limits.noticeMinutes : limits.doneNoticeHours * 60,
    until,
  }),
  postpone: (transaction, notice, due_at) => change(transaction, notice, { due_at }),
  done: (transaction, notice) => change(transaction, notice, { sent_at: sql<Date>`now()` }),
}

/** Delivers due notifications about cycles. */
export function deliverNotifications(database: Database, config: AppConfig): Promise<void> {
  return notify(database, config, cycleNotices)
}

async function dueNotices(transaction: Database): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    select notice.cycle_id, notice.kind, notice.expires_at, ${toldColumns},
      ${machineInMail(sql`cycles.device_id`, sql`coalesce(paid.device_number, card.device_number)`)} as device_number,
      coalesce(card.language, cycles.language) as language,
      cycles.state, cycles.reason, cycles.money, cycles.given_back - cycles.manual_refund_amount as given_back,
      coalesce(paid.amount, card.amount) as amount, card.id is not null as by_card,
      exists (
        select from refunds where transaction_id = paid.id and actor_id is null and status = 'pending'
      ) as is_owed,
      ceil(extract(epoch from cycles.ends_at - now()) / 60)::int as minutes_left
    from notifications as notice
      join users as told on told.id = notice.user_id and told.closed_at is null
      join cycles on cycles.id = notice.cycle_id
      left join transactions as paid on paid.id = cycles.transaction_id
      left join card_payments as card on card.id = cycles.card_payment_id
      left join notification_preferences as choices on choices.user_id = told.id
      cross join ${waysOf(sql`notice.kind`)}
    where sent_at is null and ${isDue(sql`notice.due_at`, noticePauseSeconds)} and notice.expires_at > now()
    order by notice.due_at
    limit ${sql.lit(limits.noticesAtOnce)}
    for update of notice skip locked`.execute(transaction)
  return rows
}

function change(
  transaction: Database,
  { cycle_id, kind, user_id }: Notice,
  changed: { sent_at: unknown } | { due_at: unknown },
) {
  return transaction
    .updateTable('notifications')
    .set(changed as object)
    .where('cycle_id', '=', cycle_id)
    .where('kind', '=', kind)
    .where('user_id', '=', user_id)
    .execute()
}
