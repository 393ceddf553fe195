import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withEmbedded } from '../../server/operations/embedded-postgres/embedded.ts'
import { connect, type Database } from '../../server/platform/database/connection.ts'
import { freePort } from '../servers/ports.ts'
import type { Program } from '../servers/program.ts'
import { bankProgram } from './bank.ts'
import { asUsed } from './used-folder.ts'

export interface TwoServers {
  first: Program
  second: Program
  /** Port of the server that answers next. */
  port: () => number
  /** As the owner of the tables. */
  database: Database
}

/** Two processes on one database, which the first of them has started. */
export async function twoServers(
  running: AsyncDisposableStack,
  settings: Record<string, string> = {},
): Promise<TwoServers> {
  const dataDir = await asUsed(await mkdtemp(join(tmpdir(), 'coinless-two-')))
  running.defer(() => rm(dataDir, { recursive: true, force: true }))
  const same = { JWT_SECRET: 'a secret of the tests, long enough', ...settings }
  const ports = [await freePort(), await freePort()] as const
  const first = bankProgram(dataDir, { ...same, PORT: `${ports[0]}` })
  running.defer(() => first.stop())
  await first.start()
  const DATABASE_URL = await withEmbedded(dataDir, async (url) => url)
  const owner = new URL(DATABASE_URL)
  owner.username = 'coinless'
  owner.password = (await readFile(join(dataDir, 'database-password'), 'utf8')).trim()
  const addresses = { DATABASE_URL, DATABASE_OWNER_URL: owner.href }
  const second = bankProgram(dataDir, { ...same, ...addresses, PORT: `${ports[1]}` })
  running.defer(() => second.stop())
  await second.start()
  const database = connect(owner.href)
  running.defer(() => database.destroy())
  let turn = 0
  return { first, second, port: () => ports[turn++ % 2] ?? ports[0], database }
}
