import type { CycleNotificationKind } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { waysOf } from './ways.ts'

/**
 * The common table expressions `remembered` and `queued`: notifications about cycles for payers who want them, each once.
 * @param cycles rows with the columns of `cycles`
 * @param until on `cycle`
 */
export function notifying(
  kind: CycleNotificationKind,
  cycles: RawBuilder<unknown>,
  until: RawBuilder<unknown>,
) {
  return sql`remembered as (
    insert into notifications (cycle_id, kind, user_id, expires_at)
    select cycle.id, ${sql.lit(kind)}, told.id, ${until}
    from ${cycles} as cycle
      left join transactions on transactions.id = cycle.transaction_id
      left join card_payments on card_payments.id = cycle.card_payment_id
      join users as told on told.id = coalesce(transactions.payer_id, card_payments.payer_id)
      left join notification_preferences as choices on choices.user_id = told.id
      cross join ${waysOf(sql.lit(kind))}
    where told.closed_at is null and (by_mail or by_push)
    on conflict do nothing
    returning *
  ),
  queued as (
    insert into jobs (queue, subject_id, kind, user_id, expires_at)
    select 'notifications', cycle_id, kind, user_id, expires_at from remembered
  )`
}

export const doneUntil = sql`now() + make_interval(hours => ${sql.lit(limits.doneNotificationHours)})`
const moneyUntil = sql`now() + make_interval(hours => ${sql.lit(limits.moneyNotificationHours)})`

/** Call in the transaction that ends the cycle. */
export async function enqueueEndNotification(
  transaction: Database,
  cycleId: string,
  kind: 'done' | 'money_back',
): Promise<void> {
  const cycle = sql`(select * from cycles where id = ${cycleId})`
  const until = kind === 'done' ? doneUntil : moneyUntil
  await sql`with ${notifying(kind, cycle, until)} select`.execute(transaction)
}

/**
 * Cycles that end soon. Every open cycle is checked by its planned end, so the index on `next_check_at` finds them and
 * payments maintain no extra index.
 */
export async function enqueueEndingSoon(database: Database): Promise<void> {
  const minutes = (count: number) => sql`make_interval(mins => ${sql.lit(count)})`
  const soonOver = sql`(
    select * from cycles
    where next_check_at <= now() + ${minutes(limits.notificationMinutes)} and state = 'running' and not is_stopping
      and ends_at > now() + interval '1 minute' and ends_at <= now() + ${minutes(limits.notificationMinutes)}
      and ends_at - run_since >= ${minutes(limits.notificationCycleMinutes)}
      and not exists (
        select from notifications where cycle_id = cycles.id and kind = 'five_minutes'
      ))`
  const until = sql`cycle.ends_at - interval '1 minute'`
  await sql`with ${notifying('five_minutes', soonOver, until)} select`.execute(database)
}
