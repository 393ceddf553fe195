import { limits } from '@coinless/contract/limits.ts'
import type { Refund } from '@coinless/contract/refunds.ts'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { cycleQuery, type ShownCycle } from '../../shared/live/live-queries.ts'
import { t } from '../../shared/texts/texts.ts'
import { dateAndTime, money } from '../../shared/ui/formats.ts'

/** Polling interval for an open cycle, in milliseconds. */
const askMs = 5_000

/** What happened after a payment, oldest first: the run of the machine, its end and the refunds so far. */
export function PaymentEvents({ id }: { id: string }) {
  const title = useId()
  const { data: [cycle] = [] } = useQuery({
    ...cycleQuery(id),
    refetchInterval: ({ state }) => (state.data?.[0]?.ended_at === null ? askMs : false),
  })
  const { data: refunds } = useQuery({
    // Includes the amount, because each refund changes it.
    queryKey: ['transactions', id, 'refunds', cycle?.given_back],
    queryFn: ({ signal }) =>
      call(calls.refunds.list, {
        params: { id },
        query: { page: 1, limit: limits.listLimitMax },
        signal,
      }),
    enabled: cycle !== undefined && cycle.given_back > 0,
  })
  if (!cycle) return null
  return (
    <Stack gap={4}>
      <Text id={title} size="sm" fw={600}>
        {t('reports.happened')}
      </Text>
      <Stack
        component="ol"
        gap={4}
        p={0}
        m={0}
        aria-labelledby={title}
        style={{ listStyle: 'none' }}
      >
        {eventsOf(cycle, refunds?.data ?? []).map(({ at, text }) => (
          <Group key={`${at} ${text}`} component="li" justify="space-between" gap="0 xs">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
            <Text size="xs" c="dimmed">
              {at && dateAndTime(at)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Stack>
  )
}

interface Event {
  /** null: now. */
  at: string | null
  text: string
}

function eventsOf(cycle: ShownCycle, refunds: readonly Refund[]): Event[] {
  const { paid_at, run_since, ended_at, is_measured, amount } = cycle
  const began = t(is_measured ? 'reports.started' : 'reports.startedByTimer')
  const past = [
    { at: paid_at, text: t('reports.paid', { amount: money(amount) }) },
    ...(run_since ? [{ at: run_since, text: began }] : []),
    ...(ended_at ? [{ at: ended_at, text: endOf(cycle) }] : []),
    ...refunds.map((refund) => ({ at: timeOf(refund, ended_at), text: refundOf(refund) })),
  ].sort((one, other) => one.at.localeCompare(other.at))
  if (ended_at) return past
  return [...past, { at: null, text: t(run_since ? 'cycle.running' : 'cycle.starting') }]
}

/** An automatic refund follows the end, which the same transaction stores. */
function timeOf({ created_at, cause }: Refund, endedAt: string | null): string {
  return cause && endedAt && created_at < endedAt ? endedAt : created_at
}

/** Who or what ended the run. */
function endOf({ reason, is_yours }: ShownCycle): string {
  if (reason === 'stopped' && is_yours) return t('reports.youStopped')
  return reason ? t(`moneyBack.${reason}`) : t('cycle.done')
}

function refundOf({ amount, status, cause, reason }: Refund): string {
  const done = {
    completed: 'transactions.refundedOf',
    pending: 'reports.refundPending',
    failed: 'reports.refundFailed',
    unmatched: 'reports.refundPending',
  } as const
  const why = cause ? t('moneyBack.automatic', { cause: t(`moneyBack.${cause}`) }) : reason
  return `${t(done[status], { amount: money(amount) })} · ${why}`
}
