import { createHash } from 'node:crypto'
import { limits } from '@coinless/contract/limits.ts'
import type { Database } from '../database/connection.ts'
import { codeKey, generateCode } from '../prepaid-codes/code-text.ts'

/**
 * New codes of 75 random bits each instead of those before.
 * @returns the only time that they can be read
 */
export async function replaceRecoveryCodes(transaction: Database, userId: string) {
  const codes = Array.from({ length: limits.recoveryCodes }, generateCode)
  await deleteRecoveryCodes(transaction, userId)
  await transaction
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) })))
    .execute()
  return codes
}

export async function deleteRecoveryCodes(transaction: Database, userId: string): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Uses one up. */
export async function redeemRecoveryCode(
  database: Database,
  userId: string,
  code: string,
): Promise<boolean> {
  const redeemed = await database
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(code))
    .returning('user_id')
    .executeTakeFirst()
  return redeemed !== undefined
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(codeKey(code)).digest()
}
