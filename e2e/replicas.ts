import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/database/embedded.ts'
import { prepareTables } from '../server/database/migrate.ts'
import { startPooler } from '../server/test/pooler.ts'
import { Program } from '../server/test/program.ts'
import { firstAdminAccount } from './person.ts'

const replicas = 3

/**
 * Three servers behind HAProxy, which gives each call to the next of them, on one database behind
 * PgBouncer, as docs/scaling.md has it: for all the screens' tests with `npm run test:replicas`.
 */
export default async function startReplicas() {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-replicas-'))
  const running = new AsyncDisposableStack()
  running.defer(() => rm(folder, { recursive: true, force: true }))
  const embedded = await startEmbedded(folder)
  running.defer(() => embedded.stop())
  await prepareTables(embedded.ownerUrl, embedded.url)
  const url = new URL(embedded.url)
  const pooler = await startPooler(embedded.url, { [url.username]: url.password })
  running.defer(() => pooler.stop())
  url.port = String(pooler.port)
  const programs = Array.from(
    { length: replicas },
    () =>
      new Program({
        DATA_DIR: folder,
        DATABASE_URL: url.href,
        DATABASE_OWNER_URL: embedded.ownerUrl,
        PREPARED_STATEMENTS: 'off',
        JWT_SECRET: 'a secret of these tests, long enough',
        ADMIN_EMAIL: firstAdminAccount.email,
        ADMIN_PASSWORD: firstAdminAccount.password,
        RATE_LIMITS: 'off',
        CARD_PROCESSOR: 'sandbox',
        TRUST_PROXY: 'true',
      }),
  )
  for (const program of programs) {
    await program.start()
    running.defer(() => program.stop())
  }
  process.env.COINLESS_OUTBOX = join(folder, 'outbox')
  process.env.COINLESS_URL = await balance(
    programs.map(({ address }) => new URL(address).host),
    folder,
    running,
  )
  return () => running.disposeAsync()
}

/** @returns the address that all of them answer at */
async function balance(hosts: string[], folder: string, running: AsyncDisposableStack) {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  await writeFile(
    file,
    `defaults
  mode http
  option forwardfor
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend web
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /api/ready
${hosts.map((host, n) => `  server replica${n} ${host} check\n`).join('')}`,
  )
  const haproxy = spawn('haproxy', ['-q', '-db', '-f', file], { stdio: 'inherit' })
  await once(haproxy, 'spawn')
  running.defer(async () => {
    haproxy.kill('SIGTERM')
    await once(haproxy, 'exit')
  })
  return `http://127.0.0.1:${port}`
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
