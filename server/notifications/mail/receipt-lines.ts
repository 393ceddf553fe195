import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type MinorUnits, toMinor } from '@coinless/contract/money.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { isWithin } from '../../platform/database/due.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Mail } from '../../platform/mailer/mailer.ts'

/** The mail of a receipt that gets its number after the payment. */
export interface NumberedMail extends Mail {
  receipt?: (({ transactionId: string } | { topUpId: string }) & { language: Language }) | undefined
}

/** On a transaction: its seller has business details, so it will have a number. */
export function willHaveNumber(transactionId: RawBuilder<unknown>) {
  return sql<SqlBool>`exists (
    select from transactions join users on users.email = paid_to
      join business_details on user_id = users.id and effective_at <= now()
    where transactions.id = ${transactionId}
  )`
}

/** On the issuer of a code: tax is due at its sale, so its top-ups have numbers. */
export function isTaxedAtSale(issuerId: RawBuilder<unknown>) {
  return sql<SqlBool>`coalesce((
    select tax_due = 'sale' from business_details where user_id = ${issuerId} and effective_at <= now()
    order by effective_at desc, created_at desc limit 1
  ), false)`
}

/**
 * Adds number, seller and tax to the facts in the first paragraph.
 * @param queuedAt a mail waits for its number for some minutes from then on, then goes without
 * @returns undefined: it waits
 */
export async function withReceiptLines(
  database: Database,
  { receipt, ...mail }: NumberedMail,
  queuedAt: Date,
): Promise<Mail | undefined> {
  if (!receipt) return mail
  const found = await database
    .selectFrom('receipts')
    .selectAll()
    .where(({ eb }) =>
      'topUpId' in receipt
        ? eb('top_up_id', '=', receipt.topUpId)
        : eb('transaction_id', '=', receipt.transactionId),
    )
    .where('refund_id', 'is', null)
    .executeTakeFirst()
  if (!found) return (await isWaiting(database, queuedAt)) ? undefined : mail
  const [facts, ...rest] = mail.text.split('\n\n')
  return {
    ...mail,
    text: [`${facts}\n${receiptLines(found, receipt.language)}`, ...rest].join('\n\n'),
  }
}

async function isWaiting(database: Database, queuedAt: Date): Promise<boolean> {
  const time = sql`make_interval(mins => ${limits.receiptMailMinutes})`
  const { rows } = await sql<{ is_waiting: boolean }>`
    select ${isWithin(sql`${queuedAt}::timestamptz`, time)} as is_waiting`.execute(database)
  return rows[0]?.is_waiting ?? false
}

/** Number, seller and tax of a receipt or credit note. */
export function receiptLines(found: Selectable<Tables['receipts']>, language: Language): string {
  const [gross, tax] = [toMinor(found.gross), toMinor(found.tax)]
  return mailTexts[language].receipt_lines({
    kind: found.kind,
    number: found.document_number,
    seller: [found.seller_name, ...found.seller_address.split(/\n+/)].join(', '),
    taxId: found.seller_tax_id,
    rate: found.tax_rate === null ? null : Number(found.tax_rate),
    tax,
    net: (gross - tax) as MinorUnits,
  })
}
