import { useElements, useStripe } from '@stripe/react-stripe-js'
import { useState } from 'react'
import { t } from '../../shared/texts/texts.ts'
import { showError } from '../../shared/ui/toasts.ts'

/** Turns the card typed in Stripe's form into a token. */
export function useStripeCard() {
  const stripe = useStripe()
  const elements = useElements()
  const [isAsking, setAsking] = useState(false)

  /** @returns undefined if the card is invalid: Stripe's form says why, in its language */
  async function tokenOf(billing_details: { name?: string; email: string }) {
    if (!stripe || !elements) return undefined
    setAsking(true)
    const { error } = await elements.submit()
    const params = { payment_method_data: { billing_details } }
    const made = error ? { error } : await stripe.createConfirmationToken({ elements, params })
    setAsking(false)
    if (!made.error) return made.confirmationToken.id
    showError(made.error.message ?? t('payments.failed'))
    return undefined
  }

  return { tokenOf, isBusy: isAsking || !stripe }
}
