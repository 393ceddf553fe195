import { notificationKinds } from '@coinless/contract/choices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import type { NotificationChoices } from '@coinless/contract/notifications.ts'
import type { Selectable } from 'kysely'
import { lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { chooseWeekly, weeklyOf } from './weekly.ts'

type Row = Selectable<Tables['notification_preferences']>

/** Default: by mail. Mails about money are always sent. */
export const mailedAtFirst = ['report'] as const

/** Default: subscribed browsers get everything. */
export async function choicesOf(database: Database, userId: string) {
  const row = await database
    .selectFrom('notification_preferences')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return {
    push: row?.push ?? [...notificationKinds],
    mail: row?.mail ?? [...mailedAtFirst],
    quiet_hours: row ? quietHoursOf(row) : null,
    weekly_mail: await weeklyOf(database, userId),
    is_answered: row !== undefined,
  } as NotificationChoices & { is_answered: boolean }
}

export function quietHoursOf({
  quiet_from: from,
  quiet_until: until,
  time_zone,
}: Pick<Row, 'quiet_from' | 'quiet_until' | 'time_zone'>) {
  return from && until && time_zone ? { from, until, time_zone } : null
}

export async function choose(
  database: Database,
  caller: SignedInCaller,
  { push, mail, quiet_hours, weekly_mail }: NotificationChoices,
  language: Language,
): Promise<void> {
  const chosen = {
    push: notificationKinds.filter((kind) => push.includes(kind)),
    mail: notificationKinds.filter((kind) => (mail as readonly string[]).includes(kind)),
    quiet_from: quiet_hours?.from ?? null,
    quiet_until: quiet_hours?.until ?? null,
    time_zone: quiet_hours?.time_zone ?? null,
  }
  await database.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller)
    await transaction
      .insertInto('notification_preferences')
      .values({ user_id: caller.id, ...chosen })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(chosen))
      .execute()
    if (weekly_mail !== undefined) {
      await chooseWeekly(transaction, caller.id, weekly_mail, language)
    }
  })
}

/** Subscribing a browser answers the prompt. */
export async function keepAnswer(database: Database, caller: SignedInCaller): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller)
    await transaction
      .insertInto('notification_preferences')
      .values({ user_id: caller.id, push: [...notificationKinds], mail: [...mailedAtFirst] })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
