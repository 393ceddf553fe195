import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** A device with one passkey, as specified by W3C Web Authentication, without a browser. */
export function softwarePasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const base64 = id.toString('base64url')
  const rpIdHash = sha256(Buffer.from(new URL(origin).hostname))
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  const [present, verified, attested] = [0x01, 0x04, 0x40]

  function authenticatorData(flags: number, ...rest: Uint8Array[]): Buffer {
    return Buffer.concat([rpIdHash, Buffer.of(flags, 0, 0, 0, 0), ...rest])
  }

  function clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  const credential = { id: base64, rawId: base64, type: 'public-key', clientExtensionResults: {} }

  return {
    /** The browser's answer to registration options. */
    create(challenge: string) {
      const data = authenticatorData(
        present | verified | attested,
        Buffer.alloc(16),
        Buffer.of(0, id.length),
        id,
        cose,
      )
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString(
            'base64url',
          ),
        },
      }
    },
    /** The browser's answer to sign-in options. */
    get(challenge: string, { isHolderVerified = true } = {}) {
      const data = authenticatorData(isHolderVerified ? present | verified : present)
      const client = clientData('webauthn.get', challenge)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
