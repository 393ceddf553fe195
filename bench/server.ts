import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { connect } from '../server/platform/database/connection.ts'
import { openSession } from '../server/sessions/account/sessions.ts'
import { Program } from '../test/servers/program.ts'
import type { World } from './database.ts'

export const secret = 'a secret of the benchmarks, long enough'

const started: Program[] = []
// A failed part stops its servers, which would slow down the next part.
process.once('exit', () => {
  for (const program of started) void program.kill()
})

/** The real server in a separate process, on an existing database. */
export async function startServer(
  world: World,
  more: Record<string, string> = {},
): Promise<Program> {
  const program = new Program({
    DATA_DIR: '/nonexistent',
    DATABASE_URL: world.url,
    DATABASE_OWNER_URL: world.ownerUrl,
    JWT_SECRET: secret,
    RATE_LIMITS: 'off',
    CARD_PROCESSOR: 'sandbox',
    ...more,
  })
  started.push(program)
  await program.start()
  return program
}

/** Memory of the server process, without PostgreSQL. */
export function memoryMb(program: Program): number {
  return Math.round(memoryKb(program) / 1024)
}

export function memoryKb({ pid }: Program): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]))
}

/** An access token of a user, as after a sign-in. */
export async function tokenOf(world: World, email: string): Promise<string> {
  const database = connect(world.url)
  try {
    const { id } = await database
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const session = await openSession(database, id, { address: '', user_agent: '' })
    const now = Math.floor(Date.now() / 1000)
    const claims = { sub: id, sid: session.id, iss: 'coinless', iat: now, exp: now + 86_400 }
    const body = [{ alg: 'HS256', typ: 'JWT' }, claims].map(encoded).join('.')
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
  } finally {
    await database.destroy()
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
