import type { RefundObstacle } from '@coinless/contract/choices.ts'
import { type NumericText, toMinor } from '@coinless/contract/money.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { sql } from 'kysely'
import { lastLanguageOf } from '../../notifications/mail/last-language.ts'
import { placeInMail } from '../../notifications/mail/machine-name.ts'
import { mail } from '../../notifications/mail/mail.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'

interface Owed {
  id: string
  owner_id: string
  device_number: string
  amount: NumericText
  obstacle: RefundObstacle
}

/** Notifies the device's owner, at a verified address, of money owed to a code or a card. */
export async function notifyOwed(
  transaction: Database,
  config: AppConfig,
  { id, owner_id, device_number: deviceNumber, amount, obstacle }: Owed,
): Promise<void> {
  const texts = mailTexts[await lastLanguageOf(transaction, owner_id)]
  const { subject, text } = texts.refund_owed({
    amount: toMinor(amount),
    deviceNumber,
    obstacle,
  })
  const { place } = await transaction
    .selectFrom('transactions')
    .select(placeInMail(sql`device_id`).as('place'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const words = { subject, text, place, path: `/transactions/${id}` }
  await mail(transaction, config, { userId: owner_id }, words)
}
