import { currency } from '@coinless/contract/currency.ts'
import type { MinorUnits } from '@coinless/contract/money.ts'
import type { CardSettings } from '@coinless/contract/payments.ts'
import { useComputedColorScheme } from '@mantine/core'
import { Elements } from '@stripe/react-stripe-js'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { currentLanguage, t } from '../../shared/texts/texts.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { loadedStripe } from './load-stripe.ts'

interface StripeFrameProps {
  settings: CardSettings
  amount: MinorUnits
  children: ReactNode
}

/** Frame whose card data goes only to Stripe. */
export function StripeFrame({ settings, amount, children }: StripeFrameProps) {
  const theme = useComputedColorScheme() === 'dark' ? 'night' : 'stripe'
  const {
    data: stripe,
    error,
    refetch,
  } = useQuery({
    queryKey: ['stripe script'],
    queryFn: () => loadedStripe(settings),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (error) {
    return <LoadFailure message={t('payments.cardsFailed')} retry={() => void refetch()} />
  }
  return (
    <Elements
      stripe={stripe ?? null}
      options={{
        mode: 'payment',
        amount,
        currency: currency.code.toLowerCase(),
        allowedPaymentMethodTypes: ['card'],
        captureMethod: settings.capture,
        locale: currentLanguage(),
        appearance: { theme },
      }}
    >
      {children}
    </Elements>
  )
}
