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

interface QueueNotification extends Told {
  id: string
  kind: 'turn' | 'turn_missed' | 'hold_closed' | 'queue_closed'
  about: string
  until: Date | null
  device_id: string | null
  device_number: string | null
  minutes_left: number | null
  room_number: string
  location: string
  place: string | null
  /** Whether the entry still stands. */
  is_in_line: boolean
  language: Language
}

/**
 * Notifications about turns, holds and entries that the system ended. Users ask for them by joining: they are mailed
 * unless the user has chosen otherwise, also in quiet hours.
 */
export const queueNotifications: NotificationSource = async (transaction, jobIds) => {
  const { rows } = await sql<QueueNotification>`
    select notification.id, notification.kind, coalesce(entry.id, hold.id) as about, hold.expires_at as until,
      devices.id as device_id, ${machineInMail(sql`devices.id`, sql`devices.device_number`)} as device_number,
      ceil(extract(epoch from hold.expires_at - now()) / 60)::integer as minutes_left,
      rooms.number as room_number,
      coalesce(${verifiedOwnersText(sql`place.id`, sql`rooms.location`)}, rooms.number) as location,
      ${placeInMail(sql`place.id`)} as place,
      coalesce(entry.ended_at is null, false) as is_in_line,
      coalesce(entry.language, ${lastLanguage(sql`told.id`)}) as language, ${toldColumns}
    from jobs as notification
      left join machine_holds as hold on hold.id = notification.subject_id
      left join queue_entries as entry on entry.id = coalesce(hold.queue_entry_id, notification.subject_id)
      left join devices on devices.id = hold.device_id
      join rooms on rooms.id = coalesce(entry.room_id, devices.room_id)
      left join lateral (
        select id from devices where room_id = rooms.id order by deleted_at is not null, created_at, id limit 1
      ) as place on true
      join users as told on told.id = notification.user_id and told.closed_at is null
      left join notification_preferences as choices on choices.user_id = told.id
      cross join ${waysOf(sql.lit('one_free'), sql`true`)}
    where notification.id = any (${jobIds}::uuid[])
      and (notification.kind <> 'turn' or hold.ended_at is null and hold.expires_at > now())`.execute(
    transaction,
  )
  return rows.map(({ until, ...notification }) => ({
    ...notification,
    quiet_from: null,
    quiet_until: null,
    words: { ...textOf(notification), place: notification.place, path: pathOf(notification) },
    minutes: limits.freeNotificationMinutes,
    ...(notification.kind === 'turn' && until && { until }),
  }))
}

type Facts = Omit<QueueNotification, 'until'>

function pathOf({ kind, device_id, room_number }: Facts) {
  return kind === 'turn' ? `/payments?device=${device_id}` : `/rooms/${room_number}`
}

function textOf({ kind, language, device_number, minutes_left, location, is_in_line }: Facts) {
  const texts = mailTexts[language]
  const deviceNumber = device_number ?? ''
  switch (kind) {
    case 'turn':
      return texts.turn({ deviceNumber, minutes: minutes_left ?? 0 })
    case 'turn_missed':
      return texts.turn_missed({ isOut: !is_in_line })
    case 'hold_closed':
      return texts.hold_closed({ deviceNumber, isInLine: is_in_line })
    case 'queue_closed':
      return texts.queue_closed({ location })
  }
}
