import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { explain, sentenceOf } from '@coinless/contract/explain.ts'
import { wordsOfField } from '@coinless/contract/field-words.ts'
import { defaultLanguage, type Language } from '@coinless/contract/languages.ts'
import { sentenceOfRefusal } from '@coinless/contract/refusal-sentences.ts'
import { type ErrorAnswer, type RefusalFacts, readableFacts } from '@coinless/contract/refusals.ts'
import type { CallerRights } from '@coinless/contract/rights.ts'
import { fieldNames } from '@coinless/contract/texts/field-names.ts'
import { fieldTexts } from '@coinless/contract/texts/texts.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseLost } from '../../platform/database/lost-connection.ts'
import { InvalidInput, Refusal, refusalOf } from '../../platform/refusals/refusal.ts'
import { languageOf } from '../request/language.ts'

/** Refusals for errors of the framework and its plugins, such as a file outside of their folder. */
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

/** For a request without a body only the address can be wrong. */
function refusalOfLibrary(status: number | undefined, { method }: FastifyRequest) {
  if (!status || status < 400 || status >= 500) return 'internal_error'
  const known = refusalOfStatus[status as keyof typeof refusalOfStatus]
  if (known) return known
  return method === 'GET' || method === 'HEAD' ? 'path_not_found' : 'malformed_json'
}

/** Typical duration of a PostgreSQL restart. */
const retryAfterSeconds = 5

interface ThrownError extends Error {
  code?: string
  statusCode?: number
}

function toRefusal(error: ThrownError, request: FastifyRequest): Refusal {
  const expected = refusalOf(error)
  if (expected) return expected
  if (isDatabaseLost(error)) return new Refusal('database_lost', { seconds: retryAfterSeconds })
  return new Refusal(refusalOfLibrary(error.statusCode, request))
}

export function answerError(error: ThrownError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error, request)
  const route = `${request.method} ${request.routeOptions.url ?? 'none'}`
  const facts = { route, err: error }
  if (refusal.refusal === 'internal_error') request.log.error(facts, 'unexpected error')
  if (refusal.refusal === 'database_lost') request.log.warn(facts, 'database lost')
  if (refusal.cause) request.log.warn({ route, err: refusal.cause }, refusal.refusal)
  const language = languageOf(request)
  if (refusal.retryAfterSeconds) reply.header('retry-after', refusal.retryAfterSeconds)
  return reply
    .status(refusal.status)
    .header('content-language', language)
    .send(errorAnswer(refusal, request.id, language, request.caller))
}

/** Answers on the raw connection: the request is not valid HTTP, its headers are too large, or it is too slow. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket) {
  if (!socket.writable) return
  const isTooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const status = isTooSlow ? '408 Request Timeout' : '400 Bad Request'
  const refusal = new Refusal(isTooSlow ? 'request_too_slow' : 'malformed_http')
  const body = JSON.stringify(errorAnswer(refusal, randomUUID(), defaultLanguage))
  const headers = ['content-type: application/json', `content-length: ${body.length}`]
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\nconnection: close\r\n\r\n${body}`)
}

function errorAnswer(
  refusal: Refusal,
  requestId: string,
  language: Language,
  caller: CallerRights = { rights: null },
): ErrorAnswer {
  const told = readableFacts(refusal.refusal, refusal.facts, caller)
  const error = sentenceOfRefusal(refusal.refusal, told as never, language)
  const answer = { error, code: refusal.refusal, requestId }
  if (refusal.refusal === 'imported_code_taken') {
    const { row } = refusal.facts as RefusalFacts<'imported_code_taken'>
    return { ...answer, details: [{ field: `rows.${row}.code`, message: error }] }
  }
  if (!(refusal instanceof InvalidInput)) return answer
  if (refusal.issues.length === 0) return answer
  const details = explain(refusal.issues, fieldTexts[language])
  const names = fieldNames[language]
  const nameOf = (field: string) =>
    (Object.hasOwn(names, field) && names[field]) || wordsOfField(field)
  return {
    ...answer,
    error: details.map((detail) => sentenceOf(detail, fieldTexts[language], nameOf)).join(' '),
    details,
  }
}
