import { limits } from '@coinless/contract/limits.ts'
import { post } from '../../platform/http-client/post.ts'

export type Outcome =
  | { is: 'sent' }
  /** The subscription no longer exists. */
  | { is: 'gone' }
  /** Certainly not accepted. */
  | { is: 'later'; pauseSeconds: number | undefined; why: string }
  /** Refused or unknown. */
  | { is: 'failed'; why: string }

/**
 * Posts a message to a push service. Reads only the head of the answer.
 * @param ca additional certificate authority, for tests
 */
export async function postPush(
  endpoint: string,
  headers: Record<string, string | number>,
  body: Buffer,
  ca?: string,
): Promise<Outcome> {
  const posted = await post({ url: endpoint, headers, body, seconds: limits.pushSeconds, ca })
  if (posted.is === 'answered') return outcomeOf(posted.status, posted.retryAfter)
  const { name, message } = posted.error
  const why = posted.isTooSlow ? 'no answer in time' : `${name}: ${message}`
  return posted.isConnected ? { is: 'failed', why } : { is: 'later', pauseSeconds: undefined, why }
}

function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'gone' }
  const why = `status ${status}`
  // After a gateway error it is unknown whether the service has it.
  const isLater = status === 429 || status === 500 || status === 503
  return isLater ? { is: 'later', pauseSeconds: secondsOf(retryAfter), why } : { is: 'failed', why }
}

/** Retry-After, in seconds or as a date. */
function secondsOf(retryAfter: string | undefined): number | undefined {
  if (!retryAfter) return undefined
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(Math.ceil(seconds), 0) : undefined
}
