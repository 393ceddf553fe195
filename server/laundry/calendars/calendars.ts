import { randomUUID } from 'node:crypto'
import { Calendar, calendarPrefix } from '@coinless/contract/calendars.ts'
import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { calendarTexts } from '@coinless/contract/texts/texts.ts'
import { sql } from 'kysely'
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key.ts'
import { idempotentWith } from '../../http/idempotency/idempotent.ts'
import { lockOwnAccount, lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import {
  credentialOfNew,
  hashOfCredential,
  refuseEnded,
} from '../../machines/controllers/credential.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { findBookings, selectBookings } from '../bookings/bookings.ts'
import { calendarOf } from './calendar-file.ts'

type Parts = Pick<Server, 'config' | 'database'>

const calendarColumns = columns(Calendar)

export async function ownCalendar(database: Database, { id }: SignedInCaller) {
  const calendar = await database
    .selectFrom('calendars')
    .select(calendarColumns)
    .where('user_id', '=', id)
    .executeTakeFirst()
  return calendar ?? null
}

/**
 * Replaces the former feed. A retry returns the secret of the first answer.
 * @throws Refusal calendar_not_found if that has ended
 */
export async function createCalendar(
  { config, database }: Parts,
  caller: SignedInCaller,
  language: Language,
  idempotencyKey: IdempotencyKey | undefined,
) {
  const id = randomUUID()
  const secretOf = (calendarId: string) =>
    `${calendarPrefix}${credentialOfNew(calendarId, idempotencyKey, config.jwtSecret)}`
  const secret = secretOf(id)
  const create = async (transaction: Database) => {
    await lockOwnAccount(transaction, caller)
    await transaction.deleteFrom('calendars').where('user_id', '=', caller.id).execute()
    const made = await transaction
      .insertInto('calendars')
      .values({ id, user_id: caller.id, language, secret_hash: hashOfCredential(secret) })
      .returning(calendarColumns)
      .executeTakeFirstOrThrow()
    await recordEvent(transaction, caller, 'calendar_created', { id: caller.id })
    return made
  }
  const created = await idempotentWith(database, idempotencyKey, create, (made) => ({
    secret: made.id === id ? secret : secretOf(made.id),
  }))
  await refuseEnded(database, idempotencyKey, created, 'calendars')
  return created
}

export async function endCalendar(database: Database, caller: SignedInCaller): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller)
    const ended = await transaction
      .deleteFrom('calendars')
      .where('user_id', '=', caller.id)
      .returning('id')
      .executeTakeFirst()
    if (ended) await recordEvent(transaction, caller, 'calendar_ended', { id: caller.id })
  })
}

/**
 * The bookings of the account with this secret, and notes that they were fetched.
 * @throws Refusal calendar_not_found
 */
export async function feed({ config, database }: Parts, secret: string): Promise<string> {
  const { rows } = await sql<{ user_id: string; language: Language }>`
    update calendars set last_fetched_at = date_trunc('minute', now())
    where secret_hash = ${hashOfCredential(secret)} returning user_id, language`.execute(database)
  const [calendar] = rows
  if (!calendar) throw new Refusal('calendar_not_found')
  const { user_id, language } = calendar
  const since = sql`now() - make_interval(days => ${sql.lit(limits.calendarPastDays)})`
  const bookings = await selectBookings(
    database,
    sql`user_id = ${user_id}
      and (bookings.ended_at is null or outcome = 'used' and starts_at > ${since})`,
  )
  return calendarOf(bookings, { language, config, name: calendarTexts[language].name })
}

/**
 * One open booking of the caller.
 * @throws Refusal booking_not_found
 */
export async function bookingFile(
  { config, database }: Parts,
  caller: SignedInCaller,
  id: string,
): Promise<string> {
  const bookings = await findBookings(database, sql`bookings.id = ${id} and user_id = ${caller.id}`)
  const [booking] = bookings
  if (!booking) throw new Refusal('booking_not_found')
  return calendarOf(bookings, { language: booking.language, config })
}
