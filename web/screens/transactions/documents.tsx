import type { ReceiptDocument } from '@coinless/contract/transactions.ts'
import type { ReactNode } from 'react'
import { t } from '../../shared/texts/texts.ts'
import { money, percent } from '../../shared/ui/formats.ts'

type Field = [name: string, value: ReactNode]

export const documentTexts = {
  receipt: { heading: 'transactions.receipt', number: 'receipts.number' },
  credit_note: { heading: 'receipts.creditNoteTitle', number: 'receipts.creditNoteNumber' },
} as const

/** Number, seller and tax of a receipt, which has none without business details of its landlord. */
export function documentFields(documents: ReceiptDocument[] | undefined): Field[] {
  const [receipt] = documents?.filter(({ refund_id }) => refund_id === null) ?? []
  if (!receipt) return []
  const { document_number, seller_name, seller_address, seller_tax_id } = receipt
  return [
    [t('receipts.number'), document_number],
    [
      t('receipts.seller'),
      <span key="seller" style={{ whiteSpace: 'pre-line' }}>
        {`${seller_name}\n${seller_address}`}
      </span>,
    ],
    ...(seller_tax_id === null ? [] : [[t('field.tax_id'), seller_tax_id] satisfies Field]),
    ...taxFields(receipt),
  ]
}

/** Documents of refunds: credit notes, and receipts that cancel one. */
export function refundDocuments(documents: ReceiptDocument[] | undefined) {
  return documents?.filter(({ refund_id }) => refund_id !== null) ?? []
}

export function taxFields({ tax_rate, tax, net }: ReceiptDocument): Field[] {
  if (tax_rate === null) return []
  return [
    [t('receipts.net'), money(net)],
    [t('receipts.tax', { rate: percent(tax_rate) }), money(tax)],
  ]
}
