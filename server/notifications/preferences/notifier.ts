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

interface Notice extends Told {
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
interface NoticeRows {
  table: 'jobs' | 'room_waits'
  /**
   * Locks some due rows, at most `limits.noticesAtOnce`, and postpones them by `noticePauseSeconds`. Those without a
   * notice are of no use any more.
   */
  due: (transaction: Database) => Promise<{ ids: string[]; notices: Notice[] }>
}

/** Loads the notices of jobs about one kind of subject. */
export type NoticeSource = (transaction: Database, jobIds: string[]) => Promise<Notice[]>

export const noticePauseSeconds = limits.noticePauseMinutes * 60

const noticeQueue: Queue = {
  name: 'notices',
  atOnce: limits.noticesAtOnce,
  pause: { seconds: noticePauseSeconds, longest: noticePauseSeconds },
  // For quiet hours: other notices are deleted in the transaction that claims them.
  lease: noticePauseSeconds,
  longestSeconds: noticePauseSeconds,
}

/** Delivers due notices from the queue. */
export async function notifyFromQueue(
  database: Database,
  config: AppConfig,
  sources: readonly NoticeSource[],
): Promise<void> {
  await dropping(noticeQueue).execute(database)
  const due = async (transaction: Database) => {
    const jobs = await claimJobs(transaction, noticeQueue, limits.noticesAtOnce)
    const ids = jobs.map(({ id }) => id)
    const notices: Notice[] = []
    for (const load of ids.length > 0 ? sources : [])
      notices.push(...(await load(transaction, ids)))
    return { ids, notices }
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
  { table, due }: NoticeRows,
): Promise<void> {
  for (;;) {
    const count = await database.transaction().execute(async (transaction) => {
      const { ids, notices } = await due(transaction)
      const postponed: string[] = []
      for (const notice of byAccount(notices))
        if (!(await tell(transaction, config, notice))) postponed.push(notice.id)
      await sql`delete from ${sql.table(table)}
        where id = any (${ids}::uuid[]) and id <> all (${postponed}::uuid[])`.execute(transaction)
      return ids.length
    })
    if (count < limits.noticesAtOnce) return
  }
}

/** @returns false in quiet hours */
async function tell(transaction: Database, config: AppConfig, notice: Notice): Promise<boolean> {
  const { words, about, user_id, email, by_mail, by_push, minutes } = notice
  if (!words || !(by_mail || by_push)) return true
  if (isQuiet(notice.now, quietHoursOf(notice))) return false
  if (by_mail) await mail(transaction, config, email, words, minutes)
  if (by_push) {
    const { subject: title, text: body, path } = words
    const until = notice.until ?? sql<Date>`now() + ${seconds(minutes * 60)}`
    await queuePush(transaction, config, user_id, { title, body, path, about }, until)
  }
  return true
}
