import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import type { OneReportCase } from '@coinless/contract/reports.ts'
import { useQuery } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { MoneyButton } from '../forms/MoneyButton.tsx'
import { RefundButton } from '../refunds/RefundButton.tsx'
import { t } from '../texts/texts.ts'
import { money } from '../ui/formats.ts'
import { showSuccess } from '../ui/toasts.ts'

type Payment = NonNullable<OneReportCase['reports'][number]['payment']>

/** The payment given back, or more put on the code that paid. */
export function PaymentActions({ payment }: { payment: Payment }) {
  const { transaction_id, prepaid_code_id, amount } = payment
  return (
    <>
      {transaction_id && <Refund id={transaction_id} />}
      {prepaid_code_id && <Credit codeId={prepaid_code_id} amount={amount} />}
    </>
  )
}

/** As much of it as is left to give back now. */
function Refund({ id }: { id: string }) {
  const { data: transaction } = useQuery({
    queryKey: ['transactions', id],
    queryFn: ({ signal }) => call(calls.transactions.get, { params: { id }, signal }),
  })
  return transaction?.may_refund && <RefundButton transaction={transaction} />
}

function Credit({ codeId, amount }: { codeId: string; amount: number }) {
  const params = { id: codeId }
  return (
    <MoneyButton
      name={`credit ${codeId}`}
      label={t('reports.credit')}
      title={t('reports.creditTitle')}
      hint={t('reports.creditHint', { amount: money(amount) })}
      schema={prepaidCodes.topUp.body}
      initialAmount={amount}
      done={() => showSuccess(t('prepaidCodes.toppedUp'))}
      failed={t('prepaidCodes.topUpFailed')}
      send={(body, idempotencyKey) =>
        call(calls.prepaidCodes.topUp, { params, body: { amount: body.amount }, idempotencyKey })
      }
    />
  )
}
