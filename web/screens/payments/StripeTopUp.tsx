import { usual } from '@coinless/contract/coins.ts'
import { toMinor } from '@coinless/contract/money.ts'
import type { CardSettings } from '@coinless/contract/payments.ts'
import { Stack } from '@mantine/core'
import { PaymentElement } from '@stripe/react-stripe-js'
import { useRef } from 'react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { StripeFrame } from './StripeFrame.tsx'
import { TopUpAmount } from './TopUpAmount.tsx'
import { TopUpButton } from './TopUpButton.tsx'
import { useStripeCard } from './use-stripe-card.ts'
import { type TopUpProps, useTopUp } from './use-top-up.tsx'

interface StripeTopUpProps extends TopUpProps {
  settings: CardSettings
}

/** Stripe needs an amount to show its form before one is chosen. */
const anyAmount = toMinor(usual.price)

export default function StripeTopUp({ settings, ...props }: StripeTopUpProps) {
  const token = useRef('')
  const form = useTopUp(props, () => token.current)
  const amount = Number(form.values.amount)
  return (
    <StripeFrame settings={settings} amount={amount > 0 ? toMinor(amount) : anyAmount}>
      <Form
        {...props}
        form={form}
        setToken={(made) => {
          token.current = made
        }}
      />
    </StripeFrame>
  )
}

interface FormProps extends TopUpProps {
  form: ReturnType<typeof useTopUp>
  setToken: (made: string) => void
}

function Form({ form, offer, setToken }: FormProps) {
  const { email } = useUser()
  const card = useStripeCard()

  async function askStripe(values: { amount: number | string }) {
    const made = await card.tokenOf({ email })
    if (made === undefined) return
    setToken(made)
    form.save(values)
  }

  return (
    <form onSubmit={form.checked(askStripe)} noValidate>
      <FormNotice form={form} />
      <Stack>
        <TopUpAmount form={form} offer={offer} />
        <PaymentElement />
        <TopUpButton amount={form.values.amount} isBusy={form.isSaving || card.isBusy} />
      </Stack>
    </form>
  )
}
