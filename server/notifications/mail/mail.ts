import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { mailAccount } from './mail-account.ts'
import { queueMail } from './outbox.ts'
import type { NumberedMail } from './receipt-lines.ts'

export interface MailWords {
  subject: string
  text: string
  /** Operator and place of the machine, for a line of their own. Push messages go without. */
  place?: string | null | undefined
  /** Page that the mail links to if PUBLIC_URL is set. */
  path?: string | undefined
  /** The payment, if its receipt gets a number. */
  receipt?: NumberedMail['receipt']
}

/**
 * Queues a mail in the caller's transaction.
 * @param to an address, or an account with a verified one
 * @param minutes how long it is retried
 */
export async function mail(
  transaction: Database,
  config: AppConfig,
  to: string | { userId: string },
  { subject, text, place, path, receipt }: MailWords,
  minutes?: number,
): Promise<void> {
  const url = path && config.publicUrl ? `${config.publicUrl}${path}` : undefined
  const placed = place ? withLine(text, place) : text
  const words = { subject, text: url ? withLine(placed, url) : placed }
  if (typeof to === 'string')
    await queueMail(transaction, config, { to, ...words, receipt }, minutes)
  else await mailAccount(transaction, config, to.userId, words)
}

function withLine(text: string, line: string): string {
  return text.endsWith('\n') ? `${text}\n${line}\n` : `${text}\n\n${line}`
}
