import { sql } from 'kysely'
import { SettingError } from '../config/setting-error.ts'
import { connect, type Database } from '../database/connection.ts'
import { noTimeouts } from '../database/pool.ts'

/** There from before the first row until the ledger was checked, so that whatever ends a restore leaves it. */
const mark = sql.table('public.unfinished_restore')

export async function markUnfinished(database: Database): Promise<void> {
  await sql`create table if not exists ${mark} ()`.execute(database)
}

export async function markFinished(database: Database): Promise<void> {
  await sql`drop table if exists ${mark}`.execute(database)
}

/** @throws SettingError when a restore into it was broken off: nobody knows whether it adds up, or is there at all */
export async function expectFinished(database: Database): Promise<void> {
  const { rows } = await sql<{ is_marked: boolean }>`
    select to_regclass('public.unfinished_restore') is not null as is_marked`.execute(database)
  if (!rows[0]?.is_marked) return
  throw new SettingError(
    'A restore into this database goes on, or was broken off. Restore into a new DATA_DIR, or an empty database.',
  )
}

/** The same, for who has no connection yet. */
export async function expectFinishedAt(ownerUrl: string): Promise<void> {
  const database = connect(ownerUrl, noTimeouts)
  await expectFinished(database).finally(() => database.destroy())
}
