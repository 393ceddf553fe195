import { sumOfAmounts } from '@coinless/contract/money.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import type { OneTransaction } from '@coinless/contract/transactions.ts'
import { useQuery } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { MoneyButton } from '../forms/MoneyButton.tsx'
import { cycleQuery } from '../live/live-queries.ts'
import { showFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { money } from '../ui/formats.ts'
import { showSuccess } from '../ui/toasts.ts'

/** Polling interval for an open cycle, in milliseconds. */
const askMs = 5_000

/** Refunds a payment, or a part of it. */
export function RefundButton({ transaction }: { transaction: OneTransaction }) {
  const { id, amount, refunded_amount, code_balance } = transaction
  const left = sumOfAmounts([amount, -refunded_amount])
  const { data: [cycle] = [] } = useQuery({
    ...cycleQuery(id),
    refetchInterval: ({ state }) => (state.data?.[0]?.ended_at === null ? askMs : false),
  })
  const switchesOff = cycle?.state === 'running' ? t('transactions.refundSwitchesOff') : ''
  return (
    <MoneyButton
      name={`refund ${id}`}
      label={t('transactions.refund')}
      title={t('transactions.refundTitle')}
      hint={[t('transactions.refundHint', { amount: money(left) }), switchesOff].join(' ')}
      schema={refunds.create.body}
      initialAmount={left}
      seen={{
        seen_refunded_amount: refunded_amount,
        seen_code_balance: code_balance ?? undefined,
      }}
      isDisabled={left <= 0}
      send={(body, idempotencyKey) =>
        call(calls.refunds.create, {
          params: { id },
          body,
          idempotencyKey,
        })
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
