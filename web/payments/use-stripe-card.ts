import { useElements, useStripe } from '@stripe/react-stripe-js'
import { useState } from 'react'
import { t } from '../texts/texts.ts'
import { showError } from '../ui/toasts.ts'

/** What Stripe makes of the card that is typed in its form. */
export function useStripeCard() {
  const stripe = useStripe()
  const elements = useElements()
  const [isAsking, setAsking] = useState(false)

  /** @returns undefined when the card is not right: Stripe's own sentence, in the language of its form, says why */
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
