import type { DeviceType } from '@coinless/contract/choices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { sql } from 'kysely'
import { operatorInMail, verifiedOwnersText } from '../../notifications/mail/machine-name.ts'
import {
  notificationPauseSeconds,
  notify,
  type Told,
} from '../../notifications/preferences/notifier.ts'
import { toldColumns, waysOf } from '../../notifications/preferences/ways.ts'
import { isAvailable, withDeviceState } from '../../payments/cycles/device-state.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isDue, seconds } from '../../platform/database/due.ts'

interface Wait extends Told {
  id: string
  device_type: DeviceType
  language: Language
  location: string
  room_number: string
  operator: string | null
  has_one: boolean
}

/** Notifies everyone who waits that a machine is available. */
export function notifyAvailable(database: Database, config: AppConfig): Promise<void> {
  return notify(database, config, { table: 'room_waits', due: metWaits })
}

/** On `devices`, `wait` and `place`. */
const isThere = sql`devices.room_id = place.room_id and devices.device_type = wait.device_type`

/**
 * Cycles that the waiting customer has paid for there since. One that did not start or stopped early does not end the
 * wait.
 */
const taken = sql`select
    coalesce(bool_or(cycles.state = 'starting'), false) as is_starting,
    coalesce(bool_or(cycles.state in ('running', 'finished')), false) as has_one
  from cycles join devices on devices.id = cycles.device_id
  where cycles.id in (
    select id from transactions where payer_id = wait.user_id and created_at > wait.created_at
    union all
    select id from card_payments where payer_id = wait.user_id and created_at > wait.created_at
  ) and ${isThere}`

/** Excludes the end of their own cycle, which has its own notification. */
const freeForThem = sql`select from devices ${withDeviceState}
  left join transactions on transactions.id = cycle.transaction_id
  left join card_payments on card_payments.id = cycle.card_payment_id
  where ${isThere} and devices.is_open and devices.deleted_at is null and ${isAvailable}
    and is_room_open(room.opening_hours)
    and (coalesce(transactions.payer_id, card_payments.payer_id) is distinct from wait.user_id
      or coalesce(cycle.ended_at, cycle.ends_at) <= wait.created_at)`

/** Customers who cannot be notified keep waiting. */
async function metWaits(transaction: Database) {
  const { rows } = await sql<Wait>`with met as (
    select wait.id, wait.device_type, wait.language, ${toldColumns},
      coalesce(${verifiedOwnersText(sql`place.id`, sql`place.location`)}, place.sticker_number) as location,
      room.number as room_number, ${operatorInMail(sql`place.id`)} as operator, has_one
    from room_waits as wait
      join devices as place on place.id = wait.device_id
      join rooms as room on room.id = place.room_id
      join users as told on told.id = wait.user_id
      left join notification_preferences as choices on choices.user_id = told.id
      cross join ${waysOf(sql.lit('one_free'))}
      cross join lateral (${taken}) as taken
    where wait.expires_at > now() and ${isDue(sql`wait.next_check_at`, notificationPauseSeconds)}
      and (has_one or not is_starting and (by_mail or by_push) and exists (${freeForThem}))
    order by wait.created_at
    limit ${sql.lit(limits.notificationsAtOnce)}
    for update of wait skip locked
  ), postponed as (
    update room_waits set next_check_at = now() + ${seconds(notificationPauseSeconds)} where id in (select id from met)
  )
  select * from met`.execute(transaction)
  const notifications = rows.map((wait) => ({
    ...wait,
    about: wait.id,
    words: wordsOf(wait),
    minutes: limits.freeNotificationMinutes,
  }))
  return { ids: rows.map(({ id }) => id), notifications }
}

/** Nothing if they have one. */
function wordsOf({ device_type: type, location, language, room_number, operator, has_one }: Wait) {
  if (has_one) return undefined
  const words = mailTexts[language].one_free({ type, location })
  return { ...words, place: operator, path: `/rooms/${room_number}` }
}
