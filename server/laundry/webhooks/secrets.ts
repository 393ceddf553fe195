import { createHmac } from 'node:crypto'
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key.ts'
import { credentialOfNew } from '../../machines/controllers/credential.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import { open, seal } from '../../platform/secrets/sealed.ts'

type Secret = Pick<AppConfig, 'jwtSecret'>

/** Returns the same secret for the same idempotency key. */
export function secretOfNew(
  webhookId: string,
  idempotencyKey: IdempotencyKey | undefined,
  serverSecret: string,
): string {
  return `whsec_${credentialOfNew(webhookId, idempotencyKey, serverSecret)}`
}

export function sealSecret({ jwtSecret }: Secret, webhookId: string, secret: string): Buffer {
  return seal(jwtSecret, Buffer.from(secret), ownerOf(webhookId))
}

/** @returns undefined if it was sealed with another JWT_SECRET */
export function openSecret({ jwtSecret }: Secret, webhookId: string, sealed: Buffer) {
  return open(jwtSecret, sealed, ownerOf(webhookId))?.toString()
}

function ownerOf(webhookId: string): string {
  return `webhook ${webhookId}`
}

/** Header of a delivery: the time of signing, and a signature by each valid secret. */
export function signatureOf(body: string, secrets: readonly string[], seconds: number): string {
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
    return `v1=${digest}`
  })
  return [`t=${seconds}`, ...signatures].join(',')
}
