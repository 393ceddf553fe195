import { type SqlBool, sql } from 'kysely'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'

/**
 * Whether verifying the address would give the caller codes to pay with. Reveals nothing else to a person who registered
 * someone else's address.
 */
export async function hasWaitingCodes(database: Database, caller: SignedInCaller) {
  if (caller.email_verified) return { codes_wait: false }
  const waiting = database
    .selectFrom('prepaid_codes')
    .select('id')
    .where('customer_email', '=', caller.email)
    .where('disabled', '=', false)
    .where(
      sql<SqlBool>`deleted_at is null and not holder_is_issuer and remaining_balance > 0
        and (expires_at is null or expires_at > now())`,
    )
    .limit(1)
  return { codes_wait: (await waiting.executeTakeFirst()) !== undefined }
}
