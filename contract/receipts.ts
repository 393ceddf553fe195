import { z } from 'zod'
import { receiptKinds } from './choices.ts'
import { id, timestamp } from './fields.ts'

/** A numbered receipt or credit note, as issued. */
export const ReceiptDocument = z.object({
  document_number: z
    .string()
    .describe('Year and number without gaps, such as 2026-000123, in one series of the seller'),
  kind: z.enum(receiptKinds),
  transaction_id: id.nullable().describe('Payment. null: the receipt is of a card top-up'),
  top_up_id: id.nullable(),
  refund_id: id
    .nullable()
    .describe(
      'Refund of a credit note; of a receipt that cancels one: the bank returned the refund',
    ),
  issued_at: timestamp.describe('Time of the payment or refund'),
  gross: z.number(),
  tax_rate: z.number().nullable().describe('Percent. null: no tax is shown'),
  tax: z
    .number()
    .describe('Tax in gross: gross × rate / (100 + rate), rounded half up for each document'),
  net: z.number().describe('Gross less tax'),
  seller_name: z.string(),
  seller_address: z.string().describe('Several lines'),
  seller_tax_id: z.string().nullable(),
})
export type ReceiptDocument = z.infer<typeof ReceiptDocument>
