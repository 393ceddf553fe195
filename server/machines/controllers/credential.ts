import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key.ts'

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
