import { Readable } from 'node:stream'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import type { Problem } from '@coinless/contract/explain.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { RefusalCode } from '@coinless/contract/refusals.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Turn, turnsByName } from '../../platform/concurrency/turns.ts'
import { outlasting, patienceOf } from '../../platform/database/patience.ts'
import { InvalidInput, Refusal } from '../../platform/refusals/refusal.ts'
import { answerOf } from '../idempotency/answers.ts'
import { type IdempotencyKey, idempotencyKeyOf } from '../idempotency/idempotency-key.ts'
import { withinTrace } from '../observability/tracing.ts'
import type { Answer } from '../request/answer.ts'
import type { SignedInCaller } from '../request/caller.ts'
import { callerAddress } from '../request/caller-address.ts'
import type { Server } from '../request/server.ts'
import {
  type AccessClaims,
  claimsOfCall,
  identify,
  refuseStaff,
  refuseWithoutPower,
  refuseWithoutRight,
} from '../request/session.ts'
import { countCall } from '../throttle/call-limits.ts'
import { boundsOf } from './bounds.ts'
import { compressionOf } from './compression.ts'
import { refuseLongBody } from './json-body.ts'
import { oversized } from './oversized.ts'
import { readable } from './readable.ts'
import { writerOf } from './schemas.ts'
import { withoutIgnored } from './sent-back.ts'
import { taken } from './taken.ts'
import { versionHeader } from './version.ts'

interface Call<Params, Query, Body, May> {
  params: Params
  query: Query
  body: Body
  /** undefined for endpoints that anyone may call. */
  caller: May extends 'anyone' ? undefined : SignedInCaller
  /** Operation that the Idempotency-Key names; undefined without one. */
  idempotencyKey: IdempotencyKey | undefined
  /** Runs database work of a call that waits for external services. */
  inTurn: Turn
  request: FastifyRequest
  reply: FastifyReply
}

type ReplyOf<Reply> = Reply extends z.ZodType ? Answer<z.output<Reply>> : unknown

export type Handler<E extends Endpoint> = (
  call: Call<z.output<E['params']>, z.output<E['query']>, z.output<E['body']>, E['may']>,
) => Promise<ReplyOf<E['reply']>>

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    /** Set for calls that need a session. */
    claims: AccessClaims | undefined
    caller: SignedInCaller | undefined
  }
}

/**
 * Serves one endpoint: checks the caller, replays a stored answer, validates the input, runs the handler. The caller
 * is checked after the body has arrived and the call leaves the queue, so that rights revoked in between no longer
 * count.
 * @param findsFirstAnswer the handler looks up the stored answer for a key in its own query
 * @param asksOutside the handler waits for the card processor or for events, and queues only its own database work,
 *   so that other calls of the account do not wait
 */
export function route<E extends Endpoint>(
  server: Server,
  endpoint: E,
  handle: Handler<E>,
  { findsFirstAnswer = false, asksOutside = false } = {},
) {
  const { config, database } = server
  const patienceMs = patienceOf(config)
  const write = endpoint.reply && writerOf(endpoint.reply)
  if (!endpoint.may)
    throw new Error(`${endpoint.method} ${endpoint.path} does not declare who can call it.`)
  if (endpoint.may !== 'anyone' && !endpoint.needs)
    throw new Error(`${endpoint.method} ${endpoint.path} does not declare the right it needs.`)
  server.app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    bodyLimit: endpoint.bodyBytes ?? limits.bodyBytes,
    ...compressionOf(endpoint),
    // After the general rate limit, which also counts guests, and before the body is read.
    preParsing: (request) =>
      withinTrace(request, async () => {
        await countBeforeBody(server, endpoint, request)
        refuseLongBody(request)
      }),
    handler: async (request, reply) => {
      const admitted = () => outlasting(patienceMs, () => admit(server, endpoint, request))
      const work = async () => {
        const { caller } = request
        const { input, issues, notFound } = await checkInput(endpoint, request)
        const idempotencyKey = idempotencyKeyOf(endpoint, request, input, config.jwtSecret)
        const turn: Turn = (work) => inTurn(request, work)
        const call: unknown = { ...input, caller, idempotencyKey, inTurn: turn, request, reply }
        const kept = { isFoundByWork: findsFirstAnswer, issues }
        // Reads, and calls with a key, are idempotent.
        const isRepeatable = idempotencyKey !== undefined || readsOnly(endpoint)
        return outlasting(isRepeatable ? patienceMs : 0, () =>
          answerOf(database, idempotencyKey, kept, async () => {
            if (notFound) throw new Refusal(notFound)
            if (issues.length > 0) throw new InvalidInput(issues)
            return handle(call as Parameters<typeof handle>[0])
          }),
        )
      }
      const answer = await withinTrace(request, () =>
        asksOutside
          ? inTurn(request, admitted).then(work)
          : inTurn(
              request,
              () => admitted().then(work),
              () => taken(request, reply),
            ),
      )
      // The stream stays open.
      if (endpoint.replyIsEvents) return reply
      reply.status(endpoint.status)
      if (!write) return reply.send()
      reply.type(`${endpoint.replyIsCsv ? 'text/csv' : 'application/json'}; charset=utf-8`)
      if (answer instanceof Readable) return reply.send(answer)
      return reply.send(write(readableTo(request, reply, endpoint.reply as z.ZodType, answer)))
    },
  })
}

