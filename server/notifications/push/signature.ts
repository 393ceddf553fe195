import { createPrivateKey, sign } from 'node:crypto'

/** VAPID keys in base64url: the public point and the private number. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** Push services accept at most a day. */
const validSeconds = 12 * 60 * 60

/**
 * Authorization header for a push service by RFC 8292.
 * @param subject contact of this installation: mailto: or https:
 */
export function signatureFor(
  endpoint: string,
  { publicKey, privateKey }: PushKeys,
  subject: string,
) {
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: privateKey,
    },
  })
  const exp = Math.floor(Date.now() / 1000) + validSeconds
  const parts = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: new URL(endpoint).origin, exp, sub: subject },
  ]
  const text = parts
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`
}
