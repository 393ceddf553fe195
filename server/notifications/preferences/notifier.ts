import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { seconds } from '../../platform/database/due.ts'
import { claimJobs, dropping, type Queue } from '../../platform/jobs/queue.ts'
import { type MailWords, mail } from '../mail/mail.ts'
import { byAccount, queuePush } from '../push/outbox.ts'
import { quietHoursOf } from './choices.ts'
import { isQuiet } from './quiet.ts'

/** Recipient of a notification, with their current choices. */
export interface Told {
  user_id: string
  email: string
  by_mail: boolean
  by_push: boolean
  quiet_from: string | null
  quiet_until: string | null
  time_zone: string | null
  now: Date
}

interface DueNotification extends Told {
  /** Of its row. */
  id: string
  /** A visible notification about the same id is replaced. */
  about: string
  /** undefined: there is nothing to tell any more. */
  words: (MailWords & { path: string }) | undefined
  /** How long it is useful. */
  minutes: number
  /** For pushes, if it is shorter. */
  until?: Date
}

/** Rows that become notifications and are then deleted. */
interface NotificationRows {
  table: 'jobs' | 'room_waits'
  /**
   * Locks some due rows, at most `limits.notificationsAtOnce`, and postpones them by `notificationPauseSeconds`. Those without a
   * notification are of no use any more.
   */
  due: (transaction: Database) => Promise<{ ids: string[]; notifications: DueNotification[] }>
}

/** Loads the notifications of jobs about one kind of subject. */
export type NotificationSource = (
  transaction: Database,
  jobIds: string[],
) => Promise<DueNotification[]>

export const notificationPauseSeconds = limits.notificationPauseMinutes * 60

const notificationQueue: Queue = {
  name: 'notifications',
  atOnce: limits.notificationsAtOnce,
  pause: { seconds: notificationPauseSeconds, longest: notificationPauseSeconds },
  // For quiet hours: other notifications are deleted in the transaction that claims them.
  lease: notificationPauseSeconds,
  longestSeconds: notificationPauseSeconds,
}

/** Delivers due notifications from the queue. */
export async function notifyFromQueue(
  database: Database,
  config: AppConfig,
  sources: readonly NotificationSource[],
): Promise<void> {
  await dropping(notificationQueue).execute(database)
  const due = async (transaction: Database) => {
    const jobs = await claimJobs(transaction, notificationQueue, limits.notificationsAtOnce)
    const ids = jobs.map(({ id }) => id)
    const notifications: DueNotification[] = []
    for (const load of ids.length > 0 ? sources : [])
      notifications.push(...(await load(transaction, ids)))
    return { ids, notifications }
  }
  await notify(database, config, { table: 'jobs', due })
}

/**
 * Delivers due notifications, each by one server. Mail and push are queued in the transaction that deletes the row, so
 * exactly once. In quiet hours it stays postponed.
 */
export async function notify(
  database: Database,
  config: AppConfig,
  { table, due }: NotificationRows,
): Promise<void> {
  for (;;) {
    const count = await database.transaction().execute(async (transaction) => {
      const { ids, notifications } = await due(transaction)
      const postponed: string[] = []
      for (const notification of byAccount(notifications))
        if (!(await tell(transaction, config, notification))) postponed.push(notification.id)
      await sql`delete from ${sql.table(table)}
        where id = any (${ids}::uuid[]) and id <> all (${postponed}::uuid[])`.execute(transaction)
      return ids.length
    })
    if (count < limits.notificationsAtOnce) return
  }
}

/** @returns false in quiet hours */
async function tell(
  transaction: Database,
  config: AppConfig,
  notification: DueNotification,
): Promise<boolean> {
  const { words, about, user_id, email, by_mail, by_push, minutes } = notification
  if (!words || !(by_mail || by_push)) return true
  if (isQuiet(notification.now, quietHoursOf(notification))) return false
  if (by_mail) await mail(transaction, config, email, words, minutes)
  if (by_push) {
    const { subject: title, text: body, path } = words
    const until = notification.until ?? sql<Date>`now() + ${seconds(minutes * 60)}`
    await queuePush(transaction, config, user_id, { title, body, path, about }, until)
  }
  return true
}
