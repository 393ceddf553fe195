import { limits } from '@coinless/contract/limits.ts'
import { toCents } from '@coinless/contract/money.ts'
import { type Selectable, sql } from 'kysely'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { mailReceipt } from './receipt-mail.ts'
import { countUnasked } from './unasked.ts'

type CardReceipt = Awaited<ReturnType<typeof receiptOf>>

/**
 * Mails what a card paid to the payer's own address when it is verified. The one on the form could be
 * anybody's: it gets a few a day, of each account and of all together, without the name that the payer
 * typed, and only of money that was paid at a device whose owner has shown an address.
 */
export async function mailCardReceipt(
  transaction: Database,
  config: AppConfig,
  paid: CardReceipt,
): Promise<void> {
  const { language, customer_email } = paid
  if (paid.closed_at) return
  if (paid.email_verified) await mailReceipt(transaction, config, paid.email, language, paid)
  else if (await mayGoToTypedAddress(transaction, paid)) {
    const nameless = { ...paid, customer_name: undefined }
    await mailReceipt(transaction, config, customer_email, language, nameless)
  }
}

async function mayGoToTypedAddress(
  transaction: Database,
  { amount, owner_verified, ofPayer, customer_email }: CardReceipt,
): Promise<boolean> {
  const isWanted = owner_verified && toCents(amount) > 0 && ofPayer <= limits.receiptsToTypedAddress
  return isWanted && countUnasked(transaction, customer_email, 'receipt')
}

/**
 * Whom the receipt of a payment that was just recorded goes to. Its payer is locked: payments of one account
 * are counted one after the other, so that many at once mail no more.
 */
export async function receiptOf(transaction: Database, paid: Selectable<Tables['card_payments']>) {
  const payer = await transaction
    .selectFrom('users')
    .select(['email', 'email_verified', 'closed_at'])
    .where('id', '=', paid.payer_id)
    .executeTakeFirstOrThrow()
  const { owner_verified } = await transaction
    .selectFrom('devices')
    .innerJoin('users as owner', 'owner.id', 'devices.owner_id')
    .select('owner.email_verified as owner_verified')
    .where('devices.id', '=', paid.device_id)
    .executeTakeFirstOrThrow()
  const ofPayer = await cardPaymentsToday(transaction, paid.payer_id)
  return { ...paid, ...payer, owner_verified, ofPayer }
}

async function cardPaymentsToday(transaction: Database, payerId: string): Promise<number> {
  const { count } = await transaction
    .selectFrom('transactions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('payer_id', '=', payerId)
    .where('payment_method', '=', 'credit_card')
    // Those that lie ahead were paid under another clock.
    .where(sql<boolean>`created_at between now() - interval '1 day' and clock_timestamp()`)
    .executeTakeFirstOrThrow()
  return count
}
