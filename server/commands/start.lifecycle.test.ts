import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { databaseUrl, execute, serverUrl } from '../../test/servers/postgres.ts'
import { compiledBefore } from '../../test/servers/program.ts'
import { asUsed } from '../../test/support/used-folder.ts'

const main = new URL('./start.ts', import.meta.url).pathname
const jwtSecret = 'a secret of the tests, long enough'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-main-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const usedFolder = async () => asUsed(await temporaryFolder())

/** The real program with only the given settings. */
function run(settings: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...compiledBefore,
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...settings,
    },
  })
  cleanups.push(() => stop(child, 'SIGTERM'))
  return child
}

async function ready(child: ChildProcess): Promise<string> {
  const lines: string[] = []
  for await (const line of createInterface(child.stdout ?? process.stdin)) {
    lines.push(line)
    const address = /^Coinless is ready at (\S+)$/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error(`The server exited: ${lines.join('\n')}`)
}

async function stop(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  child.kill(signal)
  await once(child, 'exit')
  return child.exitCode
}

/** The line and exit code of a failed start. */
async function failure(settings: Record<string, string>) {
  const child = run(settings)
  let text = ''
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  await once(child, 'close')
  return { code: child.exitCode, lines: text.trim().split('\n') }
}

/** The output of a program so far. */
function shownBy(child: ChildProcess): () => string {
  let shown = ''
  child.stdout?.on('data', (text) => {
    shown += text
  })
  return () => shown
}

async function signIn(address: string, email: string, password: string): Promise<number> {
  const { status } = await fetch(`${address}/api/auth-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return status
}

async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const path = join(dataDir, 'database', 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text ? Number.parseInt(text, 10) : undefined
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function isUp(address: string): Promise<boolean> {
  const { status } = await fetch(`${address}/api/ready`)
  return status === 200
}

describe('the program', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('serves, and exits cleanly on %s', async (signal) => {
    const dataDir = await usedFolder()
    const child = run({ DATA_DIR: dataDir })
    expect(await isUp(await ready(child))).toBe(true)
    const pid = (await postmasterPid(dataDir)) ?? 0
    expect(isRunning(pid)).toBe(true)
    expect(await stop(child, signal)).toBe(0)
    expect(await postmasterPid(dataDir)).toBeUndefined()
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  test('serves for STOP_DELAY_SECONDS after a stop signal, not ready, until a second signal', async () => {
    const child = run({ DATA_DIR: await usedFolder(), STOP_DELAY_SECONDS: '99' })
    const address = await ready(child)
    child.kill('SIGTERM')
    await expect.poll(() => isUp(address)).toBe(false)
    expect((await fetch(`${address}/api/health`)).status).toBe(200)
    const ended = once(child, 'exit')
    // Repeats the signal: one right after the first counts as the same. Stops before the exit.
    const goesOn = async () => {
      const answer = await fetch(`${address}/api/health`).catch(() => null)
      if (answer) child.kill('SIGTERM')
      return answer
    }
    await expect.poll(goesOn).toBe(null)
    expect(await ended).toEqual([0, null])
  })

  test('exits cleanly on a signal during its start', async () => {
    const dataDir = await temporaryFolder()
    const child = run({ DATA_DIR: dataDir })
    const database = join(dataDir, 'database-password')
    await expect.poll(() => readFile(database).catch(() => null)).not.toBeNull()
    expect(await stop(child, 'SIGTERM')).toBe(0)
    expect(await postmasterPid(dataDir)).toBeUndefined()
  })

  test('writes the first admin’s password to a private file, even if the port is taken', async () => {
    const dataDir = await temporaryFolder()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    cleanups.push(() => other.close())
    const { port } = other.address() as AddressInfo
    expect((await failure({ DATA_DIR: dataDir, PORT: String(port) })).code).toBe(1)

    const first = run({ DATA_DIR: dataDir })
    const shown = shownBy(first)
    const address = await ready(first)
    const file = join(dataDir, 'first-admin-password')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const password = (await readFile(file, 'utf8')).trim()
    expect(await signIn(address, 'admin@localhost.localdomain', password)).toBe(200)
    expect(shown()).not.toContain(password)
  })

  test('restarts with the same data after a kill', async () => {
    const dataDir = await usedFolder()
    const first = run({ DATA_DIR: dataDir })
    const shown = shownBy(first)
    const address = await ready(first)
    const [, email = '', file = ''] = /admin is (\S+); the password is in (\S+)/.exec(shown()) ?? []
    const password = (await readFile(file, 'utf8')).trim()
    await stop(first, 'SIGKILL')
    const second = run({ DATA_DIR: dataDir })
    const shownAgain = shownBy(second)
    expect(await signIn(await ready(second), email, password)).toBe(200)
    expect(shownAgain()).not.toContain('first admin')
    await expect(fetch(address)).rejects.toThrow()
  })

  test('survives a kill of its database: answers 503, then serves all data again', async () => {
    const dataDir = await usedFolder()
    const address = await ready(
      run({ DATA_DIR: dataDir, ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'ada at the helm' }),
    )
    async function signIn() {
      const answer = await fetch(`${address}/api/auth-login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com', password: 'ada at the helm' }),
      })
      const { code } = (await answer.json()) as { code?: string }
      return { status: answer.status, code, retryAfter: answer.headers.get('retry-after') }
    }
    expect((await signIn()).status).toBe(200)
    for (let kill = 0; kill < 2; kill++) {
      const postmaster = await postmasterPid(dataDir)
      if (!postmaster) throw new Error('PostgreSQL is not running.')
      const busy = Array.from({ length: 10 }, signIn)
      process.kill(postmaster, 'SIGKILL')
      const answers = await Promise.all(busy)
      const statuses = () => new Set(answers.map(({ status }) => status))
      const nextStatus = async () => {
        answers.push(await signIn())
        return answers.at(-1)?.status
      }
      while (!statuses().has(503)) await nextStatus()
      expect((await fetch(`${address}/api/health`)).status).toBe(200)
      await expect.poll(nextStatus).toBe(200)
      expect(statuses()).toEqual(new Set([200, 503]))
      expect(answers).toContainEqual({ status: 503, code: 'database_lost', retryAfter: '5' })
    }
  })

  test('uses the PostgreSQL of DATABASE_URL and starts none', async () => {
    const dataDir = await temporaryFolder()
    const url = inject('postgresUrl')
    await execute(url, 'create database coinless_test_main')
    cleanups.push(() => execute(url, 'drop database coinless_test_main'))
    const child = run({
      DATABASE_URL: serverUrl(url, 'coinless_test_main'),
      DATABASE_OWNER_URL: databaseUrl(url, 'coinless_test_main'),
      JWT_SECRET: jwtSecret,
      DATA_DIR: dataDir,
    })
    expect(await isUp(await ready(child))).toBe(true)
    expect(await postmasterPid(dataDir)).toBeUndefined()
    expect(await stop(child, 'SIGTERM')).toBe(0)
  })
})

