import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { NotificationChoices } from '@coinless/contract/notifications.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** Next Monday at 8:00 local time. */
export function nextMonday(timeZone: RawBuilder<unknown>): RawBuilder<Date> {
  const hours = sql`interval '1 hour' * ${sql.lit(limits.weeklyMailHour)}`
  return sql`((date_trunc('week', now() at time zone ${timeZone} - ${hours}) + interval '7 days' + ${hours})
    at time zone ${timeZone})`
}

/** @param weekly null: not wanted */
export async function chooseWeekly(
  transaction: Database,
  userId: string,
  weekly: NonNullable<NotificationChoices['weekly_mail']> | null,
  language: Language,
): Promise<void> {
  if (!weekly) {
    await transaction.deleteFrom('weekly_mails').where('user_id', '=', userId).execute()
    return
  }
  const { time_zone } = weekly
  const chosen = { time_zone, language, due_at: nextMonday(sql`${time_zone}::text`) }
  await transaction
    .insertInto('weekly_mails')
    .values({ user_id: userId, ...chosen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(chosen))
    .execute()
}

export async function weeklyOf(database: Database, userId: string) {
  const row = await database
    .selectFrom('weekly_mails')
    .select('time_zone')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}
