import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key.ts'

/** What a controller shows to be let in: no one guesses it, so that a plain hash keeps it. */
export function makeCredential(): { credential: string; credential_hash: Buffer } {
  const credential = randomBytes(32).toString('base64url')
  return { credential, credential_hash: hashOfCredential(credential) }
}

/**
 * The credential of a controller that is made: for the same key, the same one, which is kept nowhere. Whoever
 * knows the key alone knows nothing of it.
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
