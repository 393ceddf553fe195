import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import type { OneReportCase } from '@coinless/contract/reports.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../shared/account/auth-context.tsx'
import { mayUse } from '../../shared/account/rights.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { MoneyButton } from '../../shared/forms/MoneyButton.tsx'
import { RefundButton } from '../../shared/refunds/RefundButton.tsx'
import { t } from '../../shared/texts/texts.ts'
import { money } from '../../shared/ui/formats.ts'
import { showSuccess } from '../../shared/ui/toasts.ts'

type Payment = NonNullable<OneReportCase['reports'][number]['payment']>

/** Refunds the payment, or adds money to the code that paid. */
export function PaymentActions({ payment }: { payment: Payment }) {
  const { transaction_id, prepaid_code_id } = payment
  const id = transaction_id ?? ''
  const mayGive = mayUse(useUser(), 'give_money')
  const { data: transaction } = useQuery({
    queryKey: ['transactions', id],
    queryFn: ({ signal }) => call(calls.transactions.get, { params: { id }, signal }),
    enabled: transaction_id !== null,
  })
  const refunded = transaction?.refunded_amount ?? 0
  return (
    <>
      {refunded > 0 && (
        <Text size="sm">{t('transactions.refundedOf', { amount: money(refunded) })}</Text>
      )}
      {transaction?.may_refund && <RefundButton transaction={transaction} />}
      {prepaid_code_id && mayGive && (
        <Credit codeId={prepaid_code_id} payment={payment} refunded={refunded} />
      )}
    </>
  )
}

interface CreditProps {
  codeId: string
  payment: Payment
  refunded: number
}

/** A refund is already on the code; the hint says so. */
function Credit({ codeId, payment, refunded }: CreditProps) {
  const { amount, code_balance, transaction_id } = payment
  const params = { id: codeId }
  return (
    <MoneyButton
      name={`credit ${codeId}`}
      label={t('reports.credit')}
      title={t('reports.creditTitle')}
      hint={[
        t('reports.creditHint', { amount: money(amount) }),
        refunded > 0 && t('reports.creditRefunded', { amount: money(refunded) }),
      ]
        .filter(Boolean)
        .join(' ')}
      schema={prepaidCodes.topUp.body}
      {...(refunded === 0 && { initialAmount: amount })}
      done={() => showSuccess(t('prepaidCodes.toppedUp'))}
      failed={t('prepaidCodes.topUpFailed')}
      seen={{
        seen_balance: code_balance ?? undefined,
        makes_good: transaction_id ? { transaction_id, seen_refunded_amount: refunded } : undefined,
      }}
      send={(body, idempotencyKey) =>
        call(calls.prepaidCodes.topUp, { params, body, idempotencyKey })
      }
    />
  )
}
