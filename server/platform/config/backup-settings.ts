import { join, resolve } from 'node:path'
import { z } from 'zod'
import { LastingError } from './setting-error.ts'

export const backupSettings = {
  BACKUP_DIR: z
    .string()
    .regex(
      /^(?!~|[a-z][a-z\d+.-]*:\/\/)/i,
      'must be a local folder without ~. Mount a remote folder first.',
    )
    .optional(),
  BACKUP_KEY_FILE: z.string().optional(),
  BACKUP_HOURS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a number of hours from 1 to 999.')
    .transform(Number)
    .default(24),
  BACKUP_KEEP_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a number of days from 1 to 999.')
    .transform(Number)
    .default(14),
}

type Values = z.output<z.ZodObject<typeof backupSettings>> & { DATABASE_URL?: string | undefined }

export interface BackupConfig {
  /** Absolute path of the embedded database's point-in-time backups; undefined: none. */
  backupDir: string | undefined
  /** Absolute path of the key that encrypts backups. */
  backupKeyFile: string | undefined
  /** Hours between two base backups. */
  backupHours: number
  /** Retention of base backups, with the WAL after them, in days. */
  backupKeepDays: number
}

/** @throws SettingError if the database is external, the backups would be inside it, or their key inside the backups */
export function backupsIn(values: Values, dataDir: string): BackupConfig {
  if (values.BACKUP_DIR && values.DATABASE_URL) {
    throw new LastingError(
      'BACKUP_DIR is only for the embedded database. Remove BACKUP_DIR or DATABASE_URL. Back up your own PostgreSQL with its own tools.',
    )
  }
  const backupDir = values.BACKUP_DIR && resolve(values.BACKUP_DIR)
  if (backupDir && `${backupDir}/`.startsWith(join(dataDir, 'database/'))) {
    throw new LastingError(
      `BACKUP_DIR ${backupDir} is inside the database folder. Choose a folder on another disk.`,
    )
  }
  const backupKeyFile = values.BACKUP_KEY_FILE && resolve(values.BACKUP_KEY_FILE)
  if (backupDir && backupKeyFile?.startsWith(join(backupDir, '/'))) {
    throw new LastingError(
      `BACKUP_KEY_FILE ${backupKeyFile} is in BACKUP_DIR, so anyone with the backups has their key. Move it elsewhere.`,
    )
  }
  return {
    backupDir,
    backupKeyFile,
    backupHours: values.BACKUP_HOURS,
    backupKeepDays: values.BACKUP_KEEP_DAYS,
  }
}
