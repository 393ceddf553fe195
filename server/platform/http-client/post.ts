import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'

/** Result of a POST to an external server. */
export type PostResult =
  | { is: 'answered'; status: number; retryAfter: string | undefined; start: Buffer }
  /** isConnected: the request may have arrived. */
  | { is: 'lost'; isConnected: boolean; isTooSlow: boolean; error: Error }

export interface PostRequest {
  url: string
  headers: Record<string, string | number>
  body: Buffer
  /** Timeout of the whole request. */
  seconds: number
  /** Maximum bytes of the answer's body to read. */
  answerBytes?: number
  headerBytes?: number
  lookup?: LookupFunction
  /** Certificate authority to trust, for tests. */
  ca?: string | undefined
  /** Aborts the request. */
  signal?: AbortSignal
}

/**
 * Posts once, over a new connection without a proxy, and follows no redirects. The answer counts once its headers
 * arrive, even if the body fails.
 */
export function post({ url, headers, body, seconds, answerBytes = 0, ...how }: PostRequest) {
  const tooSlow = AbortSignal.timeout(seconds * 1000)
  const signal = how.signal ? AbortSignal.any([tooSlow, how.signal]) : tooSlow
  const isSecure = url.startsWith('https:')
  const { lookup, ca, headerBytes: maxHeaderSize } = how
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': body.length },
    agent: false,
    signal,
    ...(lookup && { lookup }),
    ...(maxHeaderSize && { maxHeaderSize }),
  }
  return new Promise<PostResult>((resolve) => {
    let isConnected = false
    let isAnswered = false
    const asked = isSecure ? requestSecure(url, { ...options, ca }) : requestPlain(url, options)
    asked.once('socket', (socket: Socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true
      })
    })
    asked.once('response', (response) => {
      isAnswered = true
      void startOf(response, answerBytes).then((start) => {
        const { statusCode: status = 0, headers } = response
        resolve({ is: 'answered', status, retryAfter: headers['retry-after'], start })
      })
    })
    const lost = (error: Error) => {
      if (!isAnswered) resolve({ is: 'lost', isConnected, isTooSlow: tooSlow.aborted, error })
    }
    asked.on('error', lost)
    // A protocol upgrade counts as an answer and is closed; Node emits no error for it.
    asked.once('upgrade', ({ statusCode: status = 0 }, socket) => {
      socket.destroy()
      resolve({ is: 'answered', status, retryAfter: undefined, start: Buffer.alloc(0) })
    })
    asked.once('close', () => lost(new Error('The connection was closed.')))
    asked.end(body)
  })
}

/** Reads the body up to the limit, then closes the connection. */
async function startOf(response: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  try {
    if (most > 0) {
      for await (const part of response) {
        parts.push(part)
        length += part.length
        if (length >= most) break
      }
    }
  } catch {
    // Interrupted or too slow: returns the received part.
  }
  response.destroy()
  return Buffer.concat(parts).subarray(0, most)
}
