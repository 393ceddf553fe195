import type { BulkChange } from '@coinless/contract/bulk-changes.ts'
import { Alert, List, Progress, Stack, Text } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { label, minutes, money, number } from '../ui/formats.ts'

type Field = BulkChange['groups'][number]['field']

function shown(field: Field, value: string): string {
  if (field === 'price') return money(Number(value))
  if (field === 'duration_minutes') return minutes(Number(value))
  if (field === 'disabled') return t(value === 'true' ? 'words.disabled' : 'words.enabled')
  return field === 'status' ? label(value as 'active') : value
}

interface ReportProps {
  change: BulkChange
}

/** Rows that a bulk change would change and skip. */
export function BulkPreview({ change }: ReportProps) {
  const { planned } = change
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {t('bulk.changes', { count: planned, number: number(planned) })}
      </Text>
      <Groups change={change} />
      <Left change={change} />
    </Stack>
  )
}

/** Old and new values with counts, and the number of rows that already have the new value. */
export function Groups({ change: { groups, unchanged } }: ReportProps) {
  return (
    <>
      <List size="sm">
        {groups.map(({ field, from, to, count }) => (
          <List.Item key={`${field} ${from}`}>
            {t('units.labeled', {
              name: t(`bulk.fields.${field as 'price'}`),
              value: `${shown(field, from)} → ${shown(field, to)}`,
            })}{' '}
            <Text span c="dimmed" size="sm">
              ({number(count)})
            </Text>
          </List.Item>
        ))}
      </List>
      {unchanged > 0 && (
        <Text size="sm" c="dimmed">
          {t('bulk.unchanged', { count: unchanged, number: number(unchanged) })}
        </Text>
      )}
    </>
  )
}

/** Progress, then the result. */
export function BulkProgress({ change }: ReportProps) {
  const { state, planned, changed, undone } = change
  const isAtWork = state === 'applying' || state === 'undoing'
  const [done, rest] = state === 'undoing' ? [undone, changed] : [changed, planned]
  const count = state === 'undone' ? undone : changed
  return (
    <Stack gap="xs">
      {isAtWork && (
        <Progress value={(100 * done) / Math.max(1, done + rest)} aria-label={t('bulk.progress')} />
      )}
      <Text fw={600} role="status">
        {t(state === 'undone' ? 'bulk.undone' : 'bulk.done', { count, number: number(count) })}
      </Text>
      {!isAtWork && <Left change={change} />}
    </Stack>
  )
}

function Left({ change: { left } }: ReportProps) {
  if (left.length === 0) return null
  return (
    <Alert color="yellow" title={t('bulk.left')}>
      <List size="sm">
        {left.map(({ reason, count, names }) => (
          <List.Item key={reason}>
            {t(`bulk.reasons.${reason}`)} ({number(count)})
            {names.length > 0 && `: ${names.join(', ')}${count > names.length ? ' …' : ''}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
