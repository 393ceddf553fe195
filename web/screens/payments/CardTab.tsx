import type { CardSettings } from '@coinless/contract/payments.ts'
import { Alert } from '@mantine/core'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { t } from '../../shared/texts/texts.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import type { PaymentProps } from './use-payment.tsx'

const CardForm = lazy(() => awaited(() => import('./CardForm.tsx')))
const StripeForm = lazy(() => awaited(() => import('./StripeForm.tsx')))

/** Loads the card settings on the page, so that an opened tab need not wait. */
export function useCardSettings(deviceId?: string) {
  return useQuery({
    queryKey: ['card-settings', deviceId],
    queryFn: ({ signal }) =>
      call(calls.payments.cardSettings, {
        query: deviceId === undefined ? {} : { device_id: deviceId },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    // Typed card data stays while another device is chosen.
    placeholderData: keepPreviousData,
  })
}

interface CardTabProps extends PaymentProps {
  settings: UseQueryResult<CardSettings>
}

/** The form of the configured card processor. */
export function CardTab({ settings, ...props }: CardTabProps) {
  const { data, error, refetch } = settings
  if (error) {
    const message = messageOf(error, t('payments.cardsFailed'))
    return <LoadFailure message={message} retry={() => void refetch()} />
  }
  if (!data) return <Loading rows={3} />
  if (data.processor === 'off') {
    return <Alert icon={<Info />}>{t('payments.cardsOff')}</Alert>
  }
  return (
    <Suspense fallback={<Loading rows={3} />}>
      {data.processor === 'sandbox' ? (
        <CardForm {...props} />
      ) : (
        <StripeForm {...props} settings={data} />
      )}
    </Suspense>
  )
}
