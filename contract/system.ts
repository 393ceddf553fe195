import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import { systemLimits } from './system-limits.ts'

export const queues = ['mails', 'pushes', 'webhook_deliveries', 'card_payments'] as const

const bytes = z.int().min(0)

const ServerState = z
  .object({
    name: z.string().describe('Of its computer'),
    version: z.string(),
    node_version: z.string(),
    started_at: timestamp,
    memory_bytes: bytes.describe('Without the database'),
    slow_query_ms: z.int(),
    controllers_connected: z.int(),
    disks: z
      .array(
        z.object({
          folder: z.enum(['DATA_DIR', 'BACKUP_DIR']),
          free_bytes: bytes,
          total_bytes: bytes,
        }),
      )
      .describe('Of those folders that are there. A PostgreSQL of your own has others'),
  })
  .describe('Of the one server that answers')
export type ServerState = z.output<typeof ServerState>

const Backups = z.object({
  kept_by: z
    .enum(['backup_dir', 'own_tools', 'files', 'nobody'])
    .describe(
      `own_tools: PostgreSQL is your own, and so are its backups; files: BACKUP_DIR is not set, and npm run backup has written a file in the last ${systemLimits.backupFileDays} days; nobody: it has not`,
    ),
  last_file_at: timestamp
    .nullable()
    .describe('When npm run backup last finished a file; null when none is known'),
  last_file_bytes: bytes.nullable(),
  last_base_at: timestamp.nullable(),
  last_wal_at: timestamp
    .nullable()
    .describe('When PostgreSQL last archived WAL; null when it never did'),
  wal_waiting: z.int().nullable().describe('Files of 16 MB that wait to be written to BACKUP_DIR'),
  is_wal_failing: z.boolean(),
  is_overdue: z
    .boolean()
    .describe(
      `Nothing has backed up the database in the last ${systemLimits.backupFileDays} days, or in twice BACKUP_HOURS where that is longer; false for own_tools, of which nobody knows`,
    ),
  last_check: z
    .object({
      checked_at: timestamp,
      faults: z.int().describe('What did not add up; -1 when it could not be restored'),
      reason: z.string().nullable().describe('Why it could not'),
    })
    .nullable()
    .describe('The last restore beside what runs'),
})
export type Backups = z.output<typeof Backups>

const SharedState = z
  .object({
    postgres_version: z.string(),
    migration: z.string().describe('The last one that was applied'),
    database_bytes: bytes.nullable().describe('null when its user may not ask'),
    controllers_connected: z.int(),
    queues: z.array(
      z.object({
        queue: z.enum(queues),
        waiting: z
          .int()
          .describe(`${systemLimits.waitingCounted + 1} when there are more: /metrics counts all`),
        due_since: timestamp
          .nullable()
          .describe('Of what is due for longest; of card payments, when the oldest was begun'),
      }),
    ),
    card_payments_left_alone: z.int().describe('See GET /admin-card-payments'),
    backups: Backups,
    error_count: z.int(),
    errors: z
      .array(
        z.object({
          source: z.string().describe('The route of a call, or what a server was doing'),
          error: z.string().describe('Its kind, and where in the code: never its own words'),
          times: z.int(),
          last_at: timestamp,
        }),
      )
      .describe('The most frequent of the last 24 to 25 hours'),
    slow_statements: z
      .array(
        z.object({
          statement: z.string().describe('Without values'),
          times: z.int(),
          longest_ms: z.int(),
          last_at: timestamp,
        }),
      )
      .describe('Those that a server waited for longer than its SLOW_QUERY_MS, in the same time'),
  })
  .describe('Of all servers and their database')
export type SharedState = z.output<typeof SharedState>

const SystemState = z.object({ server: ServerState, all: SharedState })
export type SystemState = z.output<typeof SystemState>

const SupportBundle = z.object({
  made_at: timestamp,
  server: ServerState.omit({ name: true }),
  all: SharedState,
  settings: z.array(
    z.object({
      name: z.string(),
      is_set: z.boolean(),
      value: z
        .union([z.string(), z.number(), z.boolean()])
        .nullable()
        .describe('Of those that are no secret and name nobody'),
    }),
  ),
  warnings: z.array(z.string()).describe('Of the start'),
  tables: z
    .array(
      z.object({
        name: z.string(),
        rows_estimated: z.int().nullable(),
        bytes_estimated: z.int().nullable(),
      }),
    )
    .describe('As PostgreSQL last estimated them, the largest first; null: it never did'),
  metrics: z.string().describe('As /metrics has them, of the one server'),
})
export type SupportBundle = z.output<typeof SupportBundle>

export const system = {
  state: endpoint('GET', '/admin-system', {
    summary: 'Get how this server, and all servers together, are doing',
    may: 'admin',
    needs: 'admin',
    reply: SystemState,
  }),
  supportBundle: endpoint('POST', '/admin-system/support-bundle', {
    summary: 'Get the same with settings, sizes and metrics, without secrets, for whoever helps',
    may: 'admin',
    needs: 'admin',
    reply: SupportBundle,
  }),
}
