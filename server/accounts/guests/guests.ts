import { randomUUID } from 'node:crypto'
import { guestName } from '@coinless/contract/choices.ts'
import type { guests } from '@coinless/contract/guests.ts'
import { limits } from '@coinless/contract/limits.ts'
import { User } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { acquireAccountLocks, lockOwnAccount } from '../../http/request/account-lock.ts'
import type { Origin, SignedInCaller } from '../../http/request/caller.ts'
import { type Network, networksOf } from '../../http/request/caller-address.ts'
import type { Server } from '../../http/request/server.ts'
import { countToday } from '../../http/throttle/network-counts.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { createUser } from '../../sessions/account/accounts.ts'
import { hashNewPassword } from '../../sessions/account/passwords.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'

/**
 * Creates an account that only its first session can open.
 * @throws Refusal guests_off, too_many_guests
 */
export async function makeGuest({ config, database }: Server, { address }: Origin) {
  if (!config.guests) throw new Refusal('guests_off')
  const id = randomUUID()
  return database.transaction().execute(async (transaction) => {
    if (config.rateLimits) await countGuest(transaction, networksOf(address))
    return createUser(transaction, {
      id,
      email: guestName + id,
      full_name: '',
      user_type: 'tenant',
      password_hash: '',
      is_guest: true,
    })
  })
}

async function countGuest(transaction: Database, networks: Network[]): Promise<void> {
  const isTooMany = await countToday(transaction, 'guests', networks, limits.guestsOfNetwork)
  if (isTooMany) throw new Refusal('too_many_guests')
}

/**
 * Adds an address and a password to a guest account, which keeps its data. It then counts as registered in this
 * session.
 * @throws Refusal not_a_guest, email_taken, common_password, too_busy, session_expired
 */
export async function becomeAccount(
  database: Database,
  caller: SignedInCaller,
  { password, ...facts }: z.output<typeof guests.becomeAccount.body>,
) {
  if (!caller.is_guest) throw new Refusal('not_a_guest')
  const password_hash = await hashNewPassword(password)
  return database.transaction().execute(async (transaction) => {
    // Locks the row for changing the address right away, because payments share it briefly; before it, the account.
    await acquireAccountLocks(transaction, [caller.id])
    const { rows } = await sql`select from users where id = ${caller.id} for update`.execute(
      transaction,
    )
    if (rows.length === 0) throw new Refusal('session_expired')
    await lockOwnAccount(transaction, caller)
    const account = await transaction
      .updateTable('users')
      .set({ ...facts, password_hash, is_guest: false })
      .where('id', '=', caller.id)
      .where('is_guest', '=', true)
      .returning(columns(User))
      .executeTakeFirst()
    if (!account) throw new Refusal('not_a_guest')
    await transaction
      .updateTable('sessions')
      .set({
        is_registration: true,
        expires_at: sql<Date>`now() + make_interval(days => ${limits.sessionDays})`,
      })
      .where('id', '=', caller.session_id)
      .execute()
    await recordEvent(transaction, caller, 'account_registered', { id: caller.id })
    return account
  })
}
