import jwt from '@fastify/jwt'
import fastify from 'fastify'
import { type Insertable, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from '../../server/platform/database/tables.ts'

/**
 * A minimal handwritten server for devices: verifies the token and runs one query. `npm run bench` compares it to
 * measure the cost of sessions, permissions, validation and the audit trail.
 */
const { DATABASE_URL, JWT_SECRET } = process.env
const database = new Kysely<Tables & { 'bare.devices': Tables['devices'] }>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: DATABASE_URL, max: 10 }) }),
})
const app = fastify()
await app.register(jwt, { secret: JWT_SECRET ?? '' })
app.addHook('onRequest', async (request) => {
  await request.jwtVerify()
})

app.get<{ Params: { id: string } }>('/api/devices/:id', (request) =>
  database
    .selectFrom('devices')
    .selectAll()
    .where('id', '=', request.params.id)
    .executeTakeFirstOrThrow(),
)

for (const [path, table] of [
  ['/api/devices', 'devices'],
  ['/api/bare-devices', 'bare.devices'],
] as const) {
  app.post<{ Body: Insertable<Tables['devices']> }>(path, async ({ body, user }, reply) => {
    const { sub: owner_id } = user as { sub: string }
    const device = await database
      .insertInto(table)
      .values({ ...body, owner_id })
      .returningAll()
      .executeTakeFirstOrThrow()
    return reply.status(201).send(device)
  })
}

console.log(`The plain server is ready at ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
