import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { system } from '@coinless/contract/system.ts'
import { systemLimits } from '@coinless/contract/system-limits.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  makeAdmin,
  makeController,
  makeDevice,
  makeLandlord,
  type TestUser,
} from '../../../test/support/make.ts'
import { deliverNotifications } from '../../jobs/notifications.ts'
import { noteOfController } from '../../machines/controllers/events.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'coinless-system-'))
const server = testApp({ dataDir })
let admin: TestUser
beforeAll(async () => {
  admin = await makeAdmin(server)
})
afterAll(() => rm(dataDir, { recursive: true }))

const state = () => server.call(system.state, { as: admin })

test('shows an admin the state of this server', async () => {
  const { server: own } = await state()
  expect(own).toMatchObject({
    name: hostname(),
    version: expect.stringMatching(/^\d+\.\d+\.\d+(-rc\.\d+)?$/),
    node_version: process.versions.node,
    slow_query_ms: 500,
    controllers_connected: 0,
  })
  expect(own.memory_bytes).toBeGreaterThan(10_000_000)
  expect(own.disks.map(({ folder }) => folder)).toEqual(['DATA_DIR'])
  expect(own.disks[0]?.total_bytes).toBeGreaterThan(own.disks[0]?.free_bytes ?? Infinity)
})

test('shows an admin the shared database and the connected controllers', async () => {
  const owner = await makeLandlord(server)
  const { id: controllerId } = await makeController(server, owner)
  await makeController(server, owner)
  await noteOfController(server.parts, { controllerId, kind: 'connected' })
  const { all, server: own } = await state()
  expect([all.controllers_connected, own.controllers_connected]).toEqual([1, 0])
  expect(all.postgres_version).toMatch(/^\d+/)
  expect(all.migration).toMatch(/^(\d{3}|baseline)-/)
  expect(all.database_bytes).toBeGreaterThan(1_000_000)
  await server.database
    .updateTable('controller_presence')
    .set({ heard_at: new Date(Date.now() - 3_600_000) })
    .execute()
  expect((await state()).all.controllers_connected).toBe(0)
})

test('shows all but the database size if the user may not read it', async () => {
  const name = 'function pg_database_size(name)'
  await server.asOwner(`revoke execute on ${name} from public`)
  const { all } = await state()
  await server.asOwner(`grant execute on ${name} to public`)
  expect(all.database_bytes).toBe(null)
  expect(all.postgres_version).toMatch(/^\d+/)
})

test('shows the length of each queue and since when its first entry is due', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  await server.asOwner(`insert into jobs (id, queue, sealed, expires_at, attempts, due_at)
      values ('${randomUUID()}', 'mails', '', now() + interval '1 day', 3, '2026-01-02'),
        ('${randomUUID()}', 'mails', '', now() + interval '1 day', 0, '2026-01-03'),
        ('${randomUUID()}', 'mails', '', now() + interval '1 day', 4, now() + interval '1 hour')`)
  await server.database
    .insertInto('card_payments')
    .values({
      device_id: device.id,
      payer_id: owner.id,
      device_number: 'W-1',
      amount: 2.5,
      duration_minutes: 30,
      customer_name: 'Carla',
      customer_email: 'carla@example.com',
      language: 'en',
      processor: 'sandbox',
      processor_reference: 'sandbox_completed_0_left',
      created_at: new Date('2026-01-04'),
    })
    .execute()
  const { all } = await state()
  await server.asOwner('delete from jobs')
  const none = { waiting: 0, due_since: null }
  expect(all.queues).toEqual([
    { queue: 'mails', waiting: 3, due_since: '2026-01-02T00:00:00.000Z' },
    { queue: 'pushes', ...none },
    { queue: 'notifications', ...none },
    { queue: 'code_mails', ...none },
    { queue: 'webhook_deliveries', ...none },
    { queue: 'card_payments', waiting: 1, due_since: '2026-01-04T00:00:00.000Z' },
    { queue: 'cycles', ...none },
  ])
  expect(all.card_payments_left_alone).toBe(0)
})

test('counts a notification that is of no use any more neither as due nor as waiting', async () => {
  await server.asOwner(`insert into jobs (queue, subject_id, kind, user_id, due_at, expires_at)
      values ('notifications', '${randomUUID()}', 'done', '${admin.id}', now() - interval '2 hours', now() - interval '1 hour'),
        ('notifications', '${randomUUID()}', 'done', '${admin.id}', now() - interval '2 hours', now() + interval '1 hour'),
        ('notifications', '${randomUUID()}', 'done', '${admin.id}', now() + interval '4 minutes', now() + interval '1 hour')`)
  await deliverNotifications(server.database, server.parts.config)
  const { queues } = (await state()).all
  await server.asOwner('delete from jobs')
  expect(queues).toContainEqual({ queue: 'notifications', waiting: 1, due_since: null })
})

