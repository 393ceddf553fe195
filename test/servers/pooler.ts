import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, listening } from './ports.ts'
import { documented } from './scaling.ts'

/** Older versions do not support prepared statements, nor start with a setting for them. */
const keepsStatementsSince = 21

/** Tests use many databases on one PostgreSQL, each with its own connections. */
const manyDatabases = `max_db_connections = 20
server_idle_timeout = 5
unix_socket_dir =
`

/**
 * PgBouncer in front of a PostgreSQL, as in docs/operate/scaling.md: a transaction gets any free connection, with prepared
 * statements of others.
 * @param url of the PostgreSQL, as a superuser
 * @param account of the servers
 */
export async function startPooler(url: string, account: string) {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-pooler-'))
  await chmod(folder, 0o755)
  const users = join(folder, 'userlist.txt')
  const file = join(folder, 'pgbouncer.ini')
  const { hostname, port: serverPort } = new URL(url)
  const port = await freePort()
  await writeFile(users, await introduce(url, { coinless_server: account }))
  const settings = await documented('[databases]', {
    'coinless =': '* =',
    '10.0.1.1 port=5432': `${hostname} port=${serverPort}`,
    '10.0.1.2': '127.0.0.1',
    '6432': String(port),
    '/etc/pgbouncer/userlist.txt': users,
  })
  const version = execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' })
  const [, minor] = /^PgBouncer 1\.(\d+)/.exec(version) ?? []
  const keepsStatements = Number(minor) >= keepsStatementsSince
  const statements = keepsStatements ? 'max_prepared_statements = 200\n' : ''
  await writeFile(file, settings + statements + manyDatabases)
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const pooler = spawn('pgbouncer', ['-q', ...asUser, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await listening(port)
  return {
    port,
    keepsStatements,
    stop: async () => {
      pooler.kill('SIGINT')
      await once(pooler, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

/** Applies the documented settings of the role. @returns PgBouncer's list of users */
async function introduce(url: string, named: Record<string, string>): Promise<string> {
  const superuser = new pg.Client(url)
  await superuser.connect()
  try {
    await superuser.query(await documented('alter role', named))
    const { rows } = await superuser.query(await documented('select format', named))
    return `${rows[0].format}\n`
  } finally {
    await superuser.end()
  }
}
