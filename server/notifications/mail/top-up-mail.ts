import { toMinor } from '@coinless/contract/money.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { type Selectable, sql } from 'kysely'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { operatorAndPlace, operatorOfCode } from './code-operator.ts'
import { timeThere, zoneOfAccount } from './machine-name.ts'
import { mail } from './mail.ts'
import { isTaxedAtSale } from './receipt-lines.ts'

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
  const amount = toMinor(topUp.amount)
  const operator = await transaction
    .selectFrom('prepaid_codes as code')
    .innerJoin('users as issuer', 'issuer.id', 'code.user_id')
    .select(
      sql<string | null>`coalesce(${operatorAndPlace(operatorOfCode)},
        case when issuer.email_verified then issuer.full_name end)`.as('place'),
    )
    .select(isTaxedAtSale(sql`${topUp.issuer_id}::uuid`).as('is_taxed'))
    .select(zoneOfAccount(sql`${topUp.issuer_id}::uuid`).as('zone'))
    .where('code.id', '=', topUp.prepaid_code_id)
    .executeTakeFirst()
  const time = (locale: string) => timeThere(locale, new Date(), operator?.zone ?? 'UTC')
  const texts = mailTexts[language]
  const words = refusal
    ? texts.top_up_back({ amount, refusal })
    : texts.top_up_receipt({ id, amount, time })
  await mail(transaction, config, payer.email, {
    ...words,
    place: operator?.place,
    path: `/top-ups/${id}`,
    receipt: !refusal && operator?.is_taxed ? { topUpId: id, language } : undefined,
  })
}
