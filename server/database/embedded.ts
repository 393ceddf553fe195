import { randomInt } from 'node:crypto'
import { access, constants, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { keptSecret } from '../kept-secret.ts'
import { SettingError } from '../setting-error.ts'
import { locks } from './locks.ts'
import { type Programs, postgresPrograms } from './postgres-programs.ts'

const superuser = 'coinless'
const databaseName = 'coinless'
/** Who the server works as: it may not change tables, nor history. */
const serverUser = 'coinless_server'
const orphanWaitMs = 3_000
const patienceMs = 10_000
const pollMs = 100
const revivalPauseMs = 500

export interface EmbeddedDatabase {
  /** For the owner of the tables. */
  ownerUrl: string
  /** For the server's own user. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that lives in the data folder, or takes over one that a killed server left
 * running there.
 * @throws SettingError when the folder cannot be used, or another server uses it
 */
export async function startEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  await makeWritable(dataDir)
  const programs = await postgresPrograms(dataDir)
  const folder = databaseFolder(dataDir)
  const password = await keptSecret(dataDir, 'database-password')
  await initialise(programs, folder, password)

  const deadline = Date.now() + patienceMs
  for (;;) {
    const running = await runningPort(folder)
    const orphan = running && (await ownIfThere(urlOf(running, password), dataDir))
    if (orphan) return finish(programs, dataDir, urlOf(running, password), orphan)
    const url = urlOf(await freePort(), password)
    try {
      await start(programs, dataDir, folder, new URL(url).port)
      return await finish(programs, dataDir, url, await own(url, dataDir))
    } catch (error) {
      if (error instanceof SettingError) throw error
      if (Date.now() > deadline) throw (await runningPort(folder)) ? inUse(dataDir) : error
      // A process that is just ending, or just starting, may hold the folder for a moment.
      await delay(pollMs)
    }
  }
}

/**
 * For a tool beside the server, as the server's own user: the database of a server that runs on the
 * folder, or else one that is started for as long as the tool takes.
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

/** For the server's own user, of the database of a server that runs on the folder. */
export async function runningServerUrl(dataDir: string): Promise<string | undefined> {
  const running = await runningPort(databaseFolder(dataDir))
  return running === undefined ? undefined : serverUrlOf(running, await serverPassword(dataDir))
}

function databaseFolder(dataDir: string): string {
  return join(dataDir, 'database')
}

async function finish(
  programs: Programs,
  dataDir: string,
  url: string,
  lock: pg.Client,
): Promise<EmbeddedDatabase> {
  const { rowCount } = await lock.query('select from pg_database where datname = $1', [
    databaseName,
  ])
  if (rowCount === 0) await lock.query(`create database ${databaseName}`)
  const password = await makeServerUser(lock, dataDir)
  const stopReviving = keepAlive(programs, dataDir, url, lock)
  const address = new URL(url)
  address.pathname = `/${databaseName}`
  return {
    ownerUrl: address.href,
    url: serverUrlOf(address.port, password),
    stop: async () => {
      await stopReviving()
      const folder = databaseFolder(dataDir)
      if (await runningPort(folder)) await stop(programs, folder)
    },
  }
}

/**
 * Starts PostgreSQL again, at the same port, when it was killed: the connection that owns the folder
 * ends with it.
 * @returns what ends that
 */
function keepAlive(programs: Programs, dataDir: string, url: string, lock: pg.Client) {
  const folder = databaseFolder(dataDir)
  let isStopping = false
  let owner = lock
  let revival = Promise.resolve()
  async function revive() {
    while (!isStopping) {
      try {
        if (!(await runningPort(folder))) await start(programs, dataDir, folder, new URL(url).port)
        owner = await own(url, dataDir)
        watch()
        return
      } catch {
        await delay(revivalPauseMs)
      }
    }
  }
  function watch() {
    owner.once('end', () => {
      if (!isStopping) revival = revive()
    })
  }
  watch()
  return async () => {
    isStopping = true
    await revival
    await owner.end().catch(() => {})
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

async function makeWritable(dataDir: string) {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.W_OK)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code
    throw new SettingError(
      `DATA_DIR ${dataDir} cannot be written to (${reason}). Choose a folder of your own.`,
    )
  }
}

/** Made under another name and renamed at the end, so that a kill leaves a whole cluster or none. */
async function initialise(programs: Programs, folder: string, password: string) {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version?.trim() === programs.majorVersion) return
  if (version) {
    throw new SettingError(
      `DATA_DIR holds a database of PostgreSQL ${version.trim()}, but this is PostgreSQL ${programs.majorVersion}. Restore it from a backup into a new DATA_DIR.`,
    )
  }
  const unfinished = `${folder}.new`
  const passwordFile = `${folder}.new-password`
  for (const left of [unfinished, passwordFile]) await rm(left, { recursive: true, force: true })
  await programs.makeOwnFolder(unfinished)
  await programs.writeOwnFile(passwordFile, password)
  await programs.run('initdb', [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The builtin provider needs no locale of the system.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
  ])
  await rm(passwordFile)
  await rename(unfinished, folder)
}

async function start(programs: Programs, dataDir: string, folder: string, port: string) {
  const log = join(dataDir, 'database.log')
  await programs.writeOwnFile(log, '')
  const options = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    // A socket's path must be short, and a data folder's may be long.
    "-c unix_socket_directories=''",
    '-c log_timezone=UTC',
    // A hundred thousand rows that a search finds are counted and sorted without a file.
    '-c work_mem=16MB',
  ]
  // pg_ctl gives it a session of its own, so that Ctrl+C in a terminal leaves it to us.
  await programs.run('pg_ctl', [
    'start',
    '--wait',
    `--pgdata=${folder}`,
    `--log=${log}`,
    `--options=${options.join(' ')}`,
  ])
}

async function stop(programs: Programs, folder: string) {
  await programs.run('pg_ctl', ['stop', '--wait', '--mode=fast', `--pgdata=${folder}`])
}

/** The port of the server that postmaster.pid names, if that process is alive. */
async function runningPort(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port] = text.split('\n')
  return isAlive(Number(pid)) ? Number(port) : undefined
}

function isAlive(pid: number): boolean {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const cannotConnectNow = '57P03'

/** undefined when nothing answers there, or not yet. */
async function ownIfThere(url: string, dataDir: string): Promise<pg.Client | undefined> {
  return own(url, dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED' || error.code === cannotConnectNow) return undefined
    throw error
  })
}

/**
 * The database itself is the lock on the data folder. A killed server's lock is freed as soon as
 * PostgreSQL sees its connection closed, which is worth a short wait.
 */
async function own(url: string, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'coinless owner' })
  client.on('error', () => {})
  await client.connect()
  await client.query(`set lock_timeout = ${orphanWaitMs}`)
  try {
    await client.query('select pg_advisory_lock($1)', [locks.owner])
    return client
  } catch {
    await client.end()
    throw inUse(dataDir)
  }
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

/** Below the range from which systems give out ports, where another program might take it first. */
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
