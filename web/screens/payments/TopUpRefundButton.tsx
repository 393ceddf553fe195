import { type OneTopUp, topUps } from '@coinless/contract/top-ups.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { MoneyButton } from '../../shared/forms/MoneyButton.tsx'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { money } from '../../shared/ui/formats.ts'
import { showSuccess } from '../../shared/ui/toasts.ts'

/** Refunds a top-up, or the remaining part of it, to its card. */
export function TopUpRefundButton({ topUp: { id, refundable_amount } }: { topUp: OneTopUp }) {
  return (
    <MoneyButton
      name={`refund top-up ${id}`}
      label={t('transactions.refund')}
      title={t('topUps.refundTitle')}
      hint={t('topUps.refundHint', { amount: money(refundable_amount) })}
      schema={topUps.refund.body}
      initialAmount={refundable_amount}
      seen={{ seen_refundable_amount: refundable_amount }}
      send={(body, idempotencyKey) =>
        call(calls.topUps.refund, { params: { id }, body, idempotencyKey })
      }
      done={({ status }) => {
        if (status === 'failed') return showFailure(t('transactions.refundFailed'))(undefined)
        const isDone = status === 'completed'
        showSuccess(isDone ? t('transactions.refundDone') : t('transactions.refundPending'))
      }}
      failed={t('transactions.refundFailed')}
    />
  )
}
