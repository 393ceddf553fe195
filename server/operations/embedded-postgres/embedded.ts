import { randomInt } from 'node:crypto'
import { realpath, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { SettingError } from '../../platform/config/setting-error.ts'
import { locks } from '../../platform/database/locks.ts'
import { makeClient } from '../../platform/database/single-connection.ts'
import { keptSecret } from '../../platform/secrets/kept-secret.ts'
import {
  initialise,
  lastStart,
  makeWritable,
  removeUnfinished,
  runningPort,
  startPostgres,
  stopPostgres,
} from './data-folder.ts'
import { databaseFolder, type Programs, postgresPrograms } from './postgres-programs.ts'

const superuser = 'coinless'
const databaseName = 'coinless'
/** Database user of the server, which can change neither table definitions nor history. */
const serverUser = 'coinless_server'
const orphanWaitMs = 3_000
const patienceMs = 10_000
const pollMs = 100
/** Size of a WAL file. PostgreSQL may need to create one. */
const segmentBytes = 16 * 1024 * 1024
const revivalPauseMs = 500

export interface EmbeddedDatabase {
  /** Connects as the owner of the tables. */
  ownerUrl: string
  /** Connects as the server's own user. */
  url: string
  stop(): Promise<void>
}

export interface Watch {
  /** Called when PostgreSQL ends unexpectedly, and when it runs again. */
  lost?(): void
  back?(): void
  /** Additional command line options of PostgreSQL. */
  options?: string[]
}

/**
 * Starts the PostgreSQL of the data folder, or takes over one that a killed server left running.
 * @throws SettingError if the folder cannot be used, or another server uses it
 */
export async function startEmbedded(dataDir: string, watch?: Watch): Promise<EmbeddedDatabase> {
  try {
    await makeWritable(dataDir)
    const programs = await postgresPrograms(dataDir)
    const password = await keptSecret(dataDir, 'database-password')
    await initialise(programs, dataDir, { superuser, password })
    const owned = await startOrTakeOver(programs, dataDir, password, watch?.options)
    const stop = keepAlive(programs, dataDir, owned.url, owned.owner, watch)
    await removeUnfinished(dataDir)
    const address = new URL(owned.url)
    address.pathname = `/${databaseName}`
    return {
      ownerUrl: address.href,
      url: serverUrlOf(address.port, owned.serverPassword),
      stop,
    }
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException
    if (!syscall || error instanceof SettingError) throw error
    throw new SettingError(
      `DATA_DIR ${dataDir} cannot be written to (${code}). Choose a folder that you own and that has space.`,
    )
  }
}

async function startOrTakeOver(
  programs: Programs,
  dataDir: string,
  password: string,
  options: string[] | undefined,
) {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const { port } = await lastStart(dataDir)
    const orphan = port ? await ownIfThere(urlOf(port, password), dataDir) : undefined
    const isKept = orphan !== undefined && !options
    if (orphan && !isKept) {
      // It may run with other options. Keep the lock until it has stopped: a concurrent start would take it over, and
      // lose it.
      await stopPostgres(programs, dataDir)
      await orphan.end()
    }
    const url = urlOf(isKept ? port : await freePort(), password)
    try {
      if (!isKept) await startPostgres(programs, dataDir, new URL(url).port, options)
      const owner = isKept ? orphan : await own(url, dataDir)
      return { url, owner, serverPassword: await prepare(owner, dataDir) }
    } catch (error) {
      if (error instanceof SettingError) throw error
      if (Date.now() > deadline) {
        if ((await runningPort(dataDir)) !== undefined) throw inUse(dataDir)
        await expectRoom(dataDir)
        throw new SettingError(
          `DATA_DIR ${dataDir}: PostgreSQL does not start. See ${dataDir}/database.log.`,
        )
      }
      // A process that is stopping or starting may hold the folder briefly.
      await delay(pollMs)
    }
  }
}

/** @throws SettingError if the disk is too full even for the log that would name this reason */
async function expectRoom(dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize >= segmentBytes) return
  throw new SettingError(
    `DATA_DIR ${dataDir}: PostgreSQL does not start because the disk is full. Free disk space.`,
  )
}

/**
 * Runs a tool as the server's own user, on the database of a running server or on one started for the tool's duration.
 */
export async function withEmbedded<T>(
  dataDir: string,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const running = await runningServerUrl(dataDir)
  if (running) return use(running)
  const embedded = await startEmbedded(dataDir)
  return use(embedded.url).finally(embedded.stop)
}

