import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** First refresh token of a session. */
export function firstToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Successor of a token, derived from it and the server's secret, so that a retry gets the same one although only
 * hashes are stored.
 */
export function nextToken(serverSecret: string, token: string): string {
  const key = new Uint8Array(hkdfSync('sha256', serverSecret, '', 'refresh tokens', 32))
  return createHmac('sha256', key).update(token).digest('base64url')
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
