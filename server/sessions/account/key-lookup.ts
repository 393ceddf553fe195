import { createHash } from 'node:crypto'
import DataLoader from 'dataloader'
import { sql } from 'kysely'
import type { KeyLookup } from '../../http/request/caller.ts'
import { preparedStatement } from '../../platform/database/client.ts'
import type { Database } from '../../platform/database/connection.ts'

export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/**
 * Looks up the session of an API key if it has neither ended nor expired. Nothing is cached; lookups of the same
 * moment share one statement.
 */
export function keyLookup(database: Database): KeyLookup {
  const find = async (hashes: readonly string[]) => {
    const found = await sessionsOf(database, hashes)
    const used = found.filter(({ is_use_due }) => is_use_due).map(({ sid }) => sid)
    if (used.length > 0) await noteUse(database, used)
    return hashes.map((hash) => found.find((each) => each.hash === hash))
  }
  const lookup = new DataLoader(find, { cache: false, batchScheduleFn: setImmediate })
  return async (key) => {
    const found = await lookup.load(hashOfKey(key).toString('hex'))
    return found && { sub: found.sub, sid: found.sid }
  }
}

/** Absolute difference, because the clock may have been set. */
const isUseDue = sql<boolean>`last_used_at is null
  or abs(extract(epoch from now() - last_used_at)) >= 60`

function sessionsOf(database: Database, hashes: readonly string[]) {
  return database
    .selectFrom('api_keys')
    .modifyFront(preparedStatement)
    .innerJoin('sessions', 'sessions.id', 'api_keys.id')
    .select(['sessions.user_id as sub', 'sessions.id as sid'])
    .select(sql<string>`encode(key_hash, 'hex')`.as('hash'))
    .select(sql<boolean>`coalesce(${isUseDue}, true)`.as('is_use_due'))
    .where(
      'key_hash',
      '=',
      sql<Buffer>`any (array(
      select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash
    ))`,
    )
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
}

/** Records use at most once a minute across all servers. */
async function noteUse(database: Database, ids: readonly string[]): Promise<void> {
  await sql`update api_keys set last_used_at = now()
    where id = any (${ids}::uuid[]) and (${isUseDue})`.execute(database)
}
