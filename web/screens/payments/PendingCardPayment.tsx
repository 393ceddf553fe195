import type { CardRefusal } from '@coinless/contract/choices.ts'
import type { CardPayment } from '@coinless/contract/payments.ts'
import { Alert, Anchor, Button, Group, Loader, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { ApiError, call, messageOf } from '../../shared/calls/client.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { type TextKey, t } from '../../shared/texts/texts.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { useCardSettings } from './CardTab.tsx'

const StripeConfirmation = lazy(() => awaited(() => import('./StripeConfirmation.tsx')))

const pauseMs = 2000

interface PendingCardPaymentProps {
  id: string
  /** Called when its machine is starting or has not started: the cycle says more. */
  begun: (cycleId: string) => void
  close: () => void
}

/** A slow card payment, until it has ended. Its id is in the page's address. */
export default function PendingCardPayment({ id, begun, close }: PendingCardPaymentProps) {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['card-payments', id],
    queryFn: ({ signal }) => call(calls.payments.cardStatus, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.payment.status === 'pending' ? pauseMs : false),
  })
  const { data: settings } = useCardSettings()
  const clientSecret = data?.payment.client_secret
  const status = data?.payment.status ?? 'pending'
  const isPaid = status === 'completed' || status === 'refunded'
  useEffect(() => {
    if (isPaid) void queryClient.invalidateQueries({ queryKey: ['transactions'] })
  }, [isPaid, queryClient])
  const cycleId = data?.payment.cycle_id
  const isBegun = cycleId && (status === 'pending' || status === 'failed')
  const show = useEffectEvent(begun)
  useEffect(() => {
    if (isBegun) show(cycleId)
  }, [isBegun, cycleId])
  // A shared link, or a payment of another account.
  const isGone = error instanceof ApiError && error.status === 404
  if (error && !isGone) {
    const message = messageOf(error, t('payments.statusFailed'))
    return <LoadFailure message={message} retry={() => void refetch()} />
  }
  return (
    <Stack role="status">
      {isGone && <Alert icon={<CircleAlert />} color="yellow" title={error.message} />}
      {status === 'pending' && !isGone && (
        <Alert icon={<Loader size="sm" />} color="yellow">
          {t('payments.pending')}
        </Alert>
      )}
      {settings && clientSecret && (
        <Suspense>
          <StripeConfirmation settings={settings} clientSecret={clientSecret} />
        </Suspense>
      )}
      {isPaid && (
        <Alert icon={<CircleCheck />} color="green" title={t('payments.cardPaid')}>
          <Anchor component={Link} to={paths.transaction(id)} size="sm">
            {t('payments.viewTransaction')}
          </Anchor>
          {cycleId && (
            <Anchor component={Link} to={paths.cycle(cycleId)} size="sm" ml="md">
              {t('cycle.see')}
            </Anchor>
          )}
        </Alert>
      )}
      {status === 'failed' && (
        <Alert icon={<CircleAlert />} color="red" title={failure(data?.payment)} />
      )}
      {status === 'unmatched' && (
        <Alert icon={<CircleAlert />} color="red" title={t('payments.cardUnmatched')} />
      )}
      <Group>
        <Button variant="default" onClick={close}>
          {t('payments.close')}
        </Button>
      </Group>
    </Stack>
  )
}

const sentences: Record<CardRefusal, TextKey> = {
  card_declined: 'payments.cardFailed',
  device_not_active: 'payments.notActive',
  device_out_of_order: 'payments.outOfOrder',
  device_in_use: 'payments.inUse',
  device_silent: 'payments.silent',
  device_fault: 'payments.fault',
  device_changed: 'payments.changed',
}

/** Why nothing was charged, if known. */
function failure(payment: CardPayment | undefined): string {
  const { refusal } = payment ?? {}
  if (!refusal) return t('payments.cardFailed')
  return refusal in sentences ? t(sentences[refusal]) : `${t('payments.cardFailed')} (${refusal})`
}