/** URL of a running server's database, for the server's own user; undefined if no server runs. */
export async function runningServerUrl(dataDir: string): Promise<string | undefined> {
  const running = await runningPort(dataDir)
  return running === undefined ? undefined : serverUrlOf(running, await serverPassword(dataDir))
}

/**
 * Creates the database and the server's own user if they are missing.
 * @returns the password of that user
 * @throws an error that is not a SettingError if PostgreSQL ended, as when a concurrent start restarts it
 */
async function prepare(owner: pg.Client, dataDir: string): Promise<string> {
  try {
    const { rowCount } = await owner.query('select from pg_database where datname = $1', [
      databaseName,
    ])
    if (rowCount === 0) await owner.query(`create database ${databaseName}`)
    return await makeServerUser(owner, dataDir)
  } catch (error) {
    await owner.end().catch(() => {})
    if (!(error instanceof pg.DatabaseError) || error.code?.startsWith('57P')) throw error
    throw new SettingError(
      `DATA_DIR ${dataDir}: PostgreSQL cannot create its database (${error.message}). Free disk space.`,
    )
  }
}

/**
 * Restarts PostgreSQL on the same port after it was killed, which ends the connection that owns the folder.
 * @returns a function that stops this and PostgreSQL
 */
function keepAlive(
  programs: Programs,
  dataDir: string,
  url: string,
  lock: pg.Client,
  watch: Watch | undefined,
) {
  let isStopping = false
  let owner = lock
  let revival = Promise.resolve()
  async function revive() {
    while (!isStopping) {
      try {
        const isRunning = (await runningPort(dataDir)) !== undefined
        if (!isRunning) await startPostgres(programs, dataDir, new URL(url).port, watch?.options)
        owner = await own(url, dataDir)
        watch?.back?.()
        reviveAtEnd()
        return
      } catch {
        await delay(revivalPauseMs)
      }
    }
  }
  function reviveAtEnd() {
    owner.once('end', () => {
      if (isStopping) return
      watch?.lost?.()
      revival = revive()
    })
  }
  reviveAtEnd()
  return async () => {
    isStopping = true
    await revival
    await owner.end().catch(() => {})
    await stopPostgres(programs, dataDir)
  }
}

function serverPassword(dataDir: string): Promise<string> {
  return keptSecret(dataDir, 'database-server-password')
}

/** @returns its password */
async function makeServerUser(superuser: pg.Client, dataDir: string): Promise<string> {
  const password = await serverPassword(dataDir)
  const { rowCount } = await superuser.query('select from pg_roles where rolname = $1', [
    serverUser,
  ])
  const verb = rowCount === 0 ? 'create' : 'alter'
  const quoted = superuser.escapeLiteral(password)
  await superuser.query(`${verb} role ${serverUser} login password ${quoted}`)
  return password
}

/** undefined if nothing answers there yet, or another program does. */
async function ownIfThere(url: string, dataDir: string): Promise<pg.Client | undefined> {
  return own(url, dataDir).catch((error) => {
    if (error instanceof SettingError) throw error
    return undefined
  })
}

/**
 * Locks the data folder by an advisory lock in its database. Waits briefly, because PostgreSQL releases a killed
 * server's lock as soon as it sees the closed connection.
 */
async function own(url: string, dataDir: string): Promise<pg.Client> {
  const client = makeClient({
    connectionString: url,
    application_name: 'coinless owner',
    connectionTimeoutMillis: patienceMs,
  })
  await client.connect()
  await expectOwnFolder(client, dataDir)
  await client.query(`set lock_timeout = ${orphanWaitMs}`)
  try {
    await client.query('select pg_advisory_lock($1)', [locks.owner])
    return client
  } catch {
    await client.end()
    throw inUse(dataDir)
  }
}

/** A copied data folder has the passwords of the original, and may contain its port. */
async function expectOwnFolder(client: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await client.query('show data_directory')
  const [there, here] = await Promise.all(
    [rows[0].data_directory, databaseFolder(dataDir)].map((path) => realpath(path)),
  )
  if (there === here) return
  await client.end()
  throw new Error(`the PostgreSQL on that port uses ${there}`)
}

function inUse(dataDir: string): SettingError {
  return new SettingError(
    `DATA_DIR ${dataDir} is in use by another running Coinless. Stop it, or choose another DATA_DIR.`,
  )
}

function serverUrlOf(port: number | string, password: string): string {
  return `postgres://${serverUser}:${password}@127.0.0.1:${port}/${databaseName}`
}

function urlOf(port: number, password: string): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`
}

/** Below the ephemeral port range of operating systems, in which another program might take the port first. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
