import type { Endpoint } from '@coinless/contract/endpoint.ts'
import type { ErrorAnswer } from '@coinless/contract/refusals.ts'
import type { z } from 'zod'
import { workingFor } from '../navigation/working-for.ts'
import { endSession } from '../session/session-end.ts'
import { withTabLock } from '../session/session-lock.ts'
import {
  currentSession,
  type StoredSession,
  storedSession,
  storeTokens,
} from '../session/session-store.ts'
import { currentLocale, t } from '../texts/texts.ts'
import { urlOf } from './call-url.ts'
import { type Call, calls } from './calls.ts'
import { isServerReached, NoAnswer, NotSent, noteAnswer, UnclearAnswer } from './connection.ts'
import { counting } from './counting.ts'
import { earlyAnswer } from './early.ts'
import { hasOnlyOldPath } from './old-path.ts'
import { readReply, renewedTokens } from './reply.ts'
import { addressOf, headersOf } from './request.ts'

/** An unsuccessful answer. The message is a sentence for the user. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly details: ErrorAnswer['details']
  /** Whether the answer carried a sentence, as every refusal of the server does; proxies answer without one. */
  readonly isDocumented: boolean

  constructor(
    status: number,
    message: string,
    body: Partial<ErrorAnswer> = {},
    isDocumented = true,
  ) {
    super(message)
    this.status = status
    this.code = body.code
    this.details = body.details
    this.isDocumented = isDocumented
  }
}

/**
 * Identifies one intended call. Only idempotency-key.ts creates keys: every call that creates or moves money uses it.
 */
export type IdempotencyKey = string & { readonly [madeBy]: 'withIdempotencyKey' }
declare const madeBy: unique symbol

/** Parameters of an endpoint. Undefined filters are omitted. */
export interface Sent<E extends Endpoint> {
  params?: z.input<E['params']>
  query?: Record<string, string | number | boolean | undefined>
  body?: z.input<E['body']>
  idempotencyKey?: IdempotencyKey
  signal?: AbortSignal
  /** Sent instead of the session's. */
  token?: string
}

/** Calls that create or move money require a key. */
type Keyed<E extends Endpoint> = E['takesIdempotencyKey'] extends true
  ? { idempotencyKey: IdempotencyKey }
  : unknown

export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.output<E['reply']>
  : undefined

/** Calls made without a session. */
const withoutToken = [
  ...['/auth-login', '/auth-register', '/auth-refresh'],
  ...['/guests', '/guests/settings'],
]

/** Timeout of a health check. */
const reachPatienceMs = 5_000

/**
 * Makes one call of the contract. A 401 renews the session once for all concurrent calls, then the call is retried.
 * @throws ApiError for an unsuccessful answer, NoAnswer if none came, UnclearAnswer for an undocumented one, NotSent if
 *   the call cannot have arrived
 */
export async function call<E extends Endpoint>(
  target: Call<E>,
  sent: Sent<E> & Keyed<E> = {} as Sent<E> & Keyed<E>,
): Promise<Reply<E>> {
  return read(target, await answerOf(target, sent), sent.query)
}

/** Like `call`, and returns the version of the thing, for the call that changes it. */
export async function callWithVersion<E extends Endpoint>(target: Call<E>, sent: Sent<E> = {}) {
  const response = await answerOf(target, sent)
  const thing: Reply<E> = await read(target, response)
  return { thing, version: response.headers.get('x-version') ?? undefined }
}

/** Whether the thing has changed since the form loaded it. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'changed_meanwhile'
}

/**
 * Makes a call and returns the raw response.
 * @param type part of the expected content type: another type comes from a proxy
 */
export async function responseOf(
  target: Call,
  sent: Sent<Endpoint>,
  type: string,
): Promise<Response> {
  const response = await answerOf(target, sent)
  if (!response.ok) throw await failureOf(response)
  if (!response.headers.get('content-type')?.includes(type)) throw new UnclearAnswer()
  return response
}

/**
 * Downloads a file through the browser: a link could not carry the access token.
 * @param onProgress receives the share of lines, from 0 to 1, if the server knows their number
 */
export async function download<E extends Endpoint>(
  target: Call<E>,
  sent: Sent<E>,
  fileName: string,
  onProgress?: (share: number) => void,
): Promise<void> {
  const kind = fileName.split('.').at(-1) ?? ''
  const response = await responseOf(target, sent, kind === 'ics' ? 'calendar' : kind)
  const total = Number(response.headers.get('x-total-count'))
  const body = onProgress ? response.body?.pipeThrough(counting(total, onProgress)) : response.body
  const link = document.createElement('a')
  // Safari opens the file by its type.
  const headers = { 'content-type': response.headers.get('content-type') ?? '' }
  link.href = URL.createObjectURL(await new Response(body, { headers }).blob())
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}

async function answerOf(target: Call, sent: Sent<Endpoint>): Promise<Response> {
  await nextTask()
  if (sent.token !== undefined) return send(target, sent, sent.token)
  const session = withoutToken.includes(target.path) ? null : currentSession()
  const response = await send(target, sent, session?.access_token)
  if (response.status !== 401 || target.isPublic) return response
  const again = await send(target, sent, await renewedToken(session))
  if (again.status === 401) throw expired()
  return again
}

