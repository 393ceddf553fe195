import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, constants, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LastingError, SettingError } from '../../platform/config/setting-error.ts'
import { makeFolder } from './make-folder.ts'
import { databaseFolder, type Programs } from './postgres-programs.ts'

const unfinishedPrefix = 'database.new'
/** Well below TimeoutStopSec in deploy/coinless.service. */
const stopSeconds = 30
/** Prefix of the folder of a database that a restore replaced. */
export const asidePrefix = 'database-before-'

/** Lock file, held while any PostgreSQL process lives. The operating system releases the lock in every case. */
function lockFile(dataDir: string): string {
  return join(dataDir, 'database.lock')
}

export async function makeWritable(dataDir: string): Promise<void> {
  await makeFolder(dataDir)
  await access(dataDir, constants.W_OK)
}

/**
 * Creates the cluster under a temporary name and renames it at the end, so that a killed start leaves a complete
 * cluster or none. If two first starts run at once, both use the cluster of the faster one.
 */
export async function initialise(
  programs: Programs,
  dataDir: string,
  { superuser, password }: { superuser: string; password: string },
): Promise<void> {
  const folder = databaseFolder(dataDir)
  if (await isInitialised(programs, folder)) return
  await expectNoneAside(dataDir)
  const unfinished = join(dataDir, `${unfinishedPrefix}-${randomBytes(4).toString('hex')}`)
  const passwordFile = `${unfinished}-password`
  try {
    await programs.makeOwnFolder(unfinished)
    await programs.writeOwnFile(passwordFile, password)
    await programs.run('initdb', [
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The builtin provider does not depend on system locales.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
    ])
    await rename(unfinished, folder)
  } catch (error) {
    if (await isInitialised(programs, folder)) return
    const { message } = error as Error
    const [, reason = message] = /(?:error|FATAL|PANIC): +(.*)/.exec(message) ?? []
    throw new SettingError(
      `DATA_DIR ${dataDir}: PostgreSQL cannot create its files there (${reason}). Free disk space, or choose another folder.`,
    )
  } finally {
    for (const left of [unfinished, passwordFile]) await rm(left, { recursive: true, force: true })
  }
}

/** @throws SettingError if a restore was killed after moving the database aside: a new database would be empty */
async function expectNoneAside(dataDir: string): Promise<void> {
  const aside = (await readdir(dataDir)).filter((name) => name.startsWith(asidePrefix)).sort()
  const last = aside.at(-1)
  if (!last) return
  throw new LastingError(
    `DATA_DIR ${dataDir} has ${last}, which a restore moved aside, but no database. Restore again, or rename it to database.`,
  )
}

/** @throws SettingError if the folder is unreadable, or from another version of PostgreSQL */
async function isInitialised(programs: Programs, folder: string): Promise<boolean> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(({ code }) => {
    // Any other error means that the file exists, for example under another user.
    if (code !== 'ENOENT')
      throw new SettingError(`${folder} cannot be read (${code}). Check its owner.`)
    return undefined
  })
  if (version && version.trim() !== programs.majorVersion) {
    throw new LastingError(
      `DATA_DIR contains a database of PostgreSQL ${version.trim()}, but this is PostgreSQL ${programs.majorVersion}. Restore a backup into a new DATA_DIR.`,
    )
  }
  return version !== undefined
}

/** Removes leftovers of killed starts. Call only while owning the folder. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  const names = await readdir(dataDir)
  for (const name of names.filter((each) => each.startsWith(unfinishedPrefix))) {
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

const options = [
  '-c listen_addresses=127.0.0.1',
  // Socket paths have a short maximum length, and the path of the data folder may be long.
  "-c unix_socket_directories=''",
  // Enough to count and sort 100,000 search results without a temporary file.
  '-c work_mem=16MB',
  // One file per weekday, overwritten a week later.
  '-c logging_collector=on -c log_directory=log -c log_filename=%a.log',
  '-c log_truncate_on_rotation=on -c log_rotation_age=1d -c log_rotation_size=0',
  '-c log_timezone=UTC',
  // Failed statements contain codes and addresses. PostgreSQL returns errors to the server, which logs them without
  // these.
  '-c log_min_messages=log -c log_min_error_statement=panic -c log_error_verbosity=terse',
]

/** @throws if another PostgreSQL uses the folder, or PostgreSQL cannot be started */
export async function startPostgres(
  programs: Programs,
  dataDir: string,
  port: string,
  more: string[] = [],
): Promise<void> {
  const folder = databaseFolder(dataDir)
  // Output before PostgreSQL opens its own log; recreated at each start.
  const log = join(dataDir, 'database.log')
  await rm(log, { force: true })
  await programs.writeOwnFile(log, '')
  await programs.writeOwnFile(lockFile(dataDir), '')
  await programs.runLocked(lockFile(dataDir), join(folder, 'postmaster.pid'), 'pg_ctl', [
    'start',
    '--wait',
    `--pgdata=${folder}`,
    `--log=${log}`,
    `--options=-p ${port} ${[...options, ...more].join(' ')}`,
  ])
}

/**
 * Archives pending WAL before stopping. If BACKUP_DIR does not respond, stops without it: pending WAL is kept, and
 * archived after the next start.
 */
export async function stopPostgres(programs: Programs, dataDir: string): Promise<void> {
  if ((await runningPort(dataDir)) === undefined) return
  const folder = databaseFolder(dataDir)
  const stop = (mode: 'fast' | 'immediate') => {
    const how = ['--wait', `--timeout=${stopSeconds}`, `--mode=${mode}`]
    return programs.run('pg_ctl', ['stop', ...how, `--pgdata=${folder}`])
  }
  const { pid } = await lastStart(dataDir)
  await stop('fast').catch(async () => {
    // A PostgreSQL that a concurrent start has begun since keeps running.
    if ((await lastStart(dataDir)).pid === pid) await stop('immediate')
  })
}

/** Port of the PostgreSQL that runs on the folder. */
export async function runningPort(dataDir: string): Promise<number | undefined> {
  const { pid, port } = await lastStart(dataDir)
  return pid && (await isHeld(dataDir, pid)) ? port : undefined
}

/** Process id and port of the last PostgreSQL on the folder, which may have stopped. */
export async function lastStart(dataDir: string): Promise<{ pid: number; port: number }> {
  const file = join(databaseFolder(dataDir), 'postmaster.pid')
  const [pid, , , port] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  return { pid: Number(pid), port: Number(port) }
}

/**
 * Checks the lock file. Checks the process id only if the system has no flock, because after a power loss or in another
 * container another process may have that id.
 */
async function isHeld(dataDir: string, pid: number): Promise<boolean> {
  const file = lockFile(dataDir)
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (!isThere) return false
  return new Promise((resolve) => {
    execFile('flock', ['-s', '-n', file, 'true'], (error) => {
      resolve((error?.code as unknown) === 'ENOENT' ? isAlive(pid) : error !== null)
    })
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
