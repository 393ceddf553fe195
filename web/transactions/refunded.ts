import type { Transaction } from '@coinless/contract/transactions.ts'
import { t } from '../texts/texts.ts'
import { money } from '../ui/formats.ts'

/** What was given back of a payment, and why if nobody did it. */
export function refunded({
  refunded_amount,
  refund_cause,
}: Pick<Transaction, 'refunded_amount' | 'refund_cause'>): [string, string][] {
  const fields: [string, string][] = []
  if (refunded_amount > 0) fields.push([t('heading.refunded'), money(refunded_amount)])
  if (refund_cause) fields.push([t('heading.refundCause'), t(`moneyBack.${refund_cause}`)])
  return fields
}