/** Yields between the many calls of a screen, so that keys and taps are handled. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

async function send(
  target: Call,
  { body, idempotencyKey, signal, ...parts }: Sent<Endpoint>,
  token?: string,
) {
  if (target.method !== 'GET' && !(isServerReached.get() && navigator.onLine)) await reach()
  const url = urlOf(target.path, parts)
  const early = target.method === 'GET' ? earlyAnswer(url, token) : undefined
  const request = {
    method: target.method,
    headers: {
      ...headersOf(currentLocale().tag, token, accountOf(target)),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && {
      body: target.bodyIsText ? String(body) : JSON.stringify(body),
    }),
    ...(signal && { signal }),
  }
  const response = await answer(() => early ?? fetch(url, request))
  const { oldPath } = target
  if (!oldPath || !(await hasOnlyOldPath(target, response))) return response
  return answer(() => fetch(urlOf(oldPath, parts), request))
}

/** Account that the call acts for, if not the user's own. */
function accountOf({ isOwn, isPublic }: Call): string | undefined {
  return isOwn || isPublic ? undefined : workingFor
}

/**
 * Checks a connection that seems down before a change, so that a call that cannot arrive is not sent. A browser that
 * reports offline may still reach its own machine.
 * @throws NotSent
 */
async function reach(): Promise<void> {
  if (!(await isReachable())) throw new NotSent()
}

/** Checks whether the server answers. */
export async function isReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(reachPatienceMs)
  const { method, path } = calls.health.live
  const request = { method, signal, cache: 'no-store' as const }
  await answer(() => fetch(addressOf(path), request)).catch(() => noteAnswer(false))
  return isServerReached.get()
}

/** @throws NoAnswer */
async function answer(ask: () => Promise<Response>): Promise<Response> {
  const sentAt = performance.now()
  try {
    const response = await ask()
    const isOfGateway =
      response.status > 501 && !/json/.test(response.headers.get('content-type') ?? '')
    noteAnswer(!isOfGateway, sentAt)
    return response
  } catch (error) {
    // Aborted: the caller no longer waits for the answer.
    if (!(error instanceof TypeError)) throw error
    noteAnswer(false)
    throw new NoAnswer(undefined, { cause: error })
  }
}

async function read<T>({ reply }: Call, response: Response, query?: object): Promise<T> {
  if (!response.ok) throw await failureOf(response)
  try {
    return readReply(await response.text(), reply, query) as T
  } catch (error) {
    // Aborted: the caller no longer waits for the answer.
    if (error instanceof DOMException) throw error
    throw new UnclearAnswer(undefined, { cause: error })
  }
}

async function failureOf(response: Response): Promise<ApiError> {
  const body = await response.json().catch(() => undefined)
  const sentence = [body?.error, body?.message].find((each) => each && typeof each === 'string')
  const fallback = t('shell.apiError', { status: `${response.status} ${response.statusText}` })
  const { status } = response
  return new ApiError(status, sentence ?? fallback, body ?? {}, sentence !== undefined)
}

let renewal: Promise<string> | undefined

/** Shares one renewal among all calls of this tab, and among all tabs where possible. */
function renewedToken(session: StoredSession | null): Promise<string> {
  renewal ??= withTabLock(() => renew(session)).finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renew(stale: StoredSession | null): Promise<string> {
  const stored = storedSession()
  if (!stored) throw expired()
  // Another user has signed in: never act in their name.
  if (stale && stored.user.id !== stale.user.id) throw new ApiError(401, t('shell.sessionExpired'))
  const isRenewedElsewhere = stored.access_token !== stale?.access_token
  if (isRenewedElsewhere) return stored.access_token
  const { refresh_token } = stored
  const response = await send(calls.auth.refresh, { body: { refresh_token } }).catch(notSent)
  const now = storedSession()
  // Signed out or replaced in another tab while waiting.
  if (now?.user.id !== stored.user.id) return renew(stale)
  if (isRefusedForGood(response.status)) {
    if (now.refresh_token !== refresh_token) return now.access_token
    throw expired()
  }
  const tokens =
    response.ok &&
    (await response
      .text()
      .then(renewedTokens)
      .catch(() => undefined))
  // Other failures are temporary, and the session stays valid.
  if (!tokens) throw new ApiError(response.ok ? 502 : response.status, t('shell.renewalFailed'))
  storeTokens({ refresh_token, ...tokens })
  return tokens.access_token
}

/** A retry of the renewal would be refused again. */
function isRefusedForGood(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** For a call that a change needs first: the change was not sent. */
export function notSent(error: unknown): never {
  throw error instanceof NoAnswer ? new NotSent(undefined, { cause: error }) : error
}

function expired(): ApiError {
  endSession()
  return new ApiError(401, t('shell.sessionExpired'))
}

/** Message of the server if there is one, otherwise that of the screen. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError ? error.message : fallback
}
