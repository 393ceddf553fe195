import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { explain, sentenceOf } from '@coinless/contract/explain.ts'
import { defaultLanguage, type Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import {
  type ErrorAnswer,
  type RefusalCode,
  type RefusalFacts,
  sentenceOfRefusal,
  statusOfRefusal,
} from '@coinless/contract/refusals.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { languageOf } from '../calls/language.ts'
import { isDatabaseLost } from '../database/lost.ts'

/** An expected refusal: thrown anywhere, answered here. Anything else thrown is a bug. */
export class Refusal<Code extends RefusalCode = RefusalCode> extends Error {
  readonly refusal: Code
  readonly status: number
  readonly facts: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: Code,
    ...[facts]: RefusalFacts<Code> extends undefined ? [] : [facts: RefusalFacts<Code>]
  ) {
    super(sentenceOfRefusal(code, facts as RefusalFacts<Code>, defaultLanguage))
    this.refusal = code
    this.status = statusOfRefusal[code]
    this.facts = facts
    this.retryAfterSeconds = (facts as { seconds?: number } | undefined)?.seconds
  }
}

/** Names the fields that do not fit, in the answer's sentence and in its details; the first of very many. */
export class InvalidInput extends Refusal<'invalid_input'> {
  readonly issues: readonly z.core.$ZodIssue[]

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('invalid_input')
    this.issues = issues.flatMap(withPlainNames).slice(0, limits.details)
  }
}

/** Names of unknown fields are somebody's own texts, of which an answer has to be kept and told. */
function withPlainNames(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'unrecognized_keys') return [issue]
  // The message would repeat them all.
  return issue.keys
    .slice(0, limits.details)
    .map((key) => ({ ...issue, keys: [plainName(key)], message: '' }))
}

/** Short, and without what PostgreSQL cannot keep. */
function plainName(name: string): string {
  const { unknownFieldMax } = limits
  const short = name.length > unknownFieldMax ? `${name.slice(0, unknownFieldMax)}…` : name
  return short.replaceAll('\0', '\ufffd').toWellFormed()
}

/** The database decides races: what its constraints refuse, and what that means to a person. */
const refusalOfConstraint: Record<string, () => Refusal> = {
  users_email_taken: () => new Refusal('email_taken'),
  prepaid_codes_code_taken: () => new Refusal('code_taken'),
  passkeys_credential_taken: () => new Refusal('passkey_not_accepted'),
  refunds_within_payment: () => new Refusal('refund_too_much'),
  account_closed: () => new Refusal('session_expired'),
  device_of_closed_account: () => new Refusal('device_not_found'),
  devices_number_taken: () => new Refusal('device_number_taken', { other: null }),
}

/** What the framework and its plugins refuse by themselves, such as a file outside of their folder. */
const refusalOfStatus = {
  403: 'path_not_found',
  404: 'path_not_found',
  405: 'method_not_allowed',
  408: 'request_too_slow',
  412: 'condition_failed',
  413: 'body_too_large',
  415: 'not_json',
  416: 'range_not_found',
} as const

/** Of a request without a body only the address can be wrong. */
function refusalOfLibrary(status: number | undefined, { method }: FastifyRequest) {
  if (!status || status < 400 || status >= 500) return 'internal_error'
  const known = refusalOfStatus[status as keyof typeof refusalOfStatus]
  if (known) return known
  return method === 'GET' || method === 'HEAD' ? 'path_not_found' : 'malformed_json'
}

/** A restart of PostgreSQL takes about as long. */
const retryAfterSeconds = 5

interface ThrownError extends Error {
  code?: string
  constraint?: string
  statusCode?: number
}

/** An expected refusal: thrown as such, or told by a constraint of the database. */
export function refusalOf(error: ThrownError): Refusal | undefined {
  if (error instanceof Refusal) return error
  return refusalOfConstraint[error.constraint ?? '']?.()
}

function toRefusal(error: ThrownError, request: FastifyRequest): Refusal {
  const expected = refusalOf(error)
  if (expected) return expected
  if (isDatabaseLost(error)) return new Refusal('database_lost', { seconds: retryAfterSeconds })
  return new Refusal(refusalOfLibrary(error.statusCode, request))
}

export function answerError(error: ThrownError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error, request)
  if (refusal.refusal === 'internal_error') request.log.error({ err: error }, 'unexpected error')
  if (refusal.refusal === 'database_lost') request.log.warn({ err: error }, 'database lost')
  if (refusal.cause) request.log.warn({ err: refusal.cause }, refusal.refusal)
  const language = languageOf(request)
  if (refusal.retryAfterSeconds) reply.header('retry-after', refusal.retryAfterSeconds)
  return reply
    .status(refusal.status)
    .header('content-language', language)
    .send(errorAnswer(refusal, request.id, language))
}

/**
 * What arrives is no HTTP at all, its headers are too large, or it does not arrive in time: answered on
 * the bare connection.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket) {
  if (!socket.writable) return
  const isTooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const status = isTooSlow ? '408 Request Timeout' : '400 Bad Request'
  const refusal = new Refusal(isTooSlow ? 'request_too_slow' : 'malformed_http')
  const body = JSON.stringify(errorAnswer(refusal, randomUUID(), defaultLanguage))
  const headers = ['content-type: application/json', `content-length: ${body.length}`]
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\nconnection: close\r\n\r\n${body}`)
}

function errorAnswer(refusal: Refusal, requestId: string, language: Language): ErrorAnswer {
  const error = sentenceOfRefusal(refusal.refusal, refusal.facts as never, language)
  const answer = { error, code: refusal.refusal, requestId }
  if (!(refusal instanceof InvalidInput)) return answer
  if (refusal.issues.length === 0) return answer
  const details = explain(refusal.issues, language)
  return {
    ...answer,
    error: details.map((detail) => sentenceOf(detail, language)).join(' '),
    details,
  }
}
