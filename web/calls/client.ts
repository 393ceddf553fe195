import type { Endpoint } from '@coinless/contract/endpoint.ts'
import type { ErrorAnswer } from '@coinless/contract/refusals.ts'
import type { z } from 'zod'
import { workingFor } from '../navigation/working-for.ts'
import { endSession } from '../session/session-end.ts'
import { oneTabAtATime } from '../session/session-lock.ts'
import {
  currentSession,
  type StoredSession,
  storedSession,
  storeTokens,
} from '../session/session-store.ts'
import { currentLanguage, t } from '../texts/texts.ts'
import { type Call, calls } from './calls.ts'
import { isServerReached, NoAnswer, NotSent, noteAnswer, UnclearAnswer } from './connection.ts'
import { counting } from './counting.ts'
import { earlyAnswer } from './early.ts'
import { readReply, renewedTokens } from './reply.ts'
import { addressOf, headersOf } from './request.ts'

/** An answer that is not a success. The message is a sentence for the person at the screen. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly details: ErrorAnswer['details']
  /** Whether a sentence came with it, as with every refusal of the server: others answer in between. */
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

/** Names one intended call. Only idempotency-key.ts makes one: whatever creates or moves money goes that way. */
export type IdempotencyKey = string & { readonly [madeBy]: 'withIdempotencyKey' }
declare const madeBy: unique symbol

/** What an endpoint takes. Filters that are undefined are left out. */
export interface Sent<E extends Endpoint> {
  params?: z.input<E['params']>
  query?: Record<string, string | number | boolean | undefined>
  body?: z.input<E['body']>
  idempotencyKey?: IdempotencyKey
  signal?: AbortSignal
}

/** What creates or moves money is not sent without. */
type Keyed<E extends Endpoint> = E['takesIdempotencyKey'] extends true
  ? { idempotencyKey: IdempotencyKey }
  : unknown

export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.output<E['reply']>
  : undefined

/** Calls of those who have no session yet. */
const withoutToken = ['/auth-login', '/auth-register', '/auth-guest', '/auth-refresh']

/** How long the server may take for a sign of life. */
const reachPatienceMs = 5_000

/**
 * Makes one call of the contract. A 401 renews the session once, however many calls meet it at the
 * same time, and the call is made again.
 * @throws ApiError for an answer that is not a success, NoAnswer when none came, UnclearAnswer for one that
 *   is not as documented, NotSent when the call cannot have arrived
 */
export async function call<E extends Endpoint>(
  target: Call<E>,
  sent: Sent<E> & Keyed<E> = {} as Sent<E> & Keyed<E>,
): Promise<Reply<E>> {
  return read(target, await answerOf(target, sent), sent.query)
}

/** The same, with the version in which the answer found the thing, for the call that will change it. */
export async function callWithVersion<E extends Endpoint>(target: Call<E>, sent: Sent<E> = {}) {
  const response = await answerOf(target, sent)
  const thing: Reply<E> = await read(target, response)
  return { thing, version: response.headers.get('x-version') ?? undefined }
}

/** Whether what was to be changed is not any more what the form began with. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'changed_meanwhile'
}

/**
 * Makes a call whose answer is read in its own way.
 * @param type part of its content type: another one is that of a page from somewhere in between
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
 * Fetches a file and has the browser keep it: a link could not carry the access token.
 * @param onProgress told the share of its lines, from 0 to 1, where the server knows their number
 */
export async function download<E extends Endpoint>(
  target: Call<E>,
  sent: Sent<E>,
  fileName: string,
  onProgress?: (share: number) => void,
): Promise<void> {
  const response = await responseOf(target, sent, fileName.endsWith('.csv') ? 'csv' : 'json')
  const total = Number(response.headers.get('x-total-count'))
  const body = onProgress ? response.body?.pipeThrough(counting(total, onProgress)) : response.body
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await new Response(body).blob())
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}

