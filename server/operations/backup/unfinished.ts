import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { LastingError } from '../../platform/config/setting-error.ts'
import { connect, type Database } from '../../platform/database/connection.ts'
import { noTimeouts } from '../../platform/database/pool.ts'
import { giveToOwner } from '../../platform/secrets/change-owner.ts'
import { databaseFolder } from '../embedded-postgres/postgres-programs.ts'

/** Exists from before the first row until the ledger is checked, so that an interrupted restore leaves it. */
const mark = sql.table('public.unfinished_restore')

/** Exists in a DATA_DIR without a database, from before a restore reads anything until it succeeds. */
const fileOf = (dataDir: string) => join(dataDir, 'unfinished-restore')

/** Skips a folder that is missing or has a database: a failed restore changes nothing there. */
export async function markFolder(dataDir: string): Promise<void> {
  if ((await exists(databaseFolder(dataDir))) || !(await exists(dataDir))) return
  await writeFile(fileOf(dataDir), 'A restore has not succeeded yet.\n', { mode: 0o600 })
  await giveToOwner(fileOf(dataDir))
}

export async function unmarkFolder(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir), { force: true })
}

/** @throws SettingError if a restore has not succeeded: a start would create an empty database instead */
export async function expectFolderFinished(dataDir: string): Promise<void> {
  if (!(await exists(fileOf(dataDir)))) return
  throw new LastingError(
    `DATA_DIR ${dataDir}: a restore is running, failed or was interrupted. Restore again. To start without data, remove ${fileOf(dataDir)}.`,
  )
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error) => error.code !== 'ENOENT',
  )
}

export async function markUnfinished(database: Database): Promise<void> {
  await sql`create table if not exists ${mark} ()`.execute(database)
}

export async function markFinished(database: Database): Promise<void> {
  await sql`drop table if exists ${mark}`.execute(database)
}

/** @throws SettingError if a restore was interrupted: the data may be inconsistent or missing */
export async function expectFinished(database: Database): Promise<void> {
  const { rows } = await sql<{ is_marked: boolean }>`
    select to_regclass('public.unfinished_restore') is not null as is_marked`.execute(database)
  if (!rows[0]?.is_marked) return
  throw new LastingError(
    'A restore into this database is running, failed or was interrupted. Restore again, into a new DATA_DIR or an empty database. To start without data, drop the table unfinished_restore.',
  )
}

/** The same without an open connection. */
export async function expectFinishedAt(ownerUrl: string): Promise<void> {
  const database = connect(ownerUrl, noTimeouts)
  await expectFinished(database).finally(() => database.destroy())
}
