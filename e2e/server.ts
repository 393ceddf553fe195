import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { runningPort } from '../server/operations/embedded-postgres/data-folder.ts'
import { startEmbedded } from '../server/operations/embedded-postgres/embedded.ts'
import { spareDisk } from '../test/servers/postgres.ts'
import { codePrefix, firstAdminAccount, password } from './person.ts'

/** The real server on an empty data folder, for all screen tests. */
export default async function startServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'coinless-e2e-'))
  const database = await startEmbedded(dataDir)
  await spareDisk(database.ownerUrl)
  await database.stop()
  const server = spawn(process.execPath, ['server/commands/start.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      ADMIN_EMAIL: firstAdminAccount.email,
      ADMIN_PASSWORD: firstAdminAccount.password,
      RATE_LIMITS: 'off',
      CARD_PROCESSOR: 'sandbox',
      WEBHOOK_PRIVATE_NETWORKS: 'on',
      LOG_LEVEL: 'info',
    },
  })
  process.env.COINLESS_OUTBOX = join(dataDir, 'outbox')
  const log: string[] = []
  const lines = createInterface(server.stdout)
  process.env.COINLESS_URL = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      log.push(line)
      const address = /^Coinless is ready at (\S+)$/.exec(line)?.[1]
      if (address) resolve(address)
    })
    lines.once('close', () => reject(new Error('The server did not start.')))
  })
  const url = new URL(database.ownerUrl)
  url.port = String(await runningPort(dataDir))
  process.env.COINLESS_DATABASE = url.href
  return async () => {
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    await exited
    await rm(dataDir, { recursive: true, force: true })
    expectNoSecrets(log)
  }
}

/** The server's log must not contain passwords, codes or tokens that screens sent. */
function expectNoSecrets(log: string[]) {
  const secrets = [
    password,
    firstAdminAccount.password,
    codePrefix,
    /eyJ[\w-]{10,}\./,
    /refresh_token":"/,
  ]
  const telling = log.filter((line) => secrets.some((secret) => new RegExp(secret).test(line)))
  if (log.length < 2) throw new Error('The server has logged nothing.')
  if (telling.length > 0)
    throw new Error(`The log tells secrets: ${telling.slice(0, 3).join('\n')}`)
}
