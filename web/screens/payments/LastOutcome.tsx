import { Alert, Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { noteOutcome } from '../../shared/calls/idempotency-key.ts'
import { cycleQuery, type ShownCycle } from '../../shared/live/live-queries.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { type TextKey, t } from '../../shared/texts/texts.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { hideUnknownOutcome } from '../../shared/ui/toasts.ts'
import { lastPaymentMade } from './last-payment.ts'
import { paying, seenAt } from './use-payment.tsx'

const pauseMs = 2_000

const colors = { done: 'green', refused: 'red', pending: 'yellow', unknown: 'yellow' }

const titles: Record<keyof typeof colors, TextKey> = {
  done: 'payments.lastPaid',
  refused: 'payments.lastRefused',
  pending: 'payments.lastPending',
  unknown: 'payments.lastUnknown',
}

interface LastOutcomeProps {
  paymentKey: string
  takeNote: () => void
}

export default function LastOutcome({ paymentKey, takeNote }: LastOutcomeProps) {
  const made = lastPaymentMade(paymentKey)
  const { data, error, refetch } = useQuery({
    queryKey: ['idempotency-keys', paymentKey],
    queryFn: ({ signal }) =>
      call(calls.idempotencyKeys.outcome, { params: { key: paymentKey }, signal }),
    // The request may still be in progress.
    refetchInterval: ({ state }) => (state.data?.outcome === 'unknown' ? pauseMs : false),
  })
  const isKnown = data !== undefined && data.outcome !== 'unknown' && data.outcome in titles
  useEffect(() => {
    if (!isKnown) return
    hideUnknownOutcome(paying)
    noteOutcome(paymentKey)
  }, [isKnown, paymentKey])
  // The first answer to a card payment stays 'pending', whatever its machine does later.
  const { data: cycle } = useQuery({
    ...cycleQuery(data?.id ?? ''),
    enabled: data?.outcome === 'pending' && data.id !== null,
  })
  if (error) {
    const message = messageOf(error, t('payments.lastFailed'))
    return <LoadFailure message={message} retry={() => void refetch()} />
  }
  if (!data) return <Loading rows={2} />
  const { outcome, id } = data
  return (
    <Alert
      color={colors[outcome]}
      title={cycle ? t(titleOf(cycle[0])) : outcomeTitle(outcome)}
      withCloseButton={outcome !== 'unknown'}
      closeButtonLabel={t('action.close')}
      onClose={takeNote}
    >
      {made && (
        <Text size="sm">
          {t('units.labeled', {
            name: t('payments.device'),
            value: `${made.at.label} · ${made.at.device_number}`,
          })}
        </Text>
      )}
      {outcome === 'unknown' && <Text size="sm">{t('payments.lastAgain')}</Text>}
      <Group gap="md">
        {id &&
          linksTo(outcome, id, cycle !== undefined).map(({ to, label }) => (
            <Anchor key={to} component={Link} to={to} size="sm" onClick={takeNote}>
              {label}
            </Anchor>
          ))}
      </Group>
    </Alert>
  )
}

function outcomeTitle(outcome: keyof typeof titles): string {
  return outcome in titles ? t(titles[outcome]) : outcome
}

/**
 * Title for a card whose first answer was 'pending'. An authorization for a machine that did not start is not charged.
 */
function titleOf(cycle: ShownCycle | undefined): TextKey {
  return cycle?.state === 'not_started' ? 'cycle.notStarted' : 'payments.lastArrived'
}

/** After a payment the payer is at the machine. A cycle has the id of its payment. */
function linksTo(outcome: string, id: string, isBegun: boolean) {
  const machine = { to: paths.cycle(id), label: t('cycle.see') }
  if (outcome === 'done') return [machine, seenAt(outcome, id)]
  return [isBegun ? machine : seenAt(outcome, id)]
}
