import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { aDay, isWithin } from '../../platform/database/due.ts'
import { locks } from '../../platform/database/locks.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

/** Subject of a mail to the customer of a code. */
export type CodeMailSubject = { kind: 'issue' } | { kind: 'top_up'; amount: number }

/**
 * Queues a mail to the customer of each of these codes in the caller's transaction. Each customer gets one mail per
 * subject; a code's new customer gets a new one.
 * @throws Refusal mail_needs_verified, too_many_code_mails
 */
export async function queueCodeMails(
  transaction: Database,
  caller: SignedInCaller,
  language: Language,
  codeIds: readonly string[],
  subject: CodeMailSubject,
): Promise<void> {
  const unverified = await transaction
    .selectFrom('prepaid_codes')
    .innerJoin('users as issuer', 'issuer.id', 'user_id')
    .select('issuer.id')
    .where('prepaid_codes.id', 'in', sql<string>`(select unnest(${codeIds}::uuid[]))`)
    .where('issuer.email_verified', '=', false)
    .limit(1)
    .executeTakeFirst()
  if (unverified || !caller.email_verified) throw new Refusal('mail_needs_verified')
  // Serialized, so that concurrent calls respect the account's limit.
  await sql`select pg_advisory_xact_lock(${sql.lit(locks.codeMails)}, hashtext(${caller.id}))`.execute(
    transaction,
  )
  const amount = subject.kind === 'top_up' ? subject.amount : null
  await sql`
    insert into code_mails (prepaid_code_id, kind, amount, user_id, language)
    select code.id, ${subject.kind}, ${amount}::numeric, ${caller.id}, ${language}
    from prepaid_codes as code where code.id = any (${codeIds}::uuid[]) and customer_email is not null
    order by code.id
    on conflict do nothing`.execute(transaction)
  const { rows } = await sql<{ count: number }>`
    select count(*) from code_mails where user_id = ${caller.id}
      and ${isWithin(sql`created_at`, aDay)}`.execute(transaction)
  if ((rows[0]?.count ?? 0) > limits.codeMailsADay) throw new Refusal('too_many_code_mails')
}
