import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import { systemLimits } from './system-limits.ts'

export const queues = [
  'mails',
  'pushes',
  'notifications',
  'code_mails',
  'webhook_deliveries',
  'card_payments',
  'cycles',
] as const

const bytes = z.int().min(0)

const ServerState = z
  .object({
    name: z.string().describe('Name of the computer'),
    version: z.string(),
    node_version: z.string(),
    started_at: timestamp,
    memory_bytes: bytes.describe('Memory in bytes, without the database'),
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
      .describe('Disks of the existing folders. A separate PostgreSQL uses other disks'),
  })
  .describe('State of the server that answers')
export type ServerState = z.output<typeof ServerState>

const Backups = z.object({
  kept_by: z
    .enum(['backup_dir', 'own_tools', 'files', 'nobody'])
    .describe(
      `own_tools: PostgreSQL is separate and has its own backups. files: BACKUP_DIR is not set, and npm run backup wrote a file in the last ${systemLimits.backupFileDays} days. nobody: BACKUP_DIR is not set and no such file is known`,
    ),
  last_file_at: timestamp
    .nullable()
    .describe('When npm run backup last completed a file. null: unknown'),
  last_file_bytes: bytes.nullable(),
  last_base_at: timestamp.nullable(),
  last_wal_at: timestamp.nullable().describe('When PostgreSQL last archived WAL. null: never'),
  wal_waiting: z.int().nullable().describe('Number of WAL files of 16 MB waiting for BACKUP_DIR'),
  is_wal_failing: z.boolean(),
  is_overdue: z
    .boolean()
    .describe(
      `Whether there was no backup in the last ${systemLimits.backupFileDays} days, or in twice BACKUP_HOURS if longer. Always false for own_tools`,
    ),
  last_check: z
    .object({
      checked_at: timestamp,
      faults: z.int().describe('Number of ledger faults. -1: the backup could not be restored'),
      reason: z.string().nullable().describe('Why the restore failed'),
    })
    .nullable()
    .describe('The last test restore'),
})
export type Backups = z.output<typeof Backups>

const SharedState = z
  .object({
    postgres_version: z.string(),
    migration: z.string().describe('The last applied migration'),
    database_bytes: bytes.nullable().describe('null: the database user lacks the privilege'),
    controllers_connected: z.int(),
    queues: z.array(
      z.object({
        queue: z.enum(queues),
        waiting: z.int().describe(`${systemLimits.waitingCounted + 1}: there are more`),
        due_since: timestamp
          .nullable()
          .describe('Due time of the oldest job. For card payments, when the oldest one started'),
      }),
    ),
    card_payments_left_alone: z.int().describe('See GET /admin-card-payments'),
    backups: Backups,
    error_count: z.int(),
    errors: z
      .array(
        z.object({
          source: z.string().describe('Route of the call, or background job'),
          error: z
            .string()
            .describe('Kind of the error and its place in the code, without the message'),
          times: z.int(),
          last_at: timestamp,
        }),
      )
      .describe('The most frequent errors of the last 24 to 25 hours'),
    slow_statements: z
      .array(
        z.object({
          statement: z.string().describe('Statement without values'),
          times: z.int(),
          longest_ms: z.int(),
          last_at: timestamp,
        }),
      )
      .describe("Statements slower than the server's SLOW_QUERY_MS in the same time"),
  })
  .describe('State shared by all servers and their database')
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
        .describe('Only for settings that hold no secrets or names'),
    }),
  ),
  warnings: z.array(z.string()).describe('Warnings at startup'),
  tables: z
    .array(
      z.object({
        name: z.string(),
        rows_estimated: z.int().nullable(),
        bytes_estimated: z.int().nullable(),
      }),
    )
    .describe('Estimates by PostgreSQL, largest first. null: no estimate yet'),
  metrics: z.string().describe('Content of /metrics on this server'),
})
export type SupportBundle = z.output<typeof SupportBundle>

export const system = {
  state: endpoint('GET', '/admin-system', {
    summary: 'Get the state of this server and of all servers together',
    may: 'admin',
    needs: 'admin',
    reply: SystemState,
  }),
  supportBundle: endpoint('POST', '/admin-system/support-bundle', {
    summary:
      'Get the system state with settings, table sizes and metrics, without secrets, for support',
    may: 'admin',
    needs: 'admin',
    reply: SupportBundle,
  }),
}
