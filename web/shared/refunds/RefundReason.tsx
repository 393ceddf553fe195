import type { Refund } from '@coinless/contract/refunds.ts'
import { lazy, Suspense } from 'react'
import { withLaterTexts } from '../loading/language.ts'
import { awaited } from '../loading/own-code.ts'

/** Loads on demand, because few refunds fail. */
const FailedRefund = lazy(() => awaited(() => withLaterTexts(import('./FailedRefund.tsx'))))

export function RefundReason({ reason, status }: Pick<Refund, 'reason' | 'status'>) {
  return (
    <>
      {reason}
      {status === 'failed' && (
        <Suspense>
          <FailedRefund />
        </Suspense>
      )}
    </>
  )
}
