import type { DeviceType } from '@coinless/contract/choices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { sql } from 'kysely'
import { verifiedOwnersText } from '../../notifications/mail/machine-name.ts'
import { queueMail } from '../../notifications/mail/outbox.ts'
import { quietHoursOf } from '../../notifications/preferences/choices.ts'
import { isQuiet } from '../../notifications/preferences/quiet.ts'
import { byAccount, queuePush } from '../../notifications/push/outbox.ts'
import { isOfLivingSession } from '../../notifications/push/subscriptions.ts'
import { isAvailable, withDeviceState } from '../../payments/cycles/device-state.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isDue, seconds } from '../../platform/database/due.ts'

interface Wait {
  id: string
  user_id: string
  device_type: DeviceType
  language: Language
  email: string
  location: string
  sticker_number: string
  by_mail: boolean
  by_push: boolean
  has_one: boolean
  quiet_from: string | null
  quiet_until: string | null
  time_zone: string | null
  now: Date
}

const pauseSeconds = limits.noticePauseMinutes * 60
const pause = seconds(pauseSeconds)
const ofUse = sql<Date>`now() + make_interval(mins => ${sql.lit(limits.freeNoticeMinutes)})`

/**
 * Notifies everyone who waits that a machine is available, each by one server. Mail and push are queued in the
 * transaction that ends the wait, so exactly once.
 */
export async function notifyAvailable(database: Database, config: AppConfig): Promise<void> {
  for (;;) {
    const count = await database.transaction().execute(async (transaction) => {
      const met = await metWaits(transaction)
      for (const wait of byAccount(met)) await tell(transaction, config, wait)
      return met.length
    })
    if (count < limits.noticesAtOnce) return
  }
}

/** On `devices`, `wait` and `place`. */
const isThere = sql`(devices.landlord_email, devices.location) = (place.landlord_email, place.location)
  and devices.device_type = wait.device_type`

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
    and (coalesce(transactions.payer_id, card_payments.payer_id) is distinct from wait.user_id
      or coalesce(cycle.ended_at, cycle.ends_at) <= wait.created_at)`

/** Customers who cannot be notified keep waiting. */
async function metWaits(transaction: Database): Promise<Wait[]> {
  const { rows } = await sql<Wait>`
    select wait.id, wait.user_id, wait.device_type, wait.language, waiter.email,
      coalesce(${verifiedOwnersText(sql`place.id`, sql`place.location`)}, place.sticker_number) as location,
      place.sticker_number, by_mail, by_push, has_one, now() as now,
      choices.quiet_from, choices.quiet_until, choices.time_zone
    from room_waits as wait
      join devices as place on place.id = wait.device_id
      join users as waiter on waiter.id = wait.user_id
      left join notification_choices as choices on choices.user_id = waiter.id
      cross join lateral (
        select waiter.email_verified and 'one_free' = any (coalesce(choices.mail, '{}')) as by_mail,
          coalesce('one_free' = any (choices.push), true) and exists (
            select from push_subscriptions where user_id = waiter.id and ${isOfLivingSession}
          ) as by_push
      ) as ways
      cross join lateral (${taken}) as taken
    where wait.expires_at > now() and place.landlord_accepted and ${isDue(sql`wait.next_look_at`, pauseSeconds)}
      and (has_one or not is_starting and (by_mail or by_push) and exists (${freeForThem}))
    order by wait.created_at
    limit ${sql.lit(limits.noticesAtOnce)}
    for update of wait skip locked`.execute(transaction)
  return rows
}

async function tell(transaction: Database, config: AppConfig, wait: Wait): Promise<void> {
  if (!wait.has_one && isQuiet(wait.now, quietHoursOf(wait))) {
    await transaction
      .updateTable('room_waits')
      .set({ next_look_at: sql<Date>`now() + ${pause}` })
      .where('id', '=', wait.id)
      .execute()
    return
  }
  if (!wait.has_one) await bring(transaction, config, wait)
  await transaction.deleteFrom('room_waits').where('id', '=', wait.id).execute()
}

async function bring(transaction: Database, config: AppConfig, wait: Wait): Promise<void> {
  const { id, device_type: type, location } = wait
  const { subject, text } = mailTexts[wait.language].one_free({ type, location })
  const path = `/rooms/${wait.sticker_number}`
  if (wait.by_mail) {
    const link = config.publicUrl ? `\n\n${config.publicUrl}${path}` : ''
    const mail = { to: wait.email, subject, text: `${text}${link}` }
    await queueMail(transaction, config, mail, limits.freeNoticeMinutes)
  }
  if (wait.by_push) {
    const push = { title: subject, body: text, path, about: id }
    await queuePush(transaction, config, wait.user_id, push, ofUse)
  }
}
