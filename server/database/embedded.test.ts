import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { type EmbeddedDatabase, startEmbedded, withEmbedded } from './embedded.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-embedded-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(dataDir)
  cleanups.push(() => database.stop().catch(() => {}))
  return database
}

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query({ text: statement, rowMode: 'array' })
  await client.end()
  return rows[0]?.[0]
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'database', 'postmaster.pid'), 'utf8'), 10)
}

describe('the embedded PostgreSQL', () => {
  test('is durable, checks its pages, speaks UTF-8 and listens on this machine only', async () => {
    const { ownerUrl: url } = await start(await temporaryFolder())
    expect(new URL(url).hostname).toBe('127.0.0.1')
    expect(await ask(url, 'show fsync')).toBe('on')
    expect(await ask(url, 'show synchronous_commit')).toBe('on')
    expect(await ask(url, 'show data_checksums')).toBe('on')
    expect(await ask(url, 'show server_encoding')).toBe('UTF8')
    expect(await ask(url, 'show listen_addresses')).toBe('127.0.0.1')
    expect(await ask(url, "select lower('ÄÖÅ')")).toBe('äöå')
    expect(await ask(url, 'show work_mem')).toBe('16MB')
  })

  test('lets nobody in without the password that the data folder keeps', async () => {
    const dataDir = await temporaryFolder()
    const { url, ownerUrl } = await start(dataDir)
    for (const [address, file] of [
      [ownerUrl, 'database-password'],
      [url, 'database-server-password'],
    ] as const) {
      const password = (await readFile(join(dataDir, file), 'utf8')).trim()
      expect(new URL(address).password).toBe(password)
      await expect(ask(address.replace(password, 'guess'), 'select 1')).rejects.toThrow(/password/)
    }
  })

  test('serves a tool beside the server that runs on it, or runs for the tool alone', async () => {
    const dataDir = await temporaryFolder()
    const user = (url: string) => ask(url, 'select current_user')
    expect(await withEmbedded(dataDir, user)).toBe('coinless_server')
    const { url } = await start(dataDir)
    expect(await withEmbedded(dataDir, async (same) => same)).toBe(url)
    expect(await withEmbedded(dataDir, user)).toBe('coinless_server')
    expect(await user(url)).toBe('coinless_server')
  })

  test('keeps its data from one start to the next', async () => {
    const dataDir = await temporaryFolder()
    const first = await start(dataDir)
    await ask(first.ownerUrl, 'create table kept (value text)')
    await first.stop()
    const second = await start(dataDir)
    expect(await ask(second.ownerUrl, 'select count(*) from kept')).toBe('0')
  })

  test('that is killed is started again at its port, with its data', async () => {
    const dataDir = await temporaryFolder()
    const { ownerUrl: url } = await start(dataDir)
    await ask(url, 'create table kept (value text)')
    const killed = await postmasterPid(dataDir)
    process.kill(killed, 'SIGKILL')
    await expect
      .poll(() => ask(url, 'select count(*) from kept').catch(() => 'gone'), { timeout: 20_000 })
      .toBe('0')
    expect(await postmasterPid(dataDir)).not.toBe(killed)
  })

  test('an initialisation that was killed half-way is begun anew', async () => {
    const dataDir = await temporaryFolder()
    await mkdir(join(dataDir, 'database.new'))
    await writeFile(join(dataDir, 'database.new', 'PG_VERSION'), '18\n')
    await writeFile(join(dataDir, 'database.new-password'), 'left behind')
    const { ownerUrl: url } = await start(dataDir)
    expect(await ask(url, 'select 1')).toBe(1)
  })

  test('a data folder below a closed folder works too', async () => {
    const closed = await temporaryFolder()
    await chmod(closed, 0o700)
    const { ownerUrl: url } = await start(join(closed, 'with a space', 'data'))
    expect(await ask(url, 'select 1')).toBe(1)
  })
})

describe('a data folder that cannot be used is refused by the name DATA_DIR', () => {
  test('in use by another server', async () => {
    const dataDir = await temporaryFolder()
    await start(dataDir)
    await expect(startEmbedded(dataDir)).rejects.toThrow(
      `DATA_DIR ${dataDir} is in use by another running Coinless.`,
    )
  })

  test('two starts at the same moment: one of them wins', async () => {
    const dataDir = await temporaryFolder()
    await (await start(dataDir)).stop()
    const starts = await Promise.allSettled([start(dataDir), start(dataDir)])
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [refused] = starts.filter((each) => each.status === 'rejected')
    expect(refused?.reason.message).toMatch(/^DATA_DIR .* is in use/)
  })

  test('a file', async () => {
    const file = join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    await expect(startEmbedded(file)).rejects.toThrow(/^DATA_DIR .* cannot be written to/)
  })

  test('of another version of PostgreSQL', async () => {
    const dataDir = await temporaryFolder()
    await mkdir(join(dataDir, 'database'))
    await writeFile(join(dataDir, 'database', 'PG_VERSION'), '9\n')
    await expect(startEmbedded(dataDir)).rejects.toThrow(/^DATA_DIR holds .* PostgreSQL 9/)
  })
})

/** Starts it in another process, and kills that. */
async function leaveOrphan(dataDir: string): Promise<number> {
  const module = new URL('./embedded.ts', import.meta.url).pathname
  const script = `const { startEmbedded } = await import(${JSON.stringify(module)})
    await startEmbedded(${JSON.stringify(dataDir)}); console.log('started'); setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
  return postmasterPid(dataDir)
}

test('the server that a killed process left running is taken over', async () => {
  const dataDir = await temporaryFolder()
  const orphan = await leaveOrphan(dataDir)
  const { ownerUrl: url } = await start(dataDir)
  expect(await postmasterPid(dataDir)).toBe(orphan)
  expect(await ask(url, 'select 1')).toBe(1)
})

test('after a kill of the process and of PostgreSQL the next start recovers', async () => {
  const dataDir = await temporaryFolder()
  process.kill(await leaveOrphan(dataDir), 'SIGKILL')
  const { ownerUrl: url } = await start(dataDir)
  expect(await ask(url, 'select 1')).toBe(1)
})
