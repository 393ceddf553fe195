import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { queueMail } from './outbox.ts'

/** To an address that was shown to be theirs, of an account that is not closed; nobody else is told. */
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
