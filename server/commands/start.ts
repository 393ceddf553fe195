import { join } from 'node:path'
import { currency } from '@coinless/contract/currency.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { ensureFirstAdmin } from '../accounts/users/first-admin.ts'
import { buildApp } from '../app.ts'
import { fillDemo } from '../demo/demo.ts'
import { makeLogger } from '../http/observability/logger.ts'
import { addProcessMetrics, makeMetrics } from '../http/observability/metrics.ts'
import { Problems } from '../http/observability/problems.ts'
import { watchQueries } from '../http/observability/queries.ts'
import { startTracing } from '../http/observability/tracing.ts'
import { closeGracefully } from '../http/routing/graceful-close.ts'
import { startBackgroundJobs } from '../jobs/background-jobs.ts'
import { expectFinishedAt, expectFolderFinished } from '../operations/backup/unfinished.ts'
import { makeWritable } from '../operations/embedded-postgres/data-folder.ts'
import { startEmbedded } from '../operations/embedded-postgres/embedded.ts'
import { ForeignFolder, hasDatabase } from '../operations/wal-archive/claim.ts'
import {
  archiveOptions,
  type BackupFolder,
  backupFolderOf,
  isOnDiskOf,
  prepareFolder,
} from '../operations/wal-archive/folders.ts'
import { removeScratch } from '../operations/wal-archive/recover.ts'
import { startBackups } from '../operations/wal-archive/schedule.ts'
import { installationOf } from '../payments/cards/installation.ts'
import { settleSoon } from '../payments/cards/payment-charge.ts'
import type { CardProcessor } from '../platform/card-processors/card-processor.ts'
import { cardsOff } from '../platform/card-processors/cards-off.ts'
import { sandboxProcessor } from '../platform/card-processors/sandbox-processor.ts'
import { type Config, loadConfig } from '../platform/config/config.ts'
import { LastingError, SettingError } from '../platform/config/setting-error.ts'
import { warningsOf } from '../platform/config/warnings.ts'
import { DatabaseClock } from '../platform/database/clock.ts'
import { type ConnectOptions, connect, type Database } from '../platform/database/connection.ts'
import { failoverTimeoutOf } from '../platform/database/failover.ts'
import { expectKeptStatements } from '../platform/database/kept-statements.ts'
import { expectKnownCurrency } from '../platform/database/known-currency.ts'
import { prepareTables } from '../platform/database/migrate.ts'
import { usableAddress } from '../platform/database/outside.ts'
import { callTimeouts, jobConnections } from '../platform/database/pool.ts'
import { outboxMailer, smtpMailer } from '../platform/mailer/mailer.ts'
import { freeMemory } from '../platform/memory/free-memory.ts'
import { Changes } from '../platform/messaging/changes.ts'
import { ControllerConnections } from '../platform/messaging/controller-connections.ts'
import { NotifyChannel } from '../platform/messaging/notify-channel.ts'
import { keptSecret } from '../platform/secrets/kept-secret.ts'
import { expectKnownSecret } from '../platform/secrets/known-secret.ts'
import { Lifetime } from './lifetime.ts'
import { notifyReady } from './notify.ts'

const firstPasswordFile = 'first-admin-password'
const firstPasswordBytes = 12
/** EX_CONFIG in sysexits.h, and RestartPreventExitStatus in deploy/coinless.service. */
const lastingExitCode = 78
const isDemo = process.argv.includes('--demo')
const lifetime = new Lifetime(0, lastingExitCode)
await lifetime.run(start)

async function start() {
  const config = loadConfig(process.env, { demo: isDemo })
  const problems = new Problems()
  const logger = makeLogger(config, undefined, problems)
  const { ownerUrl, url, directUrl, jwtSecret } = await openStorage(config, logger)
  await expectFinishedAt(ownerUrl)
  await prepareTables(ownerUrl, url)
  if (config.traceEndpoint) lifetime.deferPatiently(await startTracing(config.traceEndpoint))
  const metrics = makeMetrics()
  addProcessMetrics(metrics)
  const observe = watchQueries(metrics, logger, config.slowQueryMs)
  const pooled: ConnectOptions = {
    preparedStatements: config.preparedStatements,
    failoverTimeoutMs: failoverTimeoutOf(config),
    observe,
  }
  const database = connect(url, callTimeouts, pooled)
  lifetime.deferPatiently(() => database.destroy())
  await expectKnownCurrency(database, currency.code)
  await expectKnownSecret(database, jwtSecret, { isLost: config.isSecretLost })
  await introduceAccounts(config, database)
  const cardProcessor = await cardProcessorOf(config, database)
  const mailer = mailerOf(config)
  const notifyChannel = new NotifyChannel({ directUrl, database, logger })
  lifetime.deferPatiently(() => notifyChannel.stop())
  await notifyChannel.start()
  const clock = new DatabaseClock(database)
  await clock.measure()
  const parts = {
    config: { ...config, jwtSecret },
    database,
    clock,
    cardProcessor,
    mailer,
    connections: new ControllerConnections(notifyChannel),
    changes: new Changes(notifyChannel),
    settleSoon,
  }
  const app = await buildApp({ ...parts, logger, metrics })
  lifetime.deferPatiently(() => app.close())
  const databaseOfJobs = connect(url, callTimeouts, { ...pooled, connections: jobConnections })
  lifetime.deferPatiently(() => databaseOfJobs.destroy())
  const jobs = startBackgroundJobs({ app, ...parts, database: databaseOfJobs }, metrics, problems)
  lifetime.deferPatiently(() => jobs.stop())
  const folder = backupFolderOf(config)
  if (folder) {
    const programPath = process.env.PATH
    const backups = { folder, ...parts, ownerUrl, programPath, logger, metrics }
    lifetime.deferPatiently(startBackups(backups))
  }
  // Before the first request, because it blocks everything for a tenth of a second.
  await freeMemory()
  const address = await listen(app, config)
  lifetime.deferPatiently(() => closeGracefully(app, config.stopDelaySeconds))
  for (const warning of warningsOf(config)) app.log.warn(warning)
  console.log(`Coinless is ready at ${config.publicUrl ?? address}`)
  await notifyReady(logger)
}

