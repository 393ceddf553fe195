import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { StoredAnswer } from '../../http/idempotency/answers.ts'
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

/** Creates the secret by which a controller signs in. It cannot be guessed, so a plain hash is enough. */
export function makeCredential(): { credential: string; credential_hash: Buffer } {
  const credential = randomBytes(32).toString('base64url')
  return { credential, credential_hash: hashOfCredential(credential) }
}

/**
 * Returns the credential of a new controller. Derived from the idempotency key, so that a retry gets the same one and
 * none is stored. The key alone does not reveal it.
 */
export function credentialOfNew(
  controllerId: string,
  idempotencyKey: IdempotencyKey | undefined,
  serverSecret: string,
): string {
  if (!idempotencyKey) return makeCredential().credential
  const { userId, key } = idempotencyKey
  const whose = JSON.stringify(['credential', controllerId, userId, key])
  return createHmac('sha256', serverSecret).update(whose).digest('base64url')
}

export function hashOfCredential(credential: string): Buffer {
  return createHash('sha256').update(credential).digest()
}

const refusalOfEnded = { calendars: 'calendar_not_found', displays: 'display_not_found' } as const

/**
 * Refuses to repeat a secret that has ended since. The refusal replaces the stored answer.
 * @throws Refusal calendar_not_found, display_not_found
 */
export async function refuseEnded(
  database: Database,
  idempotencyKey: IdempotencyKey | undefined,
  { secret }: { secret: string },
  table: keyof typeof refusalOfEnded,
): Promise<void> {
  if (!idempotencyKey) return
  const valid = await database
    .selectFrom(table)
    .select('id')
    .where('secret_hash', '=', hashOfCredential(secret))
    .executeTakeFirst()
  if (valid) return
  const refusal = refusalOfEnded[table]
  const answer: StoredAnswer = { refusal, facts: undefined }
  await database
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', idempotencyKey.userId)
    .where('key', '=', idempotencyKey.key)
    .execute()
  throw new Refusal(refusal)
}
