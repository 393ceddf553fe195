import { createHash, randomBytes } from 'node:crypto'

/** What a controller shows to be let in: no one guesses it, so that a plain hash keeps it. */
export function makeCredential(): { credential: string; credential_hash: Buffer } {
  const credential = randomBytes(32).toString('base64url')
  return { credential, credential_hash: hashOfCredential(credential) }
}

export function hashOfCredential(credential: string): Buffer {
  return createHash('sha256').update(credential).digest()
}
