import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const port = 26_432
const pollMs = 50

/**
 * PgBouncer before a PostgreSQL, as docs/scaling.md has it: each transaction gets whichever connection is
 * free, and the prepared statements of another.
 * @param accounts who may come in, with their passwords
 */
export async function startPooler(url: string, accounts: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-pooler-'))
  await chmod(folder, 0o755)
  const server = new URL(url)
  const users = Object.entries(accounts).map(([name, password]) => `"${name}" "${password}"`)
  await writeFile(join(folder, 'users.txt'), users.join('\n'))
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 1000
max_db_connections = 20
server_idle_timeout = 5
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,extra_float_digits
`,
  )
  const isRoot = process.getuid?.() === 0
  const asUser = isRoot ? ['-u', 'nobody'] : []
  const pooler = spawn('pgbouncer', ['-q', ...asUser, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await listening()
  return {
    port,
    stop: async () => {
      pooler.kill('SIGINT')
      await once(pooler, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

async function listening(): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isThere) return
    await delay(pollMs)
  }
}
