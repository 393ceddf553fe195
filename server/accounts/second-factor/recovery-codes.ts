import { createHash, randomInt } from 'node:crypto'
import { limits } from '@coinless/contract/limits.ts'
import { codeKey } from '@coinless/contract/typed-secrets.ts'
import type { Database } from '../../platform/database/connection.ts'
import { alphabet } from '../../platform/secrets/code-text.ts'
import { hasFactor } from './factors.ts'

/** 120 random bits, for which a plain hash is enough (ASVS 6.5.2), in groups of four. */
const symbolsOfCode = 24

/**
 * Replaces all recovery codes.
 * @returns the new codes, which cannot be read again
 */
export async function replaceRecoveryCodes(transaction: Database, userId: string) {
  const codes = Array.from({ length: limits.recoveryCodes }, newCode)
  await deleteRecoveryCodes(transaction, userId)
  await transaction
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) })))
    .execute()
  return codes
}

/** Deletes the recovery codes if there is no factor left that they could replace. */
export async function deleteUselessRecoveryCodes(
  transaction: Database,
  userId: string,
): Promise<void> {
  if (!(await hasFactor(transaction, userId))) await deleteRecoveryCodes(transaction, userId)
}

async function deleteRecoveryCodes(transaction: Database, userId: string): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Uses up a code. @returns whether it was valid */
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

function newCode(): string {
  const symbols = Array.from({ length: symbolsOfCode }, () => alphabet[randomInt(alphabet.length)])
  return symbols.join('').replace(/(.{4})(?=.)/g, '$1-')
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(codeKey(code)).digest()
}
