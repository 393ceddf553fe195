import type { ReturnedRefund } from '@coinless/contract/choices.ts'
import { type NumericText, toMinor } from '@coinless/contract/money.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { lastLanguageOf } from '../../notifications/mail/last-language.ts'
import { mail } from '../../notifications/mail/mail.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { type AuditSubject, recordEvent } from '../../sessions/audit/audit.ts'

interface Returned {
  kind: ReturnedRefund['kind']
  amount: NumericText
  /** The payment, or the code of a top-up. */
  subject: AuditSubject
  /** Who can refund again. */
  userId: string
  path: string
}

const processor = { address: '', user_agent: '' }

/** Notifies of a refund that the bank returned, and records it in the audit trail. */
export async function reportReturned(
  transaction: Database,
  config: AppConfig,
  { kind, amount, subject, userId, path }: Returned,
): Promise<void> {
  await recordEvent(transaction, processor, 'refund_failed', subject, { amount })
  const texts = mailTexts[await lastLanguageOf(transaction, userId)]
  const words = texts.refund_returned({ amount: toMinor(amount), kind, name: subject.name })
  await mail(transaction, config, { userId }, { ...words, path })
}