describe('a failed start names the setting in one line', () => {
  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    cleanups.push(() => other.close())
    const address = other.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const dataDir = await usedFolder()
    expect(await failure({ PORT: port, DATA_DIR: dataDir })).toEqual({
      code: 1,
      lines: [`PORT ${port} on 127.0.0.1 is already in use. Stop the other program, or set PORT.`],
    })
    expect(await postmasterPid(dataDir)).toBeUndefined()
  })

  test('a database that is unreachable or refuses the credentials', async () => {
    for (const address of ['127.0.0.1:1', new URL(inject('postgresUrl')).host]) {
      const DATABASE_URL = `postgres://nobody:hush-hush@${address}/nothing`
      const { code, lines } = await failure({ DATABASE_URL, JWT_SECRET: jwtSecret })
      expect(code).toBe(1)
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(/^DATABASE_URL: cannot use PostgreSQL at 127\.0\.0\.1:\d+\/nothing/)
      expect(lines[0]).not.toContain('hush-hush')
    }
  })

  test('a data folder in use by another instance', async () => {
    const dataDir = await usedFolder()
    await ready(run({ DATA_DIR: dataDir }))
    expect(await failure({ DATA_DIR: dataDir })).toEqual({
      code: 1,
      lines: [
        `DATA_DIR ${dataDir} is in use by another running Coinless. Stop it, or choose another DATA_DIR.`,
      ],
    })
  })

  test('a read-only folder, and a backup folder that hangs before a database exists', async () => {
    const dataDir = await temporaryFolder()
    const backupDir = await temporaryFolder()
    // A read of it blocks until something writes to it.
    execFileSync('mkfifo', [join(backupDir, 'system-identifier')])
    for (const [settings, line] of [
      [{ DATA_DIR: '/proc/data' }, /^DATA_DIR \/proc\/data cannot be written to \(ENOENT\)/],
      [
        { BACKUP_DIR: '/proc/backups' },
        /^BACKUP_DIR \/proc\/backups cannot be written to \(ENOENT\)/,
      ],
      [{ BACKUP_DIR: backupDir }, /^BACKUP_DIR \S+ does not answer/],
    ] as const) {
      const { code, lines } = await failure({ DATA_DIR: dataDir, ...settings })
      expect([code, lines]).toEqual([1, [expect.stringMatching(line)]])
    }
  })

  test('an invalid setting, which a restart cannot fix, and an address of another machine', async () => {
    expect(await failure({ PORT: 'eighty' })).toEqual({
      code: 78,
      lines: ['PORT must be a port number from 0 to 65535.'],
    })
    expect(await failure({ HOST: '192.0.2.1', DATA_DIR: await usedFolder() })).toEqual({
      code: 1,
      lines: ['HOST 192.0.2.1 is not an address of this machine. Correct HOST.'],
    })
  })
})
