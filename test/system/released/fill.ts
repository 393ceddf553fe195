import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { auth } from '@coinless/contract/auth.ts'
import { controllers } from '@coinless/contract/controllers.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { guests } from '@coinless/contract/guests.ts'
import { notifications } from '@coinless/contract/notifications.ts'
import { payments } from '@coinless/contract/payments.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { findInconsistencies } from '../../../server/ledger/entries/check.ts'
import { hashOf } from '../../../server/sessions/account/refresh-tokens.ts'
import { databaseUrl, query } from '../../servers/postgres.ts'
import { Program } from '../../servers/program.ts'
import { statusOf, testApp } from '../../support/app.ts'
import { rows } from '../../support/calls.ts'
import { makeCode, makeDevice, makeLandlord, makeUser, termsOf } from '../../support/make.ts'
import { answerTo } from '../../support/row.ts'
import { callers, makeWorld, type World, withoutSession } from '../../support/world.ts'
import { keptTokens, known } from './known.ts'

/**
 * Fills a database with rows of every kind, by the code of the version in whose tree this file is, and dumps it.
 * `npm run keep-release` runs this against a PostgreSQL that logs each statement as JSON.
 */
const folder = process.env.KEEP_RELEASE_IN ?? ''
const server = testApp()

/** Each call that changes or reads data, by a caller who may make it. Nothing is deleted. */
async function callEverything(world: World) {
  for (const row of rows.filter(({ endpoint }) => !takesAway(endpoint))) {
    const able = callers.filter(
      (each) => !withoutSession.includes(each) && answerTo(row, each) < 300,
    )
    const caller = able.find((each) => each === 'owner') ?? able[0]
    if (caller) {
      await statusOf(server.app, row.endpoint, world.as[caller], row.send?.(world))
    }
  }
}

function takesAway({ method, path }: Endpoint): boolean {
  return method === 'DELETE' || /close|sessions/.test(path)
}

/** Users with known names, and what they need to pay. */
async function makeKnown() {
  const landlord = await makeLandlord(server, { email: known.landlord, email_verified: true })
  const tenant = await makeUser(server, { email: known.tenant, email_verified: true })
  await makeDevice(server, landlord)
  await makeCode(server, landlord, { code: known.code, customer_email: known.tenant })
  for (const [token, { sessionId }] of [
    [keptTokens.landlord, landlord],
    [keptTokens.tenant, tenant],
  ] as const) {
    await server.database
      .updateTable('refresh_tokens')
      .set({ token_hash: hashOf(token) })
      .where('session_id', '=', sessionId)
      .execute()
  }
  const machine = await makeDevice(server, landlord)
  const body = { name: 'Simulated', driver: 'simulated' as const }
  const { id: controller_id } = await server.call(controllers.create, { as: landlord, body })
  const link = { controller_id, channel: 1, switching: 'relay' as const }
  await server.call(deviceLinks.create, {
    as: landlord,
    params: { id: machine.id },
    body: link,
  })
  await server.call(notifications.choose, {
    as: tenant,
    body: {
      push: ['done'],
      mail: ['done'],
      quiet_hours: null,
      weekly_mail: { time_zone: 'Europe/Madrid' },
    },
  })
  return { landlord, tenant, machine, controller_id }
}

type Known = Awaited<ReturnType<typeof makeKnown>>

