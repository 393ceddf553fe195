import { mkdir, readdir, readFile, rename, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingError } from '../../platform/config/setting-error.ts'
import { giveToOwner } from '../../platform/secrets/give-to-owner.ts'
import { databaseFolder } from '../embedded-postgres/postgres-programs.ts'
import { expectMounted } from './claim.ts'
import { type BackupFolder, listBases } from './folders.ts'
import { tryNewest } from './recover.ts'

/** What became of the last restore beside what runs. */
export interface Check {
  /** Both ISO 8601 in UTC. */
  checkedAt: string
  /** Of the last transaction that was restored; null when there was none since the base backup. */
  lastAt: string | null
  /** The name of the base backup; null when there was none. */
  base: string | null
  /** How many codes or payments did not add up; -1 when it could not be restored. */
  faults: number
  /** Why it could not. */
  reason: string | null
}

type Found = Omit<Check, 'checkedAt'>

const fileOf = ({ backupDir }: BackupFolder) => join(backupDir, 'last-check.json')

/**
 * Kept in BACKUP_DIR, so that it is known after a start, too. Never throws for what the backup lacks: only when it is told
 * to end, which says nothing of the backup.
 * @param tell of a folder that may be read alone
 */
export async function check(
  folder: BackupFolder,
  dataDir: string,
  { signal, tell }: { signal: AbortSignal; tell: (fault: string) => void },
): Promise<Found> {
  const found = await tryRestore(folder, dataDir, signal)
  await keep(folder, found).catch(({ code, message }) =>
    tell(`The result cannot be kept in BACKUP_DIR (${code ?? message}).`),
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

/** The restored database lies beside the one that runs, which must not run out of disk for it. */
async function expectRoom(dataDir: string) {
  const database = databaseFolder(dataDir)
  let needed = 0
  for (const name of await readdir(database, { recursive: true }).catch(() => [])) {
    // Files come and go meanwhile.
    needed += 2 * (await stat(join(database, name)).catch(() => ({ size: 0 }))).size
  }
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize >= needed) return
  const megabytes = Math.ceil(needed / 1_000_000)
  throw new SettingError(`DATA_DIR ${dataDir} has not the ${megabytes} MB that a check needs.`)
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

/** undefined when there was none yet. */
export async function lastCheck(folder: BackupFolder): Promise<Check | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(folder), 'utf8'))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (isMissing || error instanceof SyntaxError) return undefined
    throw error
  }
}