/** A version is a hash of the object, so it is omitted if the caller may not read all of it. */
function readableTo<T>(
  { caller }: FastifyRequest,
  reply: FastifyReply,
  schema: z.ZodType,
  answer: T,
): T {
  if (!caller) return answer
  const { told, isWhole } = readable(schema, answer, caller)
  if (!isWhole) reply.removeHeader(versionHeader)
  return told
}

/** Streamed answers are not retried, because a part may have been sent. */
function readsOnly({ method, replyIsEvents, replyIsCsv }: Endpoint): boolean {
  return method === 'GET' && !replyIsEvents && !replyIsCsv
}

const turnsOfSession = turnsByName(limits.callsOfSessionAtOnce)
const turnsOfAccount = turnsByName(limits.callsAtOnce)

/**
 * Limits concurrent calls per account, so that a flood leaves connections to others and unread answers do not pile
 * up. The lower limit per session keeps a stolen session from blocking the owner.
 */
function inTurn<T>(
  { claims }: FastifyRequest,
  work: () => Promise<T>,
  end?: () => Promise<void>,
): Promise<T> {
  if (!claims) return work()
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const endBoth = async () => {
    await end?.()
    resolve()
  }
  return turnsOfSession(
    claims.sid,
    () => turnsOfAccount(claims.sub, work, endBoth),
    () => ended,
  )
}

/** @throws Refusal if the caller exceeds the rate limit; for counted calls, also if the caller may not call */
async function countBeforeBody(server: Server, endpoint: Endpoint, request: FastifyRequest) {
  const { app, config, database } = server
  if (endpoint.may !== 'anyone') request.claims = await claimsOfCall(app, request)
  if (!config.rateLimits || endpoint.requestsPerMinute === undefined) return
  const count = async () => {
    // A token of an ended session does not count toward an account.
    await admit(server, endpoint, request)
    await countCall(database, endpoint, callerAddress(request), request.claims?.sub)
  }
  await inTurn(request, () => outlasting(patienceOf(config), count))
}

/** @throws Refusal if the caller may not call */
async function admit(server: Server, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const { claims } = request
  if (!claims) return
  const caller = await identify(server, request, claims)
  request.caller = caller
  if (endpoint.needs) refuseWithoutRight(caller, endpoint.needs)
  refuseStaff(caller, endpoint)
  if (endpoint.may === 'admin') refuseWithoutPower(caller)
  if (endpoint.may === 'account' && caller.is_guest) throw new Refusal('account_only')
}

function noBody({ bodyIsText }: Endpoint) {
  return bodyIsText ? '' : {}
}

/** Returns the parsed input, or the raw input with an issue for each invalid field. */
async function checkInput(endpoint: Endpoint, { params, query, body }: FastifyRequest) {
  const sent = {
    params,
    query,
    body: body === undefined ? noBody(endpoint) : withoutIgnored(endpoint, body),
  }
  const tooLarge = endpoint.bodyIsText ? undefined : oversized(boundsOf(endpoint).schema, sent.body)
  if (tooLarge) return { input: sent, issues: [tooLarge], notFound: undefined }
  const checked = {
    params: endpoint.params.safeParse(sent.params),
    query: endpoint.query.safeParse(sent.query),
    // Large bodies are validated asynchronously in parts, so that other calls can run.
    body: await (endpoint.bodyBytes
      ? endpoint.body.safeParseAsync(sent.body)
      : endpoint.body.safeParse(sent.body)),
  }
  const issues = [
    ...(checked.params.error?.issues ?? []),
    ...(checked.query.error?.issues ?? []).map((issue) => namedIfRepeated(issue, sent.query)),
    ...(checked.body.error?.issues ?? []),
  ]
  if (issues.length > 0) {
    return { input: sent, issues, notFound: refusalOfId(endpoint, checked.params.error) }
  }
  return {
    input: {
      params: checked.params.data,
      query: checked.query.data,
      body: checked.body.data,
    },
    issues,
  }
}

type NotFound = Extract<RefusalCode, `${string}_not_found`>

/** A malformed id is answered like an unknown one. */
function refusalOfId({ refusals }: Endpoint, wrong: z.ZodError | undefined) {
  if (!wrong?.issues.some(({ path }) => path[0] === 'id')) return undefined
  return refusals.find((code) => code.endsWith('_not_found')) as NotFound | undefined
}

/** `?page=1&page=2` arrives as an array; "must be a text" would be a misleading message. */
function namedIfRepeated(issue: z.core.$ZodIssue, query: unknown): z.core.$ZodIssue {
  const value = (query as Record<string, unknown>)[String(issue.path[0])]
  return Array.isArray(value) ? { ...issue, message: 'repeated' satisfies Problem } : issue
}