/** Work of a running server: limits by address, chores, simulated machines. */
async function runProgram({ tenant, machine, controller_id }: Known) {
  const dataDir = await mkdtemp(join(tmpdir(), 'coinless-keep-'))
  const program = new Program({
    DATA_DIR: dataDir,
    DATABASE_URL: server.url,
    DATABASE_OWNER_URL: databaseUrl(inject('postgresUrl'), new URL(server.url).pathname.slice(1)),
    JWT_SECRET: known.secret,
    SMTP_URL: 'smtp://127.0.0.1:1',
    GUESTS: 'on',
  })
  await program.start()
  const call = ({ method, path }: Endpoint, body?: object, token?: string) =>
    fetch(`${program.address}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  await call(auth.login, { email: known.tenant, password: 'no password' })
  await call(guests.begin)
  await call(me.sendVerification, undefined, tenant.token)
  const filled = async (table: string) => {
    const { rows: found } = await sql`select from ${sql.table(table)} limit 1`.execute(
      server.database,
    )
    return found.length
  }
  await expect
    .poll(async () => {
      const { rows: found } = await sql`select from controller_presence
        where controller_id = ${controller_id}`.execute(server.database)
      return found.length
    })
    .toBe(1)
  const paid = await call(
    payments.prepaid,
    { ...termsOf(machine), prepaid_code: known.code },
    tenant.token,
  )
  expect(paid.status).toBe(201)
  for (const table of ['row_counts', 'job_outages', 'simulated_controllers', 'guests_per_network'])
    await expect.poll(() => filled(table), { message: table }).toBe(1)
  // Its machine runs on, and its end is not reported.
  await program.kill()
  await rm(dataDir, { recursive: true })
}

/** Rows that need days, a fault or other machines. */
const rare = ({ landlord, tenant, machine, controller_id }: Known) => sql`
  with cycle as (
    select cycles.*, devices.owner_id, coalesce(transaction_id, cycles.id) as paid
    from cycles join devices on devices.id = device_id
    where device_id = ${machine.id} limit 1
  ),
  alert as (insert into alerts (device_id, kind, since) values (${machine.id}, 'silent', now())),
  cut_short as (
    insert into cut_short_alerts (owner_id, payer_id, transaction_id, cycles, given_back, since)
    select owner_id, ${tenant.id}, transaction_id, 3, 1.5, now() from cycle
  ),
  loss as (insert into losses (cycle_id, why, amount) select id, 'ran_after_refund', 0.5 from cycle),
  notice as (
    insert into notifications (cycle_id, kind, user_id, expires_at)
    select id, 'done', ${tenant.id}, now() + interval '1 hour' from cycle
    on conflict do nothing
  ),
  numbered as (insert into installation default values),
  speaker as (insert into mqtt_lease (server, expires_at) values (${randomUUID()}, now())),
  refused_address as (insert into unrequested_mails (address_hash) values (${randomBytes(32)})),
  tries as (
    insert into email_code_attempts (user_id, purpose, code_hash, network, attempts)
    select user_id, purpose, code_hash, '192.0.2.0/24', 1 from email_codes limit 1
  ),
  left_over as (
    insert into left_behind (id, user_id, device_id, was_enabled, created_at)
    values (${machine.id}, ${landlord.id}, ${machine.id}, true, now())
  ),
  photos as (insert into photos_per_network (network, photos) values ('192.0.2.0/24', 1)),
  made as (insert into creations_per_network (network, made) values ('192.0.2.0/24', 1)),
  mailed as (insert into mails_per_network (network, mails) values ('192.0.2.0/24', 1)),
  push as (
    insert into jobs (id, queue, subject_id, sealed, expires_at)
    select ${randomUUID()}, 'pushes', id, ${randomBytes(64)}, now() + interval '1 hour'
    from push_subscriptions limit 1
  ),
  backup_file as (insert into last_backup_file (written_at, bytes) values (now(), 34560)),
  problem as (
    insert into server_problems (hour, kind, source, error, times, last_at)
    values (date_trunc('hour', now(), 'UTC'), 'error', 'background job failed', '57P01', 1, now())
  ),
  recovery as (insert into recovery_codes (user_id, code_hash) values (${tenant.id}, ${randomBytes(32)})),
  fault as (
    insert into simulated_faults (controller_id, channel, fault)
    values (${controller_id}, 1, 'silent')
  )
  insert into controller_events (controller_id, kind, detail)
  values (${controller_id}, 'refused', 'kept')`

async function keep(version: string) {
  const address = databaseUrl(inject('postgresUrl'), new URL(server.url).pathname.slice(1))
  const options = ['--inserts', '--rows-per-insert=500', '--no-owner', '--no-privileges']
  const { stdout } = await promisify(execFile)('pg_dump', [...options, `--dbname=${address}`], {
    maxBuffer: 64_000_000,
  })
  // Commands of psql, not SQL.
  const plain = stdout.replace(/^\\.*\n/gm, '')
  await writeFile(join(folder, `${version}.sql.gz`), gzipSync(plain, { level: 9 }))
  const [log] = await query(
    inject('postgresUrl'),
    "select pg_read_file(pg_current_logfile('jsonlog')) as lines",
  )
  const said = String(log?.lines)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { user?: string; message?: string })
  const account = new URL(server.url).username
  const statements = said
    .filter(({ user }) => user === account)
    .map(({ message = '' }) => message.replace(/^(execute [^:]+|statement): /, ''))
    .filter((text) => /^\s*(select|insert|update|delete|with)\b/i.test(text))
  const distinct = [...new Set(statements)].sort()
  await writeFile(
    join(folder, `${version}.statements.json.gz`),
    gzipSync(JSON.stringify(distinct), { level: 9 }),
  )
  console.log(`${version}: ${distinct.length} statements.`)
}

test('a database of this version with rows of every kind', { timeout: 600_000 }, async () => {
  const version = process.env.KEEP_RELEASE ?? ''
  const people = await makeKnown()
  await callEverything(await makeWorld(server))
  await runProgram(people)
  await rare(people).execute(server.database)
  expect(await findInconsistencies(server.database)).toEqual([])
  await keep(version)
})
