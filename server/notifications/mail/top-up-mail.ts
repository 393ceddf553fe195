import { toCents } from '@coinless/contract/money.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import type { Selectable } from 'kysely'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { mail } from './mail.ts'

/**
 * Mails the payer of a card top-up, at their verified address: the receipt, or that the code could not take the money.
 */
export async function mailTopUp(
  transaction: Database,
  config: AppConfig,
  topUp: Selectable<Tables['top_ups']>,
): Promise<void> {
  const payer = await transaction
    .selectFrom('users')
    .select(['email', 'email_verified'])
    .where('id', '=', topUp.payer_id)
    .executeTakeFirstOrThrow()
  if (!payer.email_verified) return
  const { id, refusal, language } = topUp
  const amount = toCents(topUp.amount)
  const time = (locale: string) =>
    `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date())} UTC`
  const texts = mailTexts[language]
  const words = refusal
    ? texts.top_up_back({ amount, refusal })
    : texts.top_up_receipt({ id, amount, time })
  await mail(transaction, config, payer.email, { ...words, path: `/top-ups/${id}` })
}
