import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { seconds } from '../../platform/database/due.ts'
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

/** How long a notification is useful. */
interface Useful {
  minutes: number
  /** For pushes, if it is shorter. */
  until?: Date
}

/** Rows that become notifications. */
export interface NoticeSource<Notice extends Told> {
  /** Locks some due rows, at most `limits.noticesAtOnce`. */
  due: (transaction: Database) => Promise<Notice[]>
  /** @returns undefined if there is nothing to tell any more */
  words: (notice: Notice) => (MailWords & { path: string }) | undefined
  /** A visible notification about the same id is replaced. */
  about: (notice: Notice) => string
  useful: (notice: Notice) => Useful
  /** Makes it due again in the column that says so. */
  postpone: (transaction: Database, notice: Notice, dueAt: RawBuilder<Date>) => Promise<unknown>
  done: (transaction: Database, notice: Notice) => Promise<unknown>
}

export const noticePauseSeconds = limits.noticePauseMinutes * 60
const afterPause = sql<Date>`now() + ${seconds(noticePauseSeconds)}`

/**
 * Delivers due notifications, each by one server. Mail and push are queued in the transaction that marks the row as
 * done, so exactly once. In quiet hours it is postponed.
 */
export async function notify<Notice extends Told>(
  database: Database,
  config: AppConfig,
  source: NoticeSource<Notice>,
): Promise<void> {
  for (;;) {
    const count = await database.transaction().execute(async (transaction) => {
      const due = await source.due(transaction)
      for (const notice of byAccount(due)) await settle(transaction, config, source, notice)
      return due.length
    })
    if (count < limits.noticesAtOnce) return
  }
}

async function settle<Notice extends Told>(
  transaction: Database,
  config: AppConfig,
  source: NoticeSource<Notice>,
  notice: Notice,
): Promise<void> {
  const { user_id, email, by_mail, by_push } = notice
  const words = source.words(notice)
  if (words && (by_mail || by_push) && isQuiet(notice.now, quietHoursOf(notice))) {
    await source.postpone(transaction, notice, afterPause)
    return
  }
  const { minutes, until = sql<Date>`now() + ${seconds(minutes * 60)}` } = source.useful(notice)
  if (words && by_mail) await mail(transaction, config, email, words, minutes)
  if (words && by_push) {
    const { subject: title, text: body, path } = words
    const push = { title, body, path, about: source.about(notice) }
    await queuePush(transaction, config, user_id, push, until)
  }
  await source.done(transaction, notice)
}
