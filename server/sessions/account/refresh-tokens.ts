import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** The refresh token that a session begins with. */
export function firstToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The token that takes the place of another. It follows from that and the server's secret, so that a
 * repetition gets the same one, although only hashes are kept.
 */
export function nextToken(serverSecret: string, token: string): string {
  const key = new Uint8Array(hkdfSync('sha256', serverSecret, '', 'refresh tokens', 32))
  return createHmac('sha256', key).update(token).digest('base64url')
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
