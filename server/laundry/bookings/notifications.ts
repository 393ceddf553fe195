import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { sql } from 'kysely'
import {
  placeInMail,
  timeThere,
  verifiedOwnersText,
} from '../../notifications/mail/machine-name.ts'
import type { NotificationSource, Told } from '../../notifications/preferences/notifier.ts'
import { toldColumns, waysOf } from '../../notifications/preferences/ways.ts'

interface BookingNotification extends Told {
  id: string
  kind: 'booking_closed' | 'booking_changed' | 'booking_released'
  about: string
  group_id: string
  starts_at: Date
  ends_at: Date
  /** On the room's clock. */
  day: string
  time_zone_of_room: string
  room_number: string
  location: string
  place: string | null
  language: Language
}

/**
 * Notifications about bookings that the system or the landlord ended or changed. Users ask for them by booking: they are
 * mailed unless the user has chosen otherwise, also in quiet hours.
 */
export const bookingNotifications: NotificationSource = async (transaction, jobIds) => {
  const { rows } = await sql<BookingNotification>`
    select notification.id, notification.kind, bookings.id as about, bookings.group_id, bookings.starts_at, bookings.ends_at,
      to_char(bookings.starts_at at time zone coalesce(booking_rules ->> 'time_zone', 'UTC'), 'YYYY-MM-DD') as day,
      coalesce(booking_rules ->> 'time_zone', 'UTC') as time_zone_of_room, rooms.number as room_number,
      coalesce(${verifiedOwnersText(sql`place.id`, sql`rooms.location`)}, rooms.number) as location,
      ${placeInMail(sql`place.id`)} as place, bookings.language, ${toldColumns}
    from jobs as notification join bookings on bookings.id = notification.subject_id
      join machine_groups on machine_groups.id = group_id join rooms on rooms.id = room_id
      left join lateral (
        select id from devices where devices.room_id = rooms.id
        order by deleted_at is not null, created_at, id limit 1
      ) as place on true
      join users as told on told.id = notification.user_id and told.closed_at is null
      left join notification_preferences as choices on choices.user_id = told.id
      cross join ${waysOf(sql.lit('one_free'), sql`true`)}
    where notification.id = any (${jobIds}::uuid[])
      and (notification.kind <> 'booking_changed' or bookings.ended_at is null)`.execute(
    transaction,
  )
  return rows.map((notification) => ({
    ...notification,
    quiet_from: null,
    quiet_until: null,
    words: {
      ...mailTexts[notification.language][notification.kind]({
        slot: timeThere(
          notification.language,
          notification.starts_at,
          notification.time_zone_of_room,
        ),
        location: notification.location,
      }),
      place: notification.place,
      path: `/rooms/${notification.room_number}/bookings${insteadOf(notification)}`,
    },
    minutes: limits.freeNotificationMinutes,
  }))
}

/** The page of a closed booking offers the nearest free slot. */
function insteadOf({ kind, day, group_id, starts_at, ends_at }: BookingNotification): string {
  if (kind !== 'booking_closed') return ''
  const lost = { starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() }
  return `?${new URLSearchParams({ from: day, group_id, ...lost })}`
}
