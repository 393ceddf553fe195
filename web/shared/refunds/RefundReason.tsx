import type { Refund } from '@coinless/contract/refunds.ts'
import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { withLaterTexts } from '../loading/language.ts'
import { awaited } from '../loading/own-code.ts'
import { t } from '../texts/texts.ts'

/** Loads on demand, because few refunds fail. */
const FailedRefund = lazy(() => awaited(() => withLaterTexts(import('./FailedRefund.tsx'))))

/** With the number of the credit note, if it has one. */
export function RefundReason({
  reason,
  status,
  credit_note,
}: Pick<Refund, 'reason' | 'status' | 'credit_note'>) {
  return (
    <>
      {reason}
      {credit_note && <Text size="sm">{t('receipts.creditNote', { number: credit_note })}</Text>}
      {status === 'failed' && (
        <Suspense>
          <FailedRefund />
        </Suspense>
      )}
    </>
  )
}
