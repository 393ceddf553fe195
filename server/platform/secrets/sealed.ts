import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** Encrypts a secret that must be readable again, so that the database alone does not reveal it. */
export function seal(serverSecret: string, secret: Uint8Array, owner: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, keyOf(serverSecret), nonce)
  cipher.setAAD(Buffer.from(owner))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** @returns undefined if it was encrypted with another server secret, or for another owner */
export function open(serverSecret: string, sealed: Buffer, owner: string): Buffer | undefined {
  const nonce = sealed.subarray(0, nonceLength)
  try {
    const decipher = createDecipheriv(algorithm, keyOf(serverSecret), nonce)
    decipher.setAAD(Buffer.from(owner))
    decipher.setAuthTag(sealed.subarray(-tagLength))
    const secret = decipher.update(sealed.subarray(nonceLength, -tagLength))
    return Buffer.concat([secret, decipher.final()])
  } catch {
    return undefined
  }
}

function keyOf(serverSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', serverSecret, '', 'authenticator secrets', 32))
}
