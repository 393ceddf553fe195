import { toCents } from '@coinless/contract/money.ts'
import type { CardSettings } from '@coinless/contract/payments.ts'
import { Stack, useComputedColorScheme } from '@mantine/core'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { currentLanguage, t } from '../texts/texts.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { showError } from '../ui/toasts.ts'
import { type Customer, CustomerFields, useCustomerForm } from './CustomerFields.tsx'
import { loadedStripe } from './load-stripe.ts'
import { PayButton } from './PayButton.tsx'
import { type PaymentProps, usePayment } from './use-payment.tsx'

interface StripeProps extends PaymentProps {
  settings: CardSettings
}

/** Cards by Stripe: what is typed goes to Stripe alone, in a frame of its own. */
export default function StripeForm({ settings, ...props }: StripeProps) {
  const theme = useComputedColorScheme() === 'dark' ? 'night' : 'stripe'
  const price = props.device?.price
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
        // Without a device nothing is paid; Stripe wants an amount to show its form.
        amount: price ? toCents(price) : 100,
        currency: 'usd',
        allowedPaymentMethodTypes: ['card'],
        captureMethod: settings.capture,
        locale: currentLanguage(),
        appearance: { theme },
      }}
    >
      <Form {...props} />
    </Elements>
  )
}

function Form(props: PaymentProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [isAsking, setAsking] = useState(false)
  /** What Stripe has made of the card that is about to pay. */
  const token = useRef('')
  const form = usePayment(props, useCustomerForm(props.device), (terms, customer, idempotencyKey) =>
    call(calls.payments.card, {
      body: { ...terms, ...customer, payment_method_id: token.current },
      idempotencyKey,
    }),
  )

  async function askStripe(customer: Customer) {
    if (!stripe || !elements) return
    setAsking(true)
    const { error } = await elements.submit()
    const params = { payment_method_data: { billing_details: billingDetails(customer) } }
    const made = error ? { error } : await stripe.createConfirmationToken({ elements, params })
    setAsking(false)
    // Stripe's own sentence, in the language of its form.
    if (made.error) return showError(made.error.message ?? t('payments.failed'))
    token.current = made.confirmationToken.id
    form.save(customer)
  }

  return (
    <form onSubmit={form.checked(askStripe)} noValidate>
      <Stack>
        <CustomerFields form={form} />
        <PaymentElement />
        <PayButton
          {...props}
          isBusy={isAsking || form.isSaving || !stripe}
          label={t('payments.payCard')}
        />
      </Stack>
    </form>
  )
}

function billingDetails({ customer_name: name, customer_email: email }: Customer) {
  return { name, email }
}
