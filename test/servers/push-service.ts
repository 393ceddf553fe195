import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { localhostCertificate } from './localhost-certificate.ts'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  /** Decrypted message of the browser with that path. */
  push: { title: string; body: string; path: string; about: string }
}

/** A push service over TLS whose browsers decrypt messages, as specified by RFC 8291 and RFC 8292. */
export async function startPushService() {
  const { cert, key } = localhostCertificate()
  const received: Received[] = []
  const browsers = new Map<string, Browser>()
  /** Next answers; afterwards it accepts everything. */
  const answers: { status: number; headers?: Record<string, string> }[] = []
  /** If set, answers wait for it. */
  let held: Promise<void> | undefined
  const server = createServer({ cert, key }, (request, response) => {
    void request.toArray().then(async (parts) => {
      const path = request.url ?? ''
      const answer = answers.shift() ?? { status: 201 }
      const browser = browsers.get(path)
      if (!browser || !isSigned(request.headers, origin)) return response.writeHead(403).end()
      if (answer.status === 201) {
        const push = JSON.parse(browser.read(Buffer.concat(parts)))
        received.push({ path, headers: request.headers, push })
      }
      await held
      response.writeHead(answer.status, answer.headers).end()
    })
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    ca: cert,
    received,
    answers,
    hold: (until: Promise<void>) => {
      held = until
    },
    /** Subscription that a browser gives to the app. */
    subscribe: () => {
      const browser = new Browser()
      const path = `/push/${randomBytes(8).toString('hex')}`
      browsers.set(path, browser)
      return { endpoint: `${origin}${path}`, ...browser.keys }
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

class Browser {
  private readonly pair = createECDH('prime256v1')
  private readonly auth = randomBytes(16)

  constructor() {
    this.pair.generateKeys()
  }

  get keys() {
    return {
      p256dh: this.pair.getPublicKey('base64url'),
      auth: this.auth.toString('base64url'),
    }
  }

  read(message: Buffer): string {
    const salt = message.subarray(0, 16)
    const keyLength = message.readUInt8(20)
    const sender = message.subarray(21, 21 + keyLength)
    const sealed = message.subarray(21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.pair.getPublicKey(), sender])
    const secret = Buffer.from(
      hkdfSync('sha256', this.pair.computeSecret(sender), this.auth, info, 32),
    )
    const part = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
    const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return text.subarray(0, text.lastIndexOf(2)).toString()
  }
}

/** Signed by the key it names, for this service, and valid for at most a day. */
function isSigned({ authorization }: IncomingHttpHeaders, origin: string): boolean {
  const [, token = '', k = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(k, 'base64url')
  if (point.length !== 65) return false
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
  })
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const seconds = exp - Date.now() / 1000
  return (
    aud === origin &&
    seconds > 0 &&
    seconds <= 24 * 60 * 60 &&
    /^(mailto|https):/.test(sub) &&
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  )
}
