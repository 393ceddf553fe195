import { type Language, languages } from '@coinless/contract/languages.ts'
import { toMinor } from '@coinless/contract/money.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { type Selectable, sql } from 'kysely'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { lastLanguage } from './last-language.ts'
import { machineInMail, placeInMail, timeThere, zoneInMail, zoneOfAccount } from './machine-name.ts'
import { mail } from './mail.ts'
import { receiptLines } from './receipt-lines.ts'
import { countUnrequested } from './unrequested.ts'

interface CreditNote extends Selectable<Tables['receipts']> {
  email: string
  email_verified: boolean
  /** On the card form. */
  typed_email: string | null
  owner_verified: boolean | null
  language: Language
  device_number: string | null
  place: string | null
  zone: string
}

/**
 * Mails numbered credit notes in the transaction that numbers them, to the address that got the receipt: a verified
 * one, or the one typed on the card form within its limits.
 */
export async function mailCreditNotes(
  transaction: Database,
  config: AppConfig,
  ids: readonly string[],
): Promise<void> {
  for (const note of await findCreditNotes(transaction, ids)) {
    const to = await recipientOf(transaction, note)
    if (to) await mailCreditNote(transaction, config, to, note)
  }
}

async function recipientOf(transaction: Database, note: CreditNote) {
  const { email, email_verified, typed_email, owner_verified } = note
  if (email_verified) return email
  if (!typed_email || !owner_verified) return undefined
  return (await countUnrequested(transaction, typed_email, 'receipt')) ? typed_email : undefined
}

async function mailCreditNote(
  transaction: Database,
  config: AppConfig,
  to: string,
  note: CreditNote,
) {
  const { transaction_id, top_up_id, device_number: deviceNumber, issued_at, place, zone } = note
  const language = languages.find((each) => each === note.language) ?? 'en'
  const { subject, text } = mailTexts[language].credit_note({
    id: transaction_id ?? top_up_id ?? '',
    amount: toMinor(note.gross),
    deviceNumber,
    time: (locale) => timeThere(locale, issued_at, zone),
  })
  await mail(transaction, config, to, {
    subject,
    text: `${text}\n${receiptLines(note, language)}`,
    place,
    path: transaction_id ? `/transactions/${transaction_id}/receipt` : `/top-ups/${top_up_id}`,
  })
}

async function findCreditNotes(transaction: Database, ids: readonly string[]) {
  const { rows } = await sql<CreditNote>`
    select note.*, payer.email, payer.email_verified, card.customer_email as typed_email,
      (select email_verified from devices join users as owner on owner.id = owner_id
        where devices.id = paid.device_id) as owner_verified,
      coalesce(card.language, cycles.language, topped_up.language, ${lastLanguage(sql`payer.id`)}) as language,
      ${machineInMail(sql`paid.device_id`, sql`paid.device_number`)} as device_number,
      ${placeInMail(sql`paid.device_id`)} as place,
      case when paid.id is null then ${zoneOfAccount(sql`note.seller_id`)}
        else ${zoneInMail(sql`paid.device_id`)} end as zone
    from receipts as note
      left join transactions as paid on paid.id = note.transaction_id
      left join card_payments as card on card.id = paid.id
      left join cycles on cycles.transaction_id = paid.id
      left join top_ups as topped_up on topped_up.id = note.top_up_id
      join users as payer on payer.id = coalesce(paid.payer_id, topped_up.payer_id)
    where note.id = any(${ids}::uuid[]) and note.kind = 'credit_note' and payer.closed_at is null
    order by note.number`.execute(transaction)
  return rows
}
