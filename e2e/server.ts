import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { firstAdminAccount } from './person.ts'

/** The real server on an empty data folder, for all the screens' tests. */
export default async function startServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'coinless-e2e-'))
  const server = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      ADMIN_EMAIL: firstAdminAccount.email,
      ADMIN_PASSWORD: firstAdminAccount.password,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
  })
  process.env.COINLESS_OUTBOX = join(dataDir, 'outbox')
  for await (const line of createInterface(server.stdout)) {
    const address = /^Coinless is ready at (\S+)$/.exec(line)?.[1]
    if (!address) continue
    process.env.COINLESS_URL = address
    break
  }
  server.stdout.resume()
  if (!process.env.COINLESS_URL) throw new Error('The server did not start.')
  return async () => {
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
}
