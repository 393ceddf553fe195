import { systemLimits as limits } from '@coinless/contract/system-limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { isWithin, seconds } from '../../platform/database/due.ts'
import { makeClient } from '../../platform/database/single-connection.ts'

/** A locked table, or a standby that a commit waits for, must not keep a backup from finishing. */
const patienceMs = 10_000

/** Records that `npm run backup` has just finished a file, by the database's clock. */
export async function recordBackupFile(url: string, bytes: number): Promise<void> {
  const client = makeClient({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  })
  try {
    await client.connect()
    await client.query(
      `insert into last_backup_file (written_at, bytes) values (now(), $1)
      on conflict (is_only) do update set written_at = excluded.written_at, bytes = excluded.bytes`,
      [bytes],
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** Last backup file. A time in the future does not count as new, because the real age is unknown. */
export async function lastFile(database: Database) {
  const { rows } = await sql<{ writtenAt: Date; bytes: number; isNew: boolean }>`
    select written_at as "writtenAt", bytes,
      ${isWithin(sql`written_at`, seconds(limits.backupFileDays * 24 * 60 * 60))} as "isNew"
    from last_backup_file`.execute(database)
  return rows[0]
}
