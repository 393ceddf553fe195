import { lazy, Suspense } from 'react'
import { callsAtWork, close, openKey } from '../../shared/calls/idempotency-key.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { useStore } from '../../shared/ui/use-store.ts'
import { paying } from './use-payment.tsx'

const LastOutcome = lazy(() => awaited(() => import('./LastOutcome.tsx')))

/**
 * Outcome of a payment whose answer was lost. Shown until the user acknowledges it or pays again, which asks first
 * (use-money-form.ts).
 */
export function LastPayment() {
  const key = useStore(callsAtWork, () => openKey(paying))
  return (
    key && (
      <Suspense fallback={<Loading rows={2} />}>
        <LastOutcome key={key} paymentKey={key} takeNote={() => close(paying, key)} />
      </Suspense>
    )
  )
}
