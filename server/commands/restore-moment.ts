import { parseArgs } from 'node:util'
import { markFolder, unmarkFolder } from '../operations/backup/unfinished.ts'
import { check } from '../operations/wal-archive/check.ts'
import { type BackupFolder, backupFolderOf } from '../operations/wal-archive/folders.ts'
import { recover, removeScratch, untilEnded } from '../operations/wal-archive/recover.ts'
import { SettingError } from '../platform/config/setting-error.ts'
import type { Tool } from './tool.ts'

const usage =
  'Name a time: npm run restore -- --to "2026-11-20 14:05" (UTC), --to latest, or --check.'
const moment = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)Z?$/

/** Restores BACKUP_DIR into DATA_DIR. `--replace` moves an existing database aside. */
export async function restoreMoment({ config, lifetime }: Tool, args: string[]): Promise<void> {
  const { dataDir } = config
  // First, so that a start after a failed restore does not create an empty database.
  if (!args.includes('--check')) await markFolder(dataDir)
  const folder = backupFolderOf(config)
  if (!folder) throw new SettingError('BACKUP_DIR must be set to the folder of the backups.')
  const asked = understand(args)
  lifetime.defer(() => removeScratch(dataDir))
  const ending = new AbortController()
  const restoring = restore(folder, dataDir, asked, ending.signal)
  lifetime.deferPatiently(() => {
    ending.abort()
    return untilEnded(restoring, dataDir)
  })
  await restoring
}

async function restore(
  folder: BackupFolder,
  dataDir: string,
  asked: ReturnType<typeof understand>,
  signal: AbortSignal,
): Promise<void> {
  if (asked.check) {
    const { faults, reason, lastAt } = await check(folder, dataDir, {
      signal,
      tell: (fault) => console.error(fault),
    })
    if (reason) throw new SettingError(`The newest backup cannot be restored: ${reason}`)
    return conclude('Restored the newest backup as a test', { lastAt: lastAt ?? undefined, faults })
  }
  const { aside, base, lastAt, nextAt, faults } = await recover(folder, dataDir, {
    to: asked.to,
    replaces: asked.replace,
    tell: (fault) => console.error(fault),
    signal,
  }).catch((error: NodeJS.ErrnoException) => {
    // System errors, such as a full disk or a file without access.
    if (!error.syscall || error instanceof SettingError) throw error
    throw new SettingError(`The backup cannot be restored (${error.message}).`)
  })
  await unmarkFolder(dataDir)
  if (aside) console.log(`The previous database was moved to ${aside}.`)
  const when = asked.to ? `as of ${asked.to.toISOString()}` : 'as of the last backup'
  const done = `Restored the database into ${dataDir} ${when}. All users have to sign in again`
  const of = { lastAt: lastAt?.toISOString(), nextAt: nextAt?.toISOString(), faults }
  conclude(`${done}. Base backup: ${base.name}`, of)
}

function understand(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        to: { type: 'string' },
        check: { type: 'boolean', default: false },
        replace: { type: 'boolean', default: false },
      },
    })
    const { to, check, replace } = values
    if (check === (to !== undefined)) throw new SettingError(usage)
    return { check, replace, to: to === undefined || to === 'latest' ? undefined : momentOf(to) }
  } catch {
    throw new SettingError(usage)
  }
}

/** Times without a zone are UTC, like logs and file names, regardless of the server's time zone. */
function momentOf(text: string): Date {
  const [, day = '', time] = moment.exec(text) ?? []
  const to = new Date(`${day}T${time}Z`)
  if (!to.toISOString().startsWith(day)) throw new SettingError(usage)
  return to
}

function conclude(
  done: string,
  {
    lastAt,
    nextAt,
    faults,
  }: { lastAt: string | undefined; nextAt?: string | undefined; faults: number },
) {
  const next = nextAt ? `; first change left out: ${nextAt}` : ''
  console.log(`${done}. Last change: ${lastAt ?? 'the base backup'}${next}.`)
  if (faults === 0) console.log('The ledger is consistent.')
  else console.error(`The ledger has ${faults} faults: npm run ledger:check lists them.`)
  process.exitCode = faults > 0 ? 1 : 0
}
