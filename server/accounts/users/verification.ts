import { User } from '@coinless/contract/users.ts'
import { lockOwnAccount } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { startClean } from '../../sessions/account/clean-start.ts'
import { judgeEmailCode, redeemEmailCode } from '../../sessions/account/email-codes.ts'
import { endOtherSessions, unproveWithoutFactor } from '../../sessions/account/sessions.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'

/**
 * Verifies the address, which then grants rights, and ends all other sessions. Unless this session registered the
 * account, also removes or disables what another person may have left in it.
 * @throws Refusal wrong_email_code
 */
export async function verifyAddress(database: Database, caller: SignedInCaller, code: string) {
  const right = await judgeEmailCode(database, caller, caller.id, 'verification', code)
  return database.transaction().execute(async (transaction) => {
    const { email_verified } = await lockOwnAccount(transaction, caller)
    await redeemEmailCode(transaction, right)
    await endOtherSessions(transaction, caller, { alsoKeys: true })
    if (!email_verified && !caller.is_registration) {
      await startClean(transaction, caller, caller.id)
      await unproveWithoutFactor(transaction, caller.id)
    }
    await recordEvent(transaction, caller, 'address_verified', { id: caller.id })
    return transaction
      .updateTable('users')
      .set({ email_verified: true })
      .where('id', '=', caller.id)
      .returning(columns(User))
      .executeTakeFirstOrThrow()
  })
}
