import { limits } from '@coinless/contract/limits.ts'
import { toMinor } from '@coinless/contract/money.ts'
import { type Selectable, sql } from 'kysely'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { aDay, isWithin } from '../../platform/database/due.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { mailReceipt } from './receipt-mail.ts'
import { countUnrequested } from './unrequested.ts'

type CardReceipt = Awaited<ReturnType<typeof receiptOf>>

/**
 * Mails a card receipt to the payer's verified address. The address on the form could be anyone's: it gets only a few
 * receipts a day per account and in total, without the typed name, and only if the device's owner is verified.
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
  const isWanted = owner_verified && toMinor(amount) > 0 && ofPayer <= limits.receiptsToTypedAddress
  return isWanted && countUnrequested(transaction, customer_email, 'receipt')
}

/**
 * Recipient of the receipt of a recorded payment. The payer is locked, so concurrent payments of an account are counted
 * one by one.
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
    .where(isWithin(sql`created_at`, aDay))
    .executeTakeFirstOrThrow()
  return count
}
