import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { makeClient } from '../../platform/database/single-connection.ts'
import { databaseFolder } from '../embedded-postgres/postgres-programs.ts'
import { expectMounted } from './claim.ts'
import { type BackupFolder, type Base, baseFolder, listBases, walFolder } from './folders.ts'
import { backupKey } from './key.ts'
import { readSealed, writeSealed } from './sealed-file.ts'

/** Files that PostgreSQL recreates, or must not find in a copy. */
const leftOut = ['pg_wal/*', 'postmaster.pid', 'postmaster.opts', 'log', 'pg_replslot/*']
const longestArchiveMs = 300_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const ownFile = /^(\d{4}-\d\d-\d\dT[\d:.]+Z_[0-9A-F]{24})\.(tar|label)(\.part)?$/

export interface Label {
  /** Content of PostgreSQL's file backup_label. */
  label: string
  /** Earliest moment that this base can restore, ISO 8601 in UTC. */
  endedAt: string
}

/**
 * Copies the database files while others continue to write.
 * @param ownerUrl of a superuser
 * @throws if the copy or its WAL cannot be written; then nothing of it is left
 */
export async function makeBase(
  folder: BackupFolder,
  dataDir: string,
  ownerUrl: string,
  signal?: AbortSignal,
): Promise<void> {
  await expectMounted(folder)
  const key = await backupKey(folder.backupKeyFile)
  const client = makeClient({
    connectionString: ownerUrl,
    statement_timeout: longestArchiveMs,
  })
  await client.connect()
  // Ends the waiting statement, and with it the backup in PostgreSQL.
  const end = () => void client.end()
  signal?.addEventListener('abort', end)
  try {
    const { rows: starts } = await client.query(
      "select clock_timestamp() as at, pg_walfile_name(pg_backup_start('coinless', true)) as wal",
    )
    const name = join(baseFolder(folder), `${starts[0].at.toISOString()}_${starts[0].wal}`)
    try {
      await writeTar(databaseFolder(dataDir), `${name}.tar`, key, signal)
      const { rows: ends } = await client.query(
        'select labelfile as label, clock_timestamp() as "endedAt" from pg_backup_stop()',
      )
      await writeSealed(Readable.from([JSON.stringify(ends[0])]), `${name}.label`, key)
    } catch (error) {
      await rm(`${name}.tar`, { force: true })
      throw error
    }
  } finally {
    signal?.removeEventListener('abort', end)
    await client.end()
  }
}

/** Whether the archive exists and its label can be read with the current key. */
export async function isReadable(folder: BackupFolder, { name }: Base): Promise<boolean> {
  const key = await backupKey(folder.backupKeyFile)
  try {
    await access(join(baseFolder(folder), `${name}.tar`))
    await text(readSealed(join(baseFolder(folder), `${name}.label`), key))
    return true
  } catch {
    return false
  }
}

async function writeTar(
  database: string,
  path: string,
  key: Buffer | undefined,
  signal: AbortSignal | undefined,
) {
  const excluded = leftOut.map((name) => `--exclude=./${name}`)
  const tar = spawn('tar', ['-cf', '-', '-C', database, ...excluded, '.'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(tar, 'exit')
  ended.catch(() => {})
  const kill = () => tar.kill()
  signal?.addEventListener('abort', kill)
  try {
    await writeSealed(tar.stdout, path, key)
  } finally {
    kill()
    signal?.removeEventListener('abort', kill)
  }
  const [code] = await ended
  // 1: a file changed or disappeared during the copy. WAL replay corrects this.
  if (code !== 0 && code !== 1) throw new Error(`tar exited with ${code}`)
}

/** Retention and interval of base backups. */
export interface BaseBackupSchedule {
  backupKeepDays: number
  backupHours: number
}

/** Ignores dates in the future, and dates before that of an earlier base: the clock was wrong then. */
function datesOf(bases: Base[], now: Date): number[] {
  let known = 0
  return bases.map(({ startedAt }) => {
    if (startedAt <= now) known = Math.max(known, startedAt.getTime())
    return known
  })
}

/**
 * Removes bases that are too old, but never the newest, the WAL that only they need, and leftovers of unfinished bases.
 * Do not call while a base is being made.
 */
export async function removeOld(
  folder: BackupFolder,
  { backupKeepDays, backupHours }: BaseBackupSchedule,
  now: Date,
): Promise<void> {
  const bases = await listBases(folder)
  const oldest = now.getTime() - backupKeepDays * dayMs
  // Keep the last base before that day: without it, no moment of that day could be restored.
  const isNeeded = datesOf(bases, now).findLastIndex((startedAt) => startedAt <= oldest)
  // Keep the usual number of bases, because all of them seem old while the clock is ahead.
  const usual = Math.max(1, Math.floor((backupKeepDays * dayMs) / (backupHours * hourMs)))
  const kept = bases.slice(Math.max(0, Math.min(isNeeded, bases.length - usual)))
  const names = new Set(kept.map(({ name }) => name))
  for (const file of await readdir(baseFolder(folder))) {
    const [, name, , part] = ownFile.exec(file) ?? []
    if (name && (part || !names.has(name))) await rm(join(baseFolder(folder), file))
  }
  // Compared across timelines: one that began with a restore may have begun before the base of another.
  const [first] = kept.map(({ firstWal }) => firstWal.slice(8)).sort()
  if (!first) return
  for (const file of await readdir(walFolder(folder))) {
    // Timeline history files have other names, and stay.
    const isSegment = /^[0-9A-F]{24}/.test(file)
    if (isSegment && file.slice(8, 24) < first) {
      await rm(join(walFolder(folder), file), { force: true })
    }
  }
}
