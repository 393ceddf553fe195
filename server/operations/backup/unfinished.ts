import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { LastingError } from '../../platform/config/setting-error.ts'
import { connect, type Database } from '../../platform/database/connection.ts'
import { noTimeouts } from '../../platform/database/pool.ts'
import { giveToOwner } from '../../platform/secrets/give-to-owner.ts'
import { databaseFolder } from '../embedded-postgres/postgres-programs.ts'

/** There from before the first row until the ledger was checked, so that whatever ends a restore leaves it. */
const mark = sql.table('public.unfinished_restore')

/** In a DATA_DIR without a database, from before a restore reads anything until it has succeeded. */
const fileOf = (dataDir: string) => join(dataDir, 'unfinished-restore')

/** A folder that is not there, or holds a database, stays as it is: a restore that fails changes nothing there. */
export async function markFolder(dataDir: string): Promise<void> {
  if ((await exists(databaseFolder(dataDir))) || !(await exists(dataDir))) return
  await writeFile(fileOf(dataDir), 'A restore has not succeeded yet.\n', { mode: 0o600 })
  await giveToOwner(fileOf(dataDir))
}

export async function unmarkFolder(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir), { force: true })
}

/** @throws SettingError when a start would put an empty database in the place of one that was not restored */
export async function expectFolderFinished(dataDir: string): Promise<void> {
  if (!(await exists(fileOf(dataDir)))) return
  throw new LastingError(
    `DATA_DIR ${dataDir}: a restore into it still runs, has failed or was broken off. Restore again. To begin without data, remove ${fileOf(dataDir)}.`,
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

/** @throws SettingError when a restore into it was broken off: nobody knows whether it adds up, or is there at all */
export async function expectFinished(database: Database): Promise<void> {
  const { rows } = await sql<{ is_marked: boolean }>`
    select to_regclass('public.unfinished_restore') is not null as is_marked`.execute(database)
  if (!rows[0]?.is_marked) return
  throw new LastingError(
    'A restore into this database still runs, has failed or was broken off. Restore again, into a new DATA_DIR or an empty database. To begin without data, drop the table unfinished_restore.',
  )
}

/** The same, for who has no connection yet. */
export async function expectFinishedAt(ownerUrl: string): Promise<void> {
  const database = connect(ownerUrl, noTimeouts)
  await expectFinished(database).finally(() => database.destroy())
}
