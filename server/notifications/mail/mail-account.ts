import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { queueMail } from './outbox.ts'

/** Sends only to the verified address of an open account. */
export async function mailAccount(
  transaction: Database,
  config: AppConfig,
  userId: string,
  mail: { subject: string; text: string },
): Promise<void> {
  const account = await transaction
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email_verified', '=', true)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (account) await queueMail(transaction, config, { to: account.email, ...mail })
}
