import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { asUsed } from '../../../test/support/used-folder.ts'
import { type EmbeddedDatabase, startEmbedded, type Watch, withEmbedded } from './embedded.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-embedded-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const usedFolder = async () => asUsed(await temporaryFolder())

async function start(dataDir: string, watch?: Watch): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(dataDir, watch)
  cleanups.push(() => database.stop().catch(() => {}))
  return database
}

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows[0]?.[0]
  } finally {
    await client.end()
  }
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'database', 'postmaster.pid'), 'utf8'), 10)
}

describe('the embedded PostgreSQL', () => {
  test('is durable, uses checksums and UTF-8, and listens on this machine only', async () => {
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

  test('stops while the backup folder hangs, and keeps the WAL to archive', async () => {
    const dataDir = await usedFolder()
    const archive = (command: string) => ({
      options: ['-c archive_mode=on', `-c archive_command='${command}'`],
    })
    const hanging = await start(dataDir, archive('sleep 600'))
    await ask(hanging.ownerUrl, 'create table kept as select 1 as number')
    await ask(hanging.ownerUrl, 'select pg_switch_wal()')
    await hanging.stop()
    await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT')
    const { ownerUrl } = await start(dataDir, archive('true'))
    expect(await ask(ownerUrl, 'select number from kept')).toBe(1)
    const archived = () => ask(ownerUrl, 'select archived_count > 0 from pg_stat_archiver')
    await expect.poll(archived).toBe(true)
  })

  test('requires the password from the data folder', async () => {
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

  test('serves a tool next to a running server, or starts for the tool', async () => {
    const dataDir = await usedFolder()
    const user = (url: string) => ask(url, 'select current_user')
    expect(await withEmbedded(dataDir, user)).toBe('coinless_server')
    const { url } = await start(dataDir)
    expect(await withEmbedded(dataDir, async (same) => same)).toBe(url)
    expect(await withEmbedded(dataDir, user)).toBe('coinless_server')
    expect(await user(url)).toBe('coinless_server')
  })

  // id: embedded-1
  test('receives no secrets, and logs neither statements nor values', async () => {
    const dataDir = await temporaryFolder()
    process.env.STRIPE_SECRET_KEY = 'sk_test_of_this_test'
    const { ownerUrl } = await start(dataDir)
    delete process.env.STRIPE_SECRET_KEY
    const environment = await readFile(`/proc/${await postmasterPid(dataDir)}/environ`, 'utf8')
    expect(environment).not.toContain('sk_test')
    await ask(ownerUrl, 'create table codes (lookup_key text unique)')
    await ask(ownerUrl, "insert into codes values ('ELMSTREET7742')")
    for (const statement of [
      "insert into codes values ('ELMSTREET7742')",
      "select 'ada@example.com'::uuid",
    ]) {
      await expect(ask(ownerUrl, statement)).rejects.toThrow()
    }
    const folder = join(dataDir, 'database', 'log')
    const files = (await readdir(folder)).map((name) => join(folder, name))
    expect(files).not.toEqual([])
    for (const file of [...files, join(dataDir, 'database.log')]) {
      expect(await readFile(file, 'utf8')).not.toMatch(/ELMSTREET|ada@example|insert|ERROR/)
    }
    const turned = ['log_rotation_age', 'log_truncate_on_rotation', 'log_filename']
    const settings = await Promise.all(turned.map((name) => ask(ownerUrl, `show ${name}`)))
    expect(settings).toEqual(['1d', 'on', '%a.log'])
  })

  test('keeps its data across restarts', async () => {
    const dataDir = await temporaryFolder()
    const first = await start(dataDir)
    await ask(first.ownerUrl, 'create table kept (value text)')
    await first.stop()
    const second = await start(dataDir)
    expect(await ask(second.ownerUrl, 'select count(*) from kept')).toBe('0')
  })

  test('restarts on its port with its data after it is killed', async () => {
    const dataDir = await usedFolder()
    const told: string[] = []
    const watch = { lost: () => told.push('lost'), back: () => told.push('back') }
    const { ownerUrl: url } = await start(dataDir, watch)
    await ask(url, 'create table kept (value text)')
    const killed = await postmasterPid(dataDir)
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => ask(url, 'select count(*) from kept').catch(() => 'gone')).toBe('0')
    expect(await postmasterPid(dataDir)).not.toBe(killed)
    await expect.poll(() => told).toEqual(['lost', 'back'])
  })

  test('starts over after an initialization that was killed', async () => {
    const dataDir = await temporaryFolder()
    await mkdir(join(dataDir, 'database.new'))
    await writeFile(join(dataDir, 'database.new', 'PG_VERSION'), '18\n')
    await writeFile(join(dataDir, 'database.new-password'), 'left behind')
    const { ownerUrl: url } = await start(dataDir)
    expect(await ask(url, 'select 1')).toBe(1)
  })

  test('works with a data folder below a closed folder', async () => {
    const closed = await temporaryFolder()
    await chmod(closed, 0o700)
    const { ownerUrl: url } = await start(join(closed, 'with a space', 'data'))
    expect(await ask(url, 'select 1')).toBe(1)
  })
})

describe('an unusable data folder is refused with the name DATA_DIR', () => {
  test('two concurrent starts: one wins', async () => {
    const dataDir = await usedFolder()
    const starts = await Promise.allSettled([start(dataDir), start(dataDir)])
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [refused] = starts.filter((each) => each.status === 'rejected')
    expect(refused?.reason.message).toMatch(/^DATA_DIR .* is in use/)
  })

  test('concurrent starts with options of PostgreSQL: each loser says why', async () => {
    const dataDir = await usedFolder()
    const options = ['-c archive_mode=on']
    for (let round = 0; round < 3; round++) {
      const starts = await Promise.allSettled(
        Array.from({ length: 3 }, () => startEmbedded(dataDir, { options })),
      )
      expect(starts.map(({ status }) => status)).toContain('fulfilled')
      for (const each of starts) {
        if (each.status === 'fulfilled') await each.value.stop()
        else expect(each.reason.message).toMatch(/^DATA_DIR .* is in use/)
      }
    }
  })

  test('two concurrent first starts in separate processes: one wins', async () => {
    const dataDir = await temporaryFolder()
    const module = new URL('./embedded.ts', import.meta.url).pathname
    const script = `const { startEmbedded } = await import(${JSON.stringify(module)})
      const said = await startEmbedded(${JSON.stringify(dataDir)}).then(
        ({ stop }) => { process.stdin.resume().once('end', stop); return 'started' },
        ({ message }) => message)
      console.log(said)`
    const starts = Array.from({ length: 2 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      cleanups.push(async () => {
        const ended = once(child, 'exit')
        child.stdin.end()
        if (child.exitCode === null) await ended
      })
      return child
    })
    const said = await Promise.all(
      starts.map(async ({ stdout }) => `${await once(stdout, 'data')}`),
    )
    expect(said.sort()).toEqual([
      `DATA_DIR ${dataDir} is in use by another running Coinless. Stop it, or choose another DATA_DIR.\n`,
      'started\n',
    ])
    expect((await readdir(dataDir)).filter((name) => /new|[.][0-9a-f]{8}$/.test(name))).toEqual([])
  })

  test('a file', async () => {
    const file = join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    await expect(startEmbedded(file)).rejects.toThrow(/^DATA_DIR .* cannot be written to/)
  })

  test('with only a database that a killed restore moved aside', async () => {
    const dataDir = await temporaryFolder()
    await mkdir(join(dataDir, 'database-before-2026-11-26T030000.000Z'))
    await expect(startEmbedded(dataDir)).rejects.toThrow(
      /^DATA_DIR .* has database-before-2026-11-26T030000.000Z, which a restore moved aside, but no database/,
    )
    expect(await readdir(dataDir)).not.toContain('database')
  })

  test('of another version of PostgreSQL', async () => {
    const dataDir = await temporaryFolder()
    await mkdir(join(dataDir, 'database'))
    await writeFile(join(dataDir, 'database', 'PG_VERSION'), '9\n')
    await expect(startEmbedded(dataDir)).rejects.toThrow(/^DATA_DIR contains .* PostgreSQL 9/)
  })
})

/** Starts PostgreSQL in another process and kills that process. */
async function leaveOrphan(dataDir: string): Promise<{ pid: number; ownerUrl: string }> {
  const module = new URL('./embedded.ts', import.meta.url).pathname
  const script = `const { startEmbedded } = await import(${JSON.stringify(module)})
    console.log((await startEmbedded(${JSON.stringify(dataDir)})).ownerUrl); setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [ownerUrl] = await once(child.stdout, 'data')
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  return { pid: await postmasterPid(dataDir), ownerUrl: `${ownerUrl}`.trim() }
}

test('takes over a PostgreSQL that a killed process left running', async () => {
  const dataDir = await usedFolder()
  const { pid } = await leaveOrphan(dataDir)
  const { ownerUrl: url } = await start(dataDir)
  expect(await postmasterPid(dataDir)).toBe(pid)
  expect(await ask(url, 'select 1')).toBe(1)
})

test('starts even if a concurrent start ends its first connection', async () => {
  const dataDir = await usedFolder()
  const { ownerUrl } = await leaveOrphan(dataDir)
  const other = new pg.Client(ownerUrl)
  await other.connect()
  await other.query('begin; alter role coinless_server connection limit -1')
  const starting = start(dataDir)
  const end =
    "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'"
  await expect.poll(() => ask(ownerUrl, end)).toBe(true)
  await other.end()
  expect(await ask((await starting).url, 'select 1')).toBe(1)
})

test('starts even if a stale postmaster.pid has the id of a live process', async () => {
  const dataDir = await usedFolder()
  process.kill((await leaveOrphan(dataDir)).pid, 'SIGKILL')
  // As after a power loss or in a container, where ids repeat soon.
  const other = spawn('sleep', ['1000'])
  cleanups.push(async () => other.kill())
  const file = join(dataDir, 'database', 'postmaster.pid')
  const left = await readFile(file, 'utf8')
  await writeFile(file, left.replace(/^\d+/, String(other.pid)))
  expect(await ask((await start(dataDir)).ownerUrl, 'select 1')).toBe(1)
})

test('starts a copy of a data folder next to the original', async () => {
  const original = await usedFolder()
  const { ownerUrl } = await start(original)
  await ask(ownerUrl, 'checkpoint')
  const copy = join(await temporaryFolder(), 'copy')
  await promisify(execFile)('cp', ['-a', original, copy])
  const { ownerUrl: other } = await start(copy)
  expect(new URL(other).port).not.toBe(new URL(ownerUrl).port)
})

test('recovers after a kill of the process and PostgreSQL', async () => {
  const dataDir = await usedFolder()
  process.kill((await leaveOrphan(dataDir)).pid, 'SIGKILL')
  const { ownerUrl: url } = await start(dataDir)
  expect(await ask(url, 'select 1')).toBe(1)
})
