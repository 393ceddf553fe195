import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** As sent by the browser, in base64url. */
export interface BrowserKeys {
  p256dh: string
  auth: string
}

const recordSize = 4096
/** Delimiter of the last record. */
const endMark = 2

/**
 * Encrypts one message for a browser by RFC 8291 (aes128gcm, one record).
 * @param sender ephemeral key pair of this message
 * @throws if the browser's key is invalid
 */
export function encryptFor(
  { p256dh, auth }: BrowserKeys,
  text: string,
  sender: ECDH = newPair(),
  salt: Buffer = randomBytes(16),
): Buffer {
  const browser = Buffer.from(p256dh, 'base64url')
  const own = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, own])
  const secret = derived(sender.computeSecret(browser), Buffer.from(auth, 'base64url'), info, 32)
  const key = derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derived(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const header = Buffer.alloc(5)
  header.writeUInt32BE(recordSize)
  header.writeUInt8(own.length, 4)
  return Buffer.concat([
    salt,
    header,
    own,
    cipher.update(text),
    cipher.update(Buffer.of(endMark)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

export function newPair(): ECDH {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair
}

/** Whether its keys are usable. */
export function areUsableKeys(keys: BrowserKeys): boolean {
  try {
    return encryptFor(keys, '').length > 0
  } catch {
    return false
  }
}

function derived(secret: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
