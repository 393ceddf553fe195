import { limits } from '@coinless/contract/limits.ts'
import { type Selectable, sql } from 'kysely'
import type { AppConfig } from '../config.ts'
import type { Database } from '../database/connection.ts'
import type { Tables } from '../database/tables.ts'
import { mailReceipt } from '../transactions/receipt-mail.ts'

type CardReceipt = Awaited<ReturnType<typeof receiptOf>>

/**
 * Mails what a card paid to the payer's own address when it is verified. The one on the form could be
 * anybody's: it gets a few a day of each account, without the name that the payer typed.
 */
export async function mailCardReceipt(
  transaction: Database,
  config: AppConfig,
  paid: CardReceipt,
): Promise<void> {
  const { language, customer_email } = paid
  if (paid.closed_at) return
  if (paid.email_verified) await mailReceipt(transaction, config, paid.email, language, paid)
  else if (paid.cardPaymentsToday <= limits.receiptsToTypedAddress) {
    const nameless = { ...paid, customer_name: undefined }
    await mailReceipt(transaction, config, customer_email, language, nameless)
  }
}

/**
 * Whom the receipt of a payment that was just recorded goes to. Payments of one account are counted one
 * after the other, so that many at once mail no more.
 */
export async function receiptOf(transaction: Database, paid: Selectable<Tables['card_payments']>) {
  const payer = await transaction
    .selectFrom('users')
    .select(['email', 'email_verified', 'closed_at'])
    .where('id', '=', paid.payer_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { cardPaymentsToday } = await transaction
    .selectFrom('transactions')
    .select(({ fn }) => fn.countAll<number>().as('cardPaymentsToday'))
    .where('payer_id', '=', paid.payer_id)
    .where('payment_method', '=', 'credit_card')
    // Those that lie ahead were paid under another clock.
    .where(sql<boolean>`created_at between now() - interval '1 day' and clock_timestamp()`)
    .executeTakeFirstOrThrow()
  return { ...paid, ...payer, cardPaymentsToday }
}