async function answerOf(target: Call, sent: Sent<Endpoint>): Promise<Response> {
  await nextTask()
  const session = withoutToken.includes(target.path) ? null : currentSession()
  const response = await send(target, sent, session?.access_token)
  if (response.status !== 401 || target.isPublic) return response
  const again = await send(target, sent, await renewedToken(session))
  if (again.status === 401) throw expired()
  return again
}

/** Between the calls of a screen, which asks for much at once, keys and taps get their turn. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

async function send(
  target: Call,
  { params, query, body, idempotencyKey, signal }: Sent<Endpoint>,
  token?: string,
) {
  const path = target.path.replace(/(?<=\/):(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ''),
  )
  if (target.method !== 'GET' && !(isServerReached() && navigator.onLine)) await reach()
  const url = addressOf(path) + queryString(query)
  const early = target.method === 'GET' ? earlyAnswer(url, token) : undefined
  const request = {
    method: target.method,
    headers: {
      ...headersOf(currentLanguage(), token, accountOf(target)),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && {
      body: target.bodyIsText ? String(body) : JSON.stringify(body),
    }),
    ...(signal && { signal }),
  }
  return answer(() => early ?? fetch(url, request))
}

/** In whose name a call is made. */
function accountOf({ isOwn, isPublic }: Call): string | undefined {
  return isOwn || isPublic ? undefined : workingFor
}

/**
 * Before anything is changed by way of a connection that does not seem to be there, so that a call that
 * cannot arrive is not even sent. A browser that says that it is offline may still reach its own machine.
 * @throws NotSent
 */
async function reach(): Promise<void> {
  if (!(await isReachable())) throw new NotSent()
}

/** Asks the server for a sign of life. */
export async function isReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(reachPatienceMs)
  const { method, path } = calls.health.live
  const request = { method, signal, cache: 'no-store' as const }
  await answer(() => fetch(addressOf(path), request)).catch(() => noteAnswer(false))
  return isServerReached()
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
    // Nobody waits for that answer any more.
    if (!(error instanceof TypeError)) throw error
    noteAnswer(false)
    throw new NoAnswer(undefined, { cause: error })
  }
}

function queryString(query: Sent<Endpoint>['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

async function read<T>({ reply }: Call, response: Response, query?: object): Promise<T> {
  if (!response.ok) throw await failureOf(response)
  try {
    return readReply(await response.text(), reply, query) as T
  } catch (error) {
    // Nobody waits for that answer any more.
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

/** One renewal for all the calls of this tab, and as far as can be for all tabs. */
function renewedToken(session: StoredSession | null): Promise<string> {
  renewal ??= oneTabAtATime(() => renew(session)).finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renew(stale: StoredSession | null): Promise<string> {
  const stored = storedSession()
  if (!stored) throw expired()
  // Somebody else has signed in: nothing is done in their name.
  if (stale && stored.user.id !== stale.user.id) throw new ApiError(401, t('shell.sessionExpired'))
  const isRenewedElsewhere = stored.access_token !== stale?.access_token
  if (isRenewedElsewhere) return stored.access_token
  const { refresh_token } = stored
  const response = await send(calls.auth.refresh, { body: { refresh_token } }).catch(notSent)
  const now = storedSession()
  // Left or taken over in another tab while the answer was on its way.
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
  // Whatever else went wrong will pass, and the session is still good then.
  if (!tokens) throw new ApiError(response.ok ? 502 : response.status, t('shell.renewalFailed'))
  storeTokens({ refresh_token, ...tokens })
  return tokens.access_token
}

/** Asked again, a renewal would be refused again. */
function isRefusedForGood(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** The call that a renewal was for was refused, and is not made again: nothing came of it. */
function notSent(error: unknown): never {
  throw error instanceof NoAnswer ? new NotSent(undefined, { cause: error }) : error
}

function expired(): ApiError {
  endSession()
  return new ApiError(401, t('shell.sessionExpired'))
}

/** The server's sentence when there is one, else the screen's own. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError ? error.message : fallback
}
