import type { Transaction } from '@coinless/contract/transactions.ts'
import { t } from '../../shared/texts/texts.ts'
import { money } from '../../shared/ui/formats.ts'

/** The refunded part of a payment, and the cause of an automatic refund. */
export function refunded({
  refunded_amount,
  refund_cause,
}: Pick<Transaction, 'refunded_amount' | 'refund_cause'>): [string, string][] {
  const fields: [string, string][] = []
  if (refunded_amount > 0) fields.push([t('heading.refunded'), money(refunded_amount)])
  if (refund_cause) fields.push([t('heading.refundCause'), t(`moneyBack.${refund_cause}`)])
  return fields
}
