import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** Forgets keys that nobody will send again. */
export async function forgetOldKeys(database: Database): Promise<void> {
  await sql`delete from idempotency_keys
    where created_at < now() - make_interval(days => ${limits.idempotencyDays})`.execute(database)
}
