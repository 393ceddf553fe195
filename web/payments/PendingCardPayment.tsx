import { Alert, Anchor, Button, Group, Loader, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { Link } from 'react-router'
import { calls } from '../calls/calls.ts'
import { call, messageOf } from '../calls/client.ts'
import { awaited } from '../loading/own-code.ts'
import { paths } from '../navigation/paths.ts'
import { t } from '../texts/texts.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { useCardSettings } from './CardTab.tsx'

const StripeConfirmation = lazy(() => awaited(() => import('./StripeConfirmation.tsx')))

const pauseMs = 2000

/** A card payment that takes its time, until it has ended. It stands in the address of the page. */
export function PendingCardPayment({ id, close }: { id: string; close: () => void }) {
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
  if (error) {
    const message = messageOf(error, t('payments.statusFailed'))
    return <LoadFailure message={message} retry={() => void refetch()} />
  }
  return (
    <Stack role="status">
      {status === 'pending' && (
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
        </Alert>
      )}
      {status === 'failed' && (
        <Alert icon={<CircleAlert />} color="red" title={t('payments.cardFailed')} />
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