/** Loads Stripe's library only if it is used, because it takes a sixth of the memory. */
async function cardProcessorOf(
  { cardProcessor, stripe }: Config,
  database: Database,
): Promise<CardProcessor> {
  if (!stripe) return cardProcessor === 'sandbox' ? sandboxProcessor() : cardsOff()
  const { stripeProcessor } = await import('../platform/card-processors/stripe-processor.ts')
  return stripeProcessor(stripe, await installationOf(database))
}

function mailerOf({ smtpUrl, mailFrom, dataDir }: Config) {
  return smtpUrl ? smtpMailer(smtpUrl, mailFrom) : outboxMailer(join(dataDir, 'outbox'), mailFrom)
}

async function openStorage(config: Config, logger: Logger) {
  const { databaseUrl, databaseOwnerUrl, databaseDirectUrl, dataDir, jwtSecret } = config
  if (databaseUrl && jwtSecret) {
    const address = await usableAddress('DATABASE_URL', databaseUrl)
    if (config.preparedStatements) await expectKeptStatements(address)
    if (databaseOwnerUrl) await usableAddress('DATABASE_OWNER_URL', databaseOwnerUrl)
    if (databaseDirectUrl) await usableAddress('DATABASE_DIRECT_URL', databaseDirectUrl)
    return {
      url: databaseUrl,
      ownerUrl: databaseOwnerUrl ?? databaseUrl,
      directUrl: databaseDirectUrl ?? databaseUrl,
      jwtSecret,
    }
  }
  await expectFolderFinished(dataDir)
  const backups = backupFolderOf(config)
  const archive = backups && { options: await archiveInto(backups, dataDir, logger) }
  const starting = startEmbedded(dataDir, {
    ...archive,
    lost: () => logger.warn('PostgreSQL exited unexpectedly; restarting it'),
    back: () => logger.warn('PostgreSQL restarted'),
  })
  // Registered before the start completes, because a signal may come during it.
  lifetime.defer(() => starting.then(({ stop }) => stop()).catch(() => {}))
  const embedded = await starting
  const { url, ownerUrl } = embedded
  // The PostgreSQL of a killed restore keeps running, and its files take the space of a database.
  await removeScratch(dataDir).catch((err) =>
    logger.warn({ err }, 'could not remove files of an earlier restore'),
  )
  const secret = jwtSecret ?? (await keptSecret(dataDir, 'jwt-secret'))
  return { url, ownerUrl, directUrl: url, jwtSecret: secret }
}

/** An unavailable folder does not stop payments: it is logged, and used once it is available. */
async function archiveInto(folder: BackupFolder, dataDir: string, logger: Logger) {
  await prepareFolder(folder, dataDir).catch(async (error) => {
    const isAway = error instanceof SettingError && !(error instanceof ForeignFolder)
    if (!isAway || !(await hasDatabase(dataDir))) throw error
    logger.error(`${error.message} No backups until then; WAL stays in DATA_DIR.`)
  })
  if (await isOnDiskOf(dataDir, folder)) {
    logger.warn('BACKUP_DIR is on the same disk as DATA_DIR; a disk failure destroys both')
  }
  return archiveOptions(folder)
}

async function introduceAccounts(config: Config, database: Database) {
  if (isDemo) {
    for (const { role, email, password } of await fillDemo(database)) {
      console.log(`Demo ${role}: ${email} with password ${password}`)
    }
    return
  }
  const given = { email: config.adminEmail, password: config.adminPassword }
  const admin = await ensureFirstAdmin(database, given, () => firstPassword(config.dataDir))
  if (!admin) return
  const place = given.password ? 'ADMIN_PASSWORD' : join(config.dataDir, firstPasswordFile)
  console.log(`The first admin is ${admin}; the password is in ${place}`)
}

/** Stored in a private file, because service managers keep printed output. */
async function firstPassword(dataDir: string): Promise<string> {
  await makeWritable(dataDir).catch(({ code }) => {
    throw new SettingError(
      `DATA_DIR ${dataDir} cannot be written to (${code}), and stores the first admin's password. Choose another folder, or set ADMIN_EMAIL and ADMIN_PASSWORD.`,
    )
  })
  return keptSecret(dataDir, firstPasswordFile, firstPasswordBytes)
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<string> {
  try {
    return await app.listen({ port, host })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new SettingError(
        `PORT ${port} on ${host} is already in use. Stop the other program, or set PORT.`,
      )
    }
    if (code === 'EACCES') {
      throw new LastingError(`This user cannot open PORT ${port}. Set PORT to 1024 or higher.`)
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new SettingError(`HOST ${host} is not an address of this machine. Correct HOST.`)
    }
    throw error
  }
}
