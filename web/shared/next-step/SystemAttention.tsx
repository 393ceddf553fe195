import { defaultLanguage } from '@coinless/contract/languages.ts'
import type { SystemState } from '@coinless/contract/system.ts'
import { systemLimits } from '@coinless/contract/system-limits.ts'
import { Alert, Anchor, List } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../navigation/paths.ts'
import { Link } from '../router/Link.tsx'
import { t } from '../texts/texts.ts'
import { number } from '../ui/formats.ts'
import { checkOf } from './backup-check.ts'

/** Minimum free share of a disk. */
const leastFree = 0.1

interface SystemAttentionProps {
  system: SystemState
  /** Shown without problems. */
  none?: ReactNode
}

/** Problems that need an admin's attention, if any. */
export function SystemAttention({ system, none = null }: SystemAttentionProps) {
  const { all, server } = system
  const { last_check, is_wal_failing, is_overdue, kept_by, wal_waiting } = all.backups
  const found: ReactNode[] = [
    is_overdue &&
      (kept_by === 'nobody'
        ? t('system.noBackup', { days: number(systemLimits.backupFileDays) })
        : t('system.noBase')),
    is_wal_failing && t('system.walFailing'),
    (wal_waiting ?? 0) > systemLimits.walWaiting && t('system.walWaits'),
    last_check?.faults && (
      <>
        {t('units.labeled', {
          name: t('system.lastCheck'),
          value: t(checkOf(last_check.faults), { count: last_check.faults }),
        })}{' '}
        <span lang={defaultLanguage}>{last_check.reason}</span>
      </>
    ),
    ...server.disks.map(
      ({ folder, free_bytes, total_bytes }) =>
        free_bytes < total_bytes * leastFree && t('system.diskShort', { folder }),
    ),
    all.card_payments_left_alone > 0 && (
      <Anchor component={Link} to={paths.adminCardPayments} inherit c="inherit" td="underline">
        {t('system.leftAlone', { count: all.card_payments_left_alone })}
      </Anchor>
    ),
  ].filter(Boolean)
  if (found.length === 0) return none
  return (
    <Alert color="red" icon={<CircleAlert />} title={t('system.attention')}>
      <List size="sm">
        {found.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all items are drawn together
          <List.Item key={index}>{each}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
