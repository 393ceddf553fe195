import { limits } from '@coinless/contract/limits.ts'
import type { User } from '@coinless/contract/users.ts'
import { type SqlBool, sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { forgetReports } from '../../sessions/account/forget-reports.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { closeLockedAccount, deleteCredentials, ofThisProcessor } from '../users/closing.ts'

const days = sql`make_interval(days => ${sql.lit(limits.guestDays)})`

/** On `users`. Sessions of guests are kept as long as the guests. Those who pay for displays have none. */
const isUnused = sql<SqlBool>`(is_guest and created_at < now() - ${days}
  and not exists (
    select from sessions where user_id = users.id and last_seen_at > now() - ${days}
  )
  and not exists (select from displays where displays.payer_id = users.id))`

const nobody = { address: '', user_agent: '' }

/**
 * Deletes inactive guests who never paid, and closes the accounts of the others. One after the other, each by one
 * server.
 * @returns errors to log
 */
export async function sweepGuests(server: Server): Promise<unknown[]> {
  const failures: unknown[] = []
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<Pick<User, 'id' | 'email' | 'email_verified'>>`
      select id, email, email_verified from users where ${isUnused} and id > ${last}
      order by id limit ${sql.lit(limits.guestsSweptAtOnce)}`.execute(server.database)
    for (const guest of rows) {
      await sweep(server, guest).catch((error) => {
        // The next sweep retries it.
        if (!isCardMoney(error)) failures.push(error)
      })
      last = guest.id
    }
    if (rows.length < limits.guestsSweptAtOnce) return failures
  }
}

async function sweep(server: Server, guest: Guest): Promise<void> {
  const { database } = server
  const isDone = await deleteGuest(database, guest).catch((error) => {
    if (isReferredTo(error)) return false
    throw error
  })
  if (isDone) return
  const isOurs = await ofThisProcessor(server, guest)
  await database.transaction().execute(async (transaction) => {
    if (!(await lockUnused(transaction, guest))) return
    await closeLockedAccount(transaction, guest, isOurs)
    await recordEvent(transaction, nobody, 'account_closed', { id: guest.id })
  })
}

type Guest = Pick<User, 'id' | 'email' | 'email_verified'>

/** @throws the violation of a foreign key if the guest has records that must stay */
async function deleteGuest(database: Database, guest: Guest): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockUnused(transaction, guest))) return true
    await recordEvent(transaction, nobody, 'account_closed', { id: guest.id })
    await forgetReports(transaction, guest.id)
    await deleteCredentials(transaction, guest)
    await transaction.deleteFrom('users').where('id', '=', guest.id).execute()
    return true
  })
}

/** @returns false if another server has locked it, or the guest is active again */
async function lockUnused(transaction: Database, { id }: Guest): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${id} for update skip locked`.execute(
    transaction,
  )
  if (rows.length === 0) return false
  // A separate statement, which sees changes committed before the lock.
  const unused = await sql`select from users where id = ${id} and ${isUnused}`.execute(transaction)
  return unused.rows.length > 0
}

function isReferredTo(error: unknown): boolean {
  return (error as { code?: string }).code === '23503'
}

function isCardMoney(error: unknown): boolean {
  return error instanceof Refusal && error.refusal === 'card_money_pending'
}
