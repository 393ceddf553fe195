import type { ReceiptDocument } from '@coinless/contract/receipts.ts'
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { longDateThere } from '../ui/date-there.ts'
import { FieldList } from '../ui/FieldList.tsx'
import { money, percent } from '../ui/formats.ts'

type Field = [name: string, value: ReactNode]

const documentTexts = {
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

interface RefundDocumentsProps {
  documents: ReceiptDocument[] | undefined
  /** Of the place; null: of the viewer. */
  timeZone?: string | null
}

/** Documents of refunds: credit notes, and receipts that cancel one. */
export function RefundDocuments({ documents, timeZone = null }: RefundDocumentsProps) {
  const ofRefunds = documents?.filter(({ refund_id }) => refund_id !== null) ?? []
  return ofRefunds.map((document) => (
    <section key={document.document_number}>
      <Title order={2} size="h4" mb="xs">
        {t(documentTexts[document.kind].heading)}
      </Title>
      <FieldList
        fields={[
          [t(documentTexts[document.kind].number), document.document_number],
          [t('heading.date'), longDateThere(document.issued_at, timeZone)],
          [t('field.amount'), money(document.gross)],
          ...taxFields(document),
        ]}
      />
    </section>
  ))
}

function taxFields({ tax_rate, tax, net }: ReceiptDocument): Field[] {
  if (tax_rate === null) return []
  return [
    [t('receipts.net'), money(net)],
    [t('receipts.tax', { rate: percent(tax_rate) }), money(tax)],
  ]
}
