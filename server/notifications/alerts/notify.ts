import { limits } from '@coinless/contract/limits.ts'
import { localeOf } from '@coinless/contract/locales.ts'
import { type NumericText, toMinor } from '@coinless/contract/money.ts'
import type { CutShort, TroubledDevice } from '@coinless/contract/texts/alert-mail.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isWithin, seconds } from '../../platform/database/due.ts'
import { lastLanguageOf } from '../mail/last-language.ts'
import { timeThere, zoneInMail } from '../mail/machine-name.ts'
import { mail } from '../mail/mail.ts'
import { enqueueDeviceAlerts } from './enqueue.ts'

const ownersAtOnce = 100

/**
 * Notifies owners: their screens immediately, and by one mail about all of their devices, because a power cut silences
 * every machine of a house within a minute or two.
 */
export async function notifyAlerts({
  database,
  changes,
  config,
}: Pick<Server, 'database' | 'changes' | 'config'>): Promise<void> {
  if (await enqueueDeviceAlerts(database)) changes.publish({ all: 'attention' })
  for (const id of await ownersToTell(database)) {
    await database.transaction().execute((transaction) => tellOwner(transaction, config, id))
  }
}

const ofOwners = sql`(
  select owner_id, notification_pending_since, notified_at from alerts join devices on devices.id = device_id
  union all
  select owner_id, notification_pending_since, notified_at from cut_short_alerts
)`

async function ownersToTell(database: Database): Promise<string[]> {
  const { rows } = await sql<{ owner_id: string }>`
    select owner_id from ${ofOwners} as alert
    where notification_pending_since is not null and not exists (
      select from ${ofOwners} as told
      where told.owner_id = alert.owner_id
        and ${isWithin(sql`told.notified_at`, seconds(limits.alertPauseMinutes * 60))}
    )
    group by owner_id
    having min(notification_pending_since) < now() - make_interval(mins => ${limits.alertGatherMinutes})
      or max(notification_pending_since) > now()
    limit ${ownersAtOnce}`.execute(database)
  return rows.map(({ owner_id }) => owner_id)
}

async function tellOwner(transaction: Database, config: AppConfig, ownerId: string): Promise<void> {
  // One server at a time; the others find nothing left.
  const owner = await transaction
    .selectFrom('users')
    .select(['email', 'email_verified', 'closed_at'])
    .where('id', '=', ownerId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!owner) return
  const { rows } = await sql<TroubledDevice & { device_id: string }>`
    update alerts set notification_pending_since = null, notified_at = now()
    from devices
    where devices.id = device_id and owner_id = ${ownerId} and notification_pending_since is not null
    returning device_id, device_number, label, location, since, ${zoneInMail(sql`device_id`)} as zone,
      case when ended_at is null then kind else 'back' end as state`.execute(transaction)
  const cuts = await tellCuts(transaction, ownerId)
  if (rows.length + cuts.length === 0 || !owner.email_verified || owner.closed_at) return
  const silent = new Set(rows.flatMap((row) => (row.state === 'silent' ? row.device_id : [])))
  const devices = rows.filter((row) => row.state !== 'back' || !silent.has(row.device_id))
  const language = await lastLanguageOf(transaction, ownerId)
  const { subject, text } = mailTexts[language].alerts({
    devices,
    cuts,
    namedMax: limits.alertDevices,
    time: (moment, zone) => timeThere(localeOf(language).tag, moment, zone),
  })
  const words = { subject, text: `${text}\n`, path: '/dashboard' }
  await mail(transaction, config, owner.email, words)
}

async function tellCuts(transaction: Database, ownerId: string) {
  const { rows } = await sql<Omit<CutShort, 'given_back'> & { given_back: NumericText }>`
    update cut_short_alerts set notification_pending_since = null, notified_at = now()
    where owner_id = ${ownerId} and notification_pending_since is not null
    returning cycles, given_back`.execute(transaction)
  return rows.map((row) => ({ ...row, given_back: toMinor(row.given_back) }))
}
