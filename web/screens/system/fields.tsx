import type { Backups, ServerState, SharedState } from '@coinless/contract/system.ts'
import { systemLimits } from '@coinless/contract/system-limits.ts'
import type { ReactNode } from 'react'
import { checkOf } from '../../shared/next-step/backup-check.ts'
import { t } from '../../shared/texts/texts.ts'
import { dateAndTime, number, share } from '../../shared/ui/formats.ts'
import { bytes } from './bytes.ts'

type Fields = [name: string, value: ReactNode][]

export function sharedFields(all: SharedState): Fields {
  return [
    [
      t('system.database'),
      t('system.databaseVersion', { version: all.postgres_version, migration: all.migration }),
    ],
    [
      t('system.size'),
      all.database_bytes === null ? t('system.sizeUnknown') : bytes(all.database_bytes),
    ],
    [t('menu.controllers'), t('system.connected', { count: all.controllers_connected })],
    ...all.queues.map(({ queue, waiting, due_since }): Fields[number] => [
      t(`system.queues.${queue}`),
      waiting === 0
        ? t('system.noneWaits')
        : [
            waiting > systemLimits.waitingCounted
              ? t('system.manyWait', { most: number(systemLimits.waitingCounted) })
              : t('system.waiting', { count: waiting }),
            due_since && t('system.dueSince', { time: dateAndTime(due_since) }),
          ]
            .filter(Boolean)
            .join('. '),
    ]),
  ]
}

export function backupFields(backups: Backups): Fields {
  const { kept_by, last_base_at, last_wal_at, last_check, wal_waiting } = backups
  const wal: Fields[number] = [t('system.lastWal'), timeOf(last_wal_at)]
  const file: Fields[number] = [t('system.lastFile'), fileOf(backups)]
  if (kept_by !== 'backup_dir') return [file, wal]
  return [
    [t('system.lastBase'), timeOf(last_base_at)],
    wal,
    [t('system.walWaiting'), wal_waiting === null ? t('system.notKnown') : number(wal_waiting)],
    [
      t('system.lastCheck'),
      last_check
        ? t('units.labeled', {
            name: dateAndTime(last_check.checked_at),
            value: t(checkOf(last_check.faults), { count: last_check.faults }),
          })
        : t('system.never'),
    ],
    file,
  ]
}

function fileOf({ last_file_at, last_file_bytes }: Backups): string {
  const size = last_file_bytes === null ? [] : [bytes(last_file_bytes)]
  return [timeOf(last_file_at), ...size].join(' · ')
}

export function serverFields(server: ServerState): Fields {
  return [
    [t('system.version'), `Coinless ${server.version}, Node.js ${server.node_version}`],
    [t('system.started'), dateAndTime(server.started_at)],
    [t('system.memory'), bytes(server.memory_bytes)],
    [t('menu.controllers'), t('system.connected', { count: server.controllers_connected })],
    ...server.disks.map(({ folder, free_bytes, total_bytes }): Fields[number] => [
      t('system.disk', { folder }),
      t('system.left', {
        free: bytes(free_bytes),
        total: bytes(total_bytes),
        share: share(free_bytes / Math.max(total_bytes, 1)),
      }),
    ]),
  ]
}

function timeOf(moment: string | null): string {
  return moment === null ? t('system.never') : dateAndTime(moment)
}
