import type { CardSettings } from '@coinless/contract/payments.ts'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

let loading: Promise<Stripe | null> | undefined

/** Stripe's script, loaded once per page. A failed load is retried next time. */
export function loadedStripe({ publishable_key }: CardSettings): Promise<Stripe | null> {
  loading ??= loadStripe(publishable_key ?? '').catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}
