import { mkdir, readdir, readFile, rename, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingError } from '../../platform/config/setting-error.ts'
import { giveToOwner } from '../../platform/secrets/change-owner.ts'
import { databaseFolder } from '../embedded-postgres/postgres-programs.ts'
import { expectMounted } from './claim.ts'
import { type BackupFolder, listBases } from './folders.ts'
import { tryNewest } from './recover.ts'

/** Result of the last trial restore. */
export interface Check {
  /** This and `lastAt` are ISO 8601 in UTC. */
  checkedAt: string
  /** Time of the last restored transaction; null: none since the base backup. */
  lastAt: string | null
  /** Name of the base backup; null: there was none. */
  base: string | null
  /** Number of inconsistent codes or payments; -1: the restore failed. */
  faults: number
  /** Reason of a failed restore. */
  reason: string | null
}

type Found = Omit<Check, 'checkedAt'>

const fileOf = ({ backupDir }: BackupFolder) => join(backupDir, 'last-check.json')

/**
 * Tries to restore the newest backup, and stores the result in BACKUP_DIR, so that it survives a restart. A faulty
 * backup is a result, not an error; only an aborted check throws, because it says nothing about the backup.
 * @param tell called if the result cannot be stored, as in a read-only folder
 */
export async function check(
  folder: BackupFolder,
  dataDir: string,
  { signal, tell }: { signal: AbortSignal; tell: (fault: string) => void },
): Promise<Found> {
  const found = await tryRestore(folder, dataDir, signal)
  await keep(folder, found).catch(({ code, message }) =>
    tell(`The result cannot be stored in BACKUP_DIR (${code ?? message}).`),
  )
  return found
}

async function tryRestore(
  folder: BackupFolder,
  dataDir: string,
  signal: AbortSignal,
): Promise<Found> {
  const base = (await listBases(folder)).at(-1)?.name ?? null
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await expectRoom(dataDir)
    const { faults, lastAt } = await tryNewest(folder, dataDir, signal)
    return { base, faults, lastAt: lastAt?.toISOString() ?? null, reason: null }
  } catch (error) {
    signal.throwIfAborted()
    return failure(base, (error as Error).message)
  }
}

/** The trial restore uses the disk of the running database, which must not fill up. */
async function expectRoom(dataDir: string) {
  const database = databaseFolder(dataDir)
  let needed = 0
  for (const name of await readdir(database, { recursive: true }).catch(() => [])) {
    // Files may disappear during the walk.
    needed += 2 * (await stat(join(database, name)).catch(() => ({ size: 0 }))).size
  }
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize >= needed) return
  const megabytes = Math.ceil(needed / 1_000_000)
  throw new SettingError(`DATA_DIR ${dataDir} lacks the ${megabytes} MB of free space for a check.`)
}

export function keepFailure(folder: BackupFolder, base: string | null, reason: string) {
  return keep(folder, failure(base, reason))
}

function failure(base: string | null, reason: string): Found {
  return { base, faults: -1, lastAt: null, reason }
}

async function keep(folder: BackupFolder, found: Found): Promise<Check> {
  await expectMounted(folder)
  const kept = { checkedAt: new Date().toISOString(), ...found }
  const unfinished = `${fileOf(folder)}.part`
  await writeFile(unfinished, `${JSON.stringify(kept)}\n`, { mode: 0o600, flush: true })
  await giveToOwner(unfinished)
  await rename(unfinished, fileOf(folder))
  return kept
}

/** undefined: no valid result is stored. */
export async function lastCheck(folder: BackupFolder): Promise<Check | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(folder), 'utf8'))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (isMissing || error instanceof SyntaxError) return undefined
    throw error
  }
}
