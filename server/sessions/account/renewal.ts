import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Origin } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { recordEvent } from '../audit/audit.ts'
import { hashOf, nextToken } from './refresh-tokens.ts'
import { endSessions } from './sessions.ts'

interface Parts {
  config: { jwtSecret: string }
  database: Database
}

/**
 * Exchanges a refresh token for its successor. A replaced token still works for a short time and returns the newest
 * of its chain, because two tabs may renew at once. After that it counts as stolen and ends the session. Exception: a
 * guest cannot sign in again, so theirs works until the successor is used, because its answer was lost.
 * @returns null if the token renews nothing
 */
export async function renewSession(
  { config: { jwtSecret }, database }: Parts,
  refreshToken: string,
  { language, ...origin }: Origin & { language: Language },
) {
  return database.transaction().execute(async (transaction) => {
    const session = await sessionOf(transaction, jwtSecret, refreshToken)
    if (!session) return null
    if (session.is_reused) {
      await endSessions(transaction).where('id', '=', session.id).execute()
      await recordEvent(transaction, origin, 'stolen_token_used', { id: session.user_id })
      return null
    }
    const token = session.is_replaced
      ? await newestToken(transaction, jwtSecret, refreshToken)
      : await replaceToken(transaction, jwtSecret, { id: session.id, language }, refreshToken)
    return token && { id: session.id, userId: session.user_id, refreshToken: token }
  })
}

/** Locks the session, so that concurrent renewals run one at a time. */
async function sessionOf(transaction: Database, jwtSecret: string, refreshToken: string) {
  const session = await transaction
    .selectFrom('refresh_tokens as token')
    .innerJoin('sessions as session', 'session.id', 'token.session_id')
    .select(['session.id', 'session.user_id'])
    .where('token.token_hash', '=', hashOf(refreshToken))
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .forUpdate('session')
    .executeTakeFirst()
  // Read after locking the session, because the token may have been replaced in between.
  const { rows } = await sql<{ is_replaced: boolean; is_reused: boolean }>`
    select replaced_at is not null as is_replaced, coalesce(
      abs(extract(epoch from clock_timestamp() - replaced_at)) > ${limits.renewalGraceSeconds}
        and not ${isUnansweredGuest(session?.user_id, nextToken(jwtSecret, refreshToken))}, false
    ) as is_reused
    from refresh_tokens where token_hash = ${hashOf(refreshToken)}`.execute(transaction)
  return session && rows[0] && { ...session, ...rows[0] }
}

function isUnansweredGuest(userId: string | undefined, next: string) {
  return sql`(exists (select from users where id = ${userId ?? null} and is_guest) and exists (
    select from refresh_tokens where token_hash = ${hashOf(next)} and replaced_at is null
  ))`
}

async function replaceToken(
  transaction: Database,
  jwtSecret: string,
  { id, language }: { id: string; language: Language },
  token: string,
): Promise<string> {
  const next = nextToken(jwtSecret, token)
  await transaction
    .updateTable('refresh_tokens')
    .set({ replaced_at: sql<Date>`now()` })
    .where('token_hash', '=', hashOf(token))
    .execute()
  await transaction
    .insertInto('refresh_tokens')
    .values({ token_hash: hashOf(next), session_id: id })
    .execute()
  await transaction
    .updateTable('sessions')
    .set({
      language,
      last_seen_at: sql<Date>`now()`,
      expires_at: sql<Date>`case
        when exists (select from users where users.id = user_id and is_guest)
          then now() + make_interval(days => ${limits.guestDays})
        else expires_at
      end`,
    })
    .where('id', '=', id)
    .execute()
  return next
}

/**
 * Follows the chain from a replaced token to the current one.
 * @returns null if the chain was made with another server secret
 */
async function newestToken(
  transaction: Database,
  jwtSecret: string,
  replaced: string,
): Promise<string | null> {
  let token = replaced
  for (;;) {
    token = nextToken(jwtSecret, token)
    const known = await transaction
      .selectFrom('refresh_tokens')
      .select('replaced_at')
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst()
    if (!known) return null
    if (known.replaced_at === null) return token
  }
}
