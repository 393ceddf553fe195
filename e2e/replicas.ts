import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/operations/embedded-postgres/embedded.ts'
import { prepareTables } from '../server/platform/database/migrate.ts'
import { startPooler } from '../test/servers/pooler.ts'
import { startReplicas } from '../test/servers/replicas.ts'
import { firstAdminAccount } from './person.ts'

/**
 * Three servers behind HAProxy on one database behind PgBouncer, as in docs/operate/scaling.md, for all
 * screen tests in `npm run test:replicas`.
 */
export default async function startBehindBalancer() {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-replicas-'))
  const running = new AsyncDisposableStack()
  running.defer(() => rm(folder, { recursive: true, force: true }))
  const embedded = await startEmbedded(folder)
  running.defer(() => embedded.stop())
  await prepareTables(embedded.ownerUrl, embedded.url)
  const url = new URL(embedded.url)
  const pooler = await startPooler(embedded.ownerUrl, url.username)
  running.defer(() => pooler.stop())
  url.port = String(pooler.port)
  const { address, stop } = await startReplicas({
    DATA_DIR: folder,
    DATABASE_URL: url.href,
    DATABASE_OWNER_URL: embedded.ownerUrl,
    DATABASE_DIRECT_URL: embedded.url,
    PREPARED_STATEMENTS: pooler.keepsStatements ? 'on' : 'off',
    JWT_SECRET: 'a secret of these tests, long enough',
    ADMIN_EMAIL: firstAdminAccount.email,
    ADMIN_PASSWORD: firstAdminAccount.password,
    RATE_LIMITS: 'off',
    CARD_PROCESSOR: 'sandbox',
    WEBHOOK_PRIVATE_NETWORKS: 'on',
  })
  running.defer(stop)
  process.env.COINLESS_OUTBOX = join(folder, 'outbox')
  process.env.COINLESS_URL = address
  process.env.COINLESS_DATABASE = embedded.ownerUrl
  return () => running.disposeAsync()
}
