import { usual } from '@coinless/contract/coins.ts'
import { toMinor } from '@coinless/contract/money.ts'
import type { CardSettings } from '@coinless/contract/payments.ts'
import { Stack } from '@mantine/core'
import { PaymentElement } from '@stripe/react-stripe-js'
import { useRef } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { t } from '../../shared/texts/texts.ts'
import { type Customer, CustomerFields, useCustomerForm } from './CustomerFields.tsx'
import { PayButton } from './PayButton.tsx'
import { StripeFrame } from './StripeFrame.tsx'
import { type PaymentProps, usePayment } from './use-payment.tsx'
import { useStripeCard } from './use-stripe-card.ts'

interface StripeProps extends PaymentProps {
  settings: CardSettings
}

/** Nothing is paid without a device, but Stripe needs an amount to show its form. */
const anyAmount = toMinor(usual.price)

/** Card form by Stripe: card data goes only to Stripe, in its own frame. */
export default function StripeForm({ settings, ...props }: StripeProps) {
  const price = props.device?.price
  return (
    <StripeFrame settings={settings} amount={price ? toMinor(price) : anyAmount}>
      <Form {...props} />
    </StripeFrame>
  )
}

function Form(props: PaymentProps) {
  const card = useStripeCard()
  /** Stripe's token for the card that is about to pay. */
  const token = useRef('')
  const form = usePayment(props, useCustomerForm(props.device), (terms, customer, idempotencyKey) =>
    call(calls.payments.card, {
      body: { ...terms, ...customer, payment_method_id: token.current },
      idempotencyKey,
    }),
  )

  async function askStripe(customer: Customer) {
    const { customer_name: name, customer_email: email } = customer
    const made = await card.tokenOf({ name, email })
    if (made === undefined) return
    token.current = made
    form.save(customer)
  }

  return (
    <form onSubmit={form.checked(askStripe)} noValidate>
      <Stack>
        <CustomerFields form={form} />
        <PaymentElement />
        <PayButton
          {...props}
          isBusy={card.isBusy || form.isSaving}
          label={t('payments.payCard')}
          refused={form.refused}
          afterFields
        />
      </Stack>
    </form>
  )
}
