import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A self-signed certificate for localhost, valid for a day, and its key, both as PEM. */
export function localhostCertificate(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(oid.commonName, der(0x0c, Buffer.from('localhost')))))
  const algorithm = sequence(oid.ecdsaWithSha256)
  const day = 24 * 60 * 60 * 1000
  const dnsName = der(0x82, Buffer.from('localhost'))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(Date.now() - day), time(Date.now() + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid.subjectAltName, der(0x04, sequence(dnsName))))),
  )
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', content, privateKey)])
  const cert = sequence(content, algorithm, der(0x03, signature)).toString('base64')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${cert.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const oid = {
  commonName: der(0x06, Buffer.from('550403', 'hex')),
  subjectAltName: der(0x06, Buffer.from('551d11', 'hex')),
  ecdsaWithSha256: der(0x06, Buffer.from('2a8648ce3d040302', 'hex')),
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts)
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, ...parts)
}

function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/^..|[-:T]|\.\d+/g, '')
  return der(0x17, Buffer.from(text))
}
