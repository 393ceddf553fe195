import type { Language } from '@coinless/contract/languages.ts'
import { type MinorUnits, toMinor } from '@coinless/contract/money.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { Mail } from '../../platform/mailer/mailer.ts'

/** The mail of a receipt that gets its number after the payment. */
export interface NumberedMail extends Mail {
  receipt?: { transactionId: string; language: Language } | undefined
}

/** On a transaction: its seller has business details, so it will have a number. */
export function willHaveNumber(transactionId: RawBuilder<unknown>) {
  return sql<SqlBool>`exists (
    select from transactions join users on users.email = paid_to
      join receipt_counters on seller_id = users.id
    where transactions.id = ${transactionId}
  )`
}

/** Adds number, seller and tax, if the number is there, to the facts in the first paragraph. */
export async function withReceiptLines(
  database: Database,
  { receipt, ...mail }: NumberedMail,
): Promise<Mail> {
  const found =
    receipt &&
    (await database
      .selectFrom('receipts')
      .selectAll()
      .where('transaction_id', '=', receipt.transactionId)
      .where('refund_id', 'is', null)
      .executeTakeFirst())
  if (!found) return mail
  const [gross, tax] = [toMinor(found.gross), toMinor(found.tax)]
  const lines = mailTexts[receipt.language].receipt_lines({
    number: found.document_number,
    seller: [found.seller_name, ...found.seller_address.split('\n')].join(', '),
    taxId: found.seller_tax_id,
    rate: found.tax_rate === null ? null : Number(found.tax_rate),
    tax,
    net: (gross - tax) as MinorUnits,
  })
  const [facts, ...rest] = mail.text.split('\n\n')
  return { ...mail, text: [`${facts}\n${lines}`, ...rest].join('\n\n') }
}