test('shows since when a mail is due that was tried very often', async () => {
  await server.asOwner(`insert into jobs (id, queue, sealed, expires_at, attempts, due_at)
      values ('${randomUUID()}', 'mails', '', now() + interval '1 hour', 250, '2026-01-02'),
        ('${randomUUID()}', 'mails', '', now() + interval '1 hour', 1, '2026-01-03')`)
  const { queues } = (await state()).all
  await server.asOwner('delete from jobs')
  expect(queues[0]).toEqual({ queue: 'mails', waiting: 2, due_since: '2026-01-02T00:00:00.000Z' })
})

test('reports backups of an external PostgreSQL as left to its own tools', async () => {
  expect((await state()).all.backups).toMatchObject({ kept_by: 'nobody', last_check: null })
  const other = await server.replica({ config: { databaseUrl: server.url } })
  const answer = await other.inject({
    url: '/api/admin-system',
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(answer.json().all.backups).toMatchObject({
    kept_by: 'own_tools',
    last_base_at: null,
    is_overdue: false,
  })
})

test('counts a backup file as a backup for two days without BACKUP_DIR', async () => {
  const { backupFileDays } = systemLimits
  expect((await state()).all.backups).toMatchObject({ last_file_at: null, last_file_bytes: null })
  await server.asOwner(`insert into last_backup_file (written_at, bytes) values (now(), 34560)`)
  for (const [when, kept_by] of [
    ["now() - interval '1 hour'", 'files'],
    [`now() - interval '${backupFileDays} days' + interval '1 minute'`, 'files'],
    [`now() - interval '${backupFileDays} days' - interval '1 minute'`, 'nobody'],
    // From a clock that was set back since: its age is unknown.
    ["now() + interval '1 hour'", 'nobody'],
  ] as const) {
    await server.asOwner(`update last_backup_file set written_at = ${when}`)
    const { rows } = await sql<{
      written_at: Date
    }>`select written_at from last_backup_file`.execute(server.database)
    const last_file_at = rows[0]?.written_at.toISOString()
    const { backups } = (await state()).all
    const is_overdue = kept_by === 'nobody'
    expect(backups).toMatchObject({ kept_by, last_file_at, last_file_bytes: 34560, is_overdue })
  }
  await server.asOwner('delete from last_backup_file')
})

test('reports overdue base backups after two days, twice their interval, or if the folder is missing', async () => {
  const backupDir = join(dataDir, 'backups')
  await mkdir(join(backupDir, 'base'), { recursive: true })
  const isOverdue = async (backupHours: number) => {
    const app = await server.replica({ config: { backupDir, backupHours } })
    const authorization = `Bearer ${admin.token}`
    const answer = await app.inject({ url: '/api/admin-system', headers: { authorization } })
    const { backups } = answer.json().all
    expect(backups.kept_by).toBe('backup_dir')
    return backups.is_overdue
  }
  const keepBaseOf = async (hoursAgo: number) => {
    const at = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
    await writeFile(join(backupDir, 'base', `${at}_000000010000000000000003.label`), '')
  }
  expect(await isOverdue(24)).toBe(true)
  await keepBaseOf(49)
  expect([await isOverdue(6), await isOverdue(24), await isOverdue(25)]).toEqual([
    true,
    true,
    false,
  ])
  await keepBaseOf(47)
  expect(await isOverdue(6)).toBe(false)
  await rm(backupDir, { recursive: true })
  expect(await isOverdue(24)).toBe(true)
})

test('counts queues up to a limit', async () => {
  const { waitingCounted } = systemLimits
  await server.asOwner(`insert into jobs (id, queue, sealed, expires_at)
    select gen_random_uuid(), 'mails', '', now() + interval '1 day' from generate_series(1, ${waitingCounted + 100})`)
  const { all } = await state()
  await server.asOwner('delete from jobs')
  expect(all.queues[0]?.waiting).toBe(waitingCounted + 1)
})

test('shows the top errors and statements, and counts all of them', async () => {
  const { problemsShown } = systemLimits
  await server.asOwner(`insert into server_problems
    select date_trunc('hour', now(), 'UTC') - make_interval(hours => h), kind, kind || n, '', n,
      case kind when 'slow_statement' then n end, now()
    from generate_series(1, 30) as one (n), unnest(array[0, 5, 30]) as hours (h),
      unnest(array['error', 'slow_statement']) as kinds (kind)`)
  const { all } = await state()
  await server.asOwner('truncate server_problems')
  expect(all.errors).toHaveLength(problemsShown)
  expect(all.errors[0]).toMatchObject({ source: 'error30', times: 60 })
  expect(all.error_count).toBe(30 * 31)
  expect(all.slow_statements).toHaveLength(problemsShown)
  expect(all.slow_statements[0]).toMatchObject({
    statement: 'slow_statement30',
    times: 60,
    longest_ms: 30,
  })
})
