import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { compiledBefore } from '../../test/servers/program.ts'
import { asUsed } from '../../test/support/used-folder.ts'
import { withEmbedded } from '../operations/embedded-postgres/embedded.ts'

const root = new URL('../../', import.meta.url)
const account = { email: 'ada@example.com', password: 'ada at the helm' }
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-npm-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const usedFolder = async () => asUsed(await temporaryFolder())

/** In its own process group or session, so that its signals do not reach the tests. */
function run(command: string, args: string[], dataDir: string): ChildProcess {
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PORT: '0',
    LOG_LEVEL: 'silent',
    NO_COLOR: '1',
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
  }
  const env = { ...process.env, ...compiledBefore, ...settings }
  const stdio = ['pipe', 'pipe', 'inherit'] as const
  const child = spawn(command, args, { cwd: root, env, detached: true, stdio: [...stdio] })
  cleanups.push(async () => {
    if (child.exitCode !== null || child.signalCode) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  return child
}

/** The address that the program prints once it is ready. */
async function addressOf(child: ChildProcess): Promise<string> {
  const said: string[] = []
  for await (const line of createInterface(child.stdout ?? process.stdin)) {
    said.push(line)
    const address = /ready at (http:\S+)/.exec(line)?.[1]
    if (address) {
      child.stdout?.resume()
      return address
    }
  }
  throw new Error(`The program exited: ${said.join('\n')}`)
}

async function postmasterPid(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'database', 'postmaster.pid'), 'utf8').catch(() => '')
  return Number.parseInt(text, 10) || 0
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function expectGone(address: string, postmaster: number, dataDir: string) {
  await expect(fetch(address)).rejects.toThrow()
  expect(await postmasterPid(dataDir)).toBe(0)
  if (postmaster) {
    await expect.poll(() => isRunning(postmaster)).toBe(false)
  }
}

/** A call that waits for a lock, until it is released. No job of the program needs that lock. */
async function makeCallInFlight(address: string, dataDir: string) {
  const call = (path: string, token: string, body: object) =>
    fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const signIn = await call('/auth-login', '', account)
  const { session } = (await signIn.json()) as { session: { access_token: string } }
  const client = new pg.Client(await withEmbedded(dataDir, async (url) => url))
  client.on('error', () => {})
  await client.connect()
  await client.query('begin; lock table resources in exclusive mode')
  const inFlight = call('/api-resources-create', session.access_token, { kept: true }).catch(
    () => undefined,
  )
  const waiting = 'select from pg_locks where not granted'
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1)
  const letGo = async () => {
    await client.query('rollback')
    await client.end()
  }
  return { inFlight, letGo }
}

test.runIf(process.platform === 'linux').each(['start', 'demo', 'dev'])(
  'Ctrl+C in a terminal ends npm run %s and all that it started',
  async (script) => {
    const dataDir = await (script === 'demo' ? temporaryFolder() : usedFolder())
    // `script` gives it a terminal, which turns the key into a signal.
    const command = `npm run ${script}`
    const child = run('script', ['--quiet', '--return', '--command', command, '/dev/null'], dataDir)
    const address = await addressOf(child)
    const postmaster = await postmasterPid(dataDir)
    expect(isRunning(postmaster)).toBe(true)
    child.stdin?.write('\x03')
    await once(child, 'exit')
    await expectGone(address, postmaster, dataDir)
  },
)

test('ends npm start and all that it started when npm gets a signal', async () => {
  const dataDir = await usedFolder()
  const child = run('npm', ['start'], dataDir)
  const address = await addressOf(child)
  const postmaster = await postmasterPid(dataDir)
  child.kill('SIGTERM')
  await once(child, 'exit')
  await expectGone(address, postmaster, dataDir)
})

test('lets calls in flight end after a signal to the whole process group', async () => {
  const dataDir = await usedFolder()
  const child = run('npm', ['start'], dataDir)
  const address = await addressOf(child)
  const postmaster = await postmasterPid(dataDir)
  const { inFlight, letGo } = await makeCallInFlight(address, dataDir)
  const exited = once(child, 'exit')
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  // New connections are refused: the program has received the signal.
  await expect.poll(() => fetch(`${address}/api/health`).catch(() => 'refused')).toBe('refused')
  await letGo()
  expect((await inFlight)?.status).toBe(201)
  await exited
  await expectGone(address, postmaster, dataDir)
})

test('stops PostgreSQL but waits for no call at a second Ctrl+C', async () => {
  const dataDir = await usedFolder()
  const child = run(process.execPath, ['server/commands/start.ts'], dataDir)
  const address = await addressOf(child)
  const postmaster = await postmasterPid(dataDir)
  const { inFlight } = await makeCallInFlight(address, dataDir)
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  const impatience = setInterval(() => child.kill('SIGINT'), 500)
  await exited
  clearInterval(impatience)
  await inFlight
  await expectGone(address, postmaster, dataDir)
})
