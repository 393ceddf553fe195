import { sumOfDollars } from '@coinless/contract/money.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { calls } from '../api/calls.ts'
import { call } from '../api/client.ts'
import { MoneyDialog, type MoneyValues } from '../forms/MoneyDialog.tsx'
import { showFailure, showMoneyFailure } from '../queries/failures.ts'
import { useMoneyMutation } from '../queries/use-money-mutation.tsx'
import { t } from '../texts/texts.ts'
import { money } from '../ui/formats.ts'
import { showSuccess } from '../ui/toasts.ts'

/** Gives a payment back, or a part of it. */
export function RefundButton({ transaction }: { transaction: Transaction }) {
  const { id, amount, refunded_amount } = transaction
  const intention = `refund ${id}`
  const left = sumOfDollars([amount, -refunded_amount])
  const [isOpen, setOpen] = useState(false)
  const refund = useMoneyMutation({
    intention,
    send: ({ body }: { body: MoneyValues; done: () => void }, idempotencyKey) =>
      call(calls.refunds.create, { params: { id }, body, idempotencyKey }),
    onSuccess: ({ status }, { done }) => {
      done()
      if (status === 'failed') return showFailure(t('transactions.refundFailed'))(undefined)
      const isDone = status === 'completed'
      showSuccess(isDone ? t('transactions.refundDone') : t('transactions.refundPending'))
    },
    onError: showMoneyFailure(intention, t('transactions.refundFailed')),
    onLeft: ({ done }) => done(),
  })
  return (
    <>
      <Button variant="default" disabled={left <= 0} onClick={() => setOpen(true)}>
        {t('transactions.refund')}
      </Button>
      <MoneyDialog
        isOpen={isOpen}
        name={intention}
        title={t('transactions.refundTitle')}
        hint={t('transactions.refundHint', { amount: money(left) })}
        label={t('transactions.refund')}
        schema={refunds.create.body}
        initialAmount={left}
        isSending={refund.isPending}
        send={(body, done) => refund.mutate({ body, done })}
        close={() => setOpen(false)}
      />
    </>
  )
}
