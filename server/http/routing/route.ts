import { Readable } from 'node:stream'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  limitConcurrencyByName,
  type RunLimited,
} from '../../platform/concurrency/limit-concurrency.ts'
import { failoverTimeoutOf, retryDuringFailover } from '../../platform/database/failover.ts'
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
import { compressionOf } from './compression.ts'
import { type CheckedInput, checkInput } from './input.ts'
import { refuseLongBody } from './json-body.ts'
import { readable } from './readable.ts'
import { responseClosed } from './response-closed.ts'
import { mediaTypes, serializerOf } from './schemas.ts'
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
  inTurn: RunLimited
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

interface Options {
  /** The handler looks up the stored answer for a key in its own query. */
  findsFirstAnswer?: boolean
  /**
   * The handler waits for the card processor or for events, and queues only its own database work, so that other calls
   * of the account do not wait.
   */
  asksOutside?: boolean
}

/** An endpoint with its handler. */
interface Route extends Required<Options> {
  server: Server
  endpoint: Endpoint
  /** Its endpoint defines the type of the call: Handler. */
  handle: (call: never) => Promise<unknown>
  /** How long a call waits for a database that fails over. */
  failoverTimeoutMs: number
  write: ((answer: unknown) => string) | null
}

/**
 * Serves one endpoint in five steps: authenticate, authorize, deduplicate, execute, answer. The caller is authorized
 * after the body has arrived and the call leaves the queue, so that rights revoked in between no longer count.
 */
export function route<E extends Endpoint>(
  server: Server,
  endpoint: E,
  handle: Handler<E>,
  { findsFirstAnswer = false, asksOutside = false }: Options = {},
) {
  assertAccessDeclared(endpoint)
  const served: Route = {
    server,
    endpoint,
    handle,
    findsFirstAnswer,
    asksOutside,
    failoverTimeoutMs: failoverTimeoutOf(server.config),
    write: endpoint.reply && serializerOf(endpoint.reply),
  }
  server.app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    bodyLimit: endpoint.bodyBytes ?? limits.bodyBytes,
    ...compressionOf(endpoint),
    // After the general rate limit, which also counts guests, and before the body is read.
    preParsing: (request) =>
      withinTrace(request, async () => {
        await authenticate(served, request)
        await limitRate(served, request)
        refuseLongBody(request)
      }),
    handler: async (request, reply) => {
      const result = await withinTrace(request, () => run(served, request, reply))
      return answer(served, request, reply, result)
    },
  })
}

function assertAccessDeclared({ method, path, may, needs }: Endpoint) {
  if (!may) throw new Error(`${method} ${path} does not declare who can call it.`)
  if (may !== 'anyone' && !needs)
    throw new Error(`${method} ${path} does not declare the right it needs.`)
}

/**
 * Reads the caller's token or API key.
 * @throws Refusal without a valid one
 */
async function authenticate({ server, endpoint }: Route, request: FastifyRequest) {
  if (endpoint.may !== 'anyone') request.claims = await claimsOfCall(server.app, request)
}

/** @throws Refusal if the caller exceeds the rate limit; for counted calls, also if the caller may not call */
async function limitRate(route: Route, request: FastifyRequest) {
  const { server, endpoint } = route
  if (!server.config.rateLimits || endpoint.requestsPerMinute === undefined) return
  await inTurn(request, () =>
    retryDuringFailover(route.failoverTimeoutMs, async () => {
      // A token of an ended session does not count toward an account.
      await authorize(route, request)
      await countCall(server.database, endpoint, callerAddress(request), request.claims?.sub)
    }),
  )
}

/** Authorizes the caller and executes the call, in the caller's turn. */
function run(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const admit = () => retryDuringFailover(route.failoverTimeoutMs, () => authorize(route, request))
  const work = () => deduplicate(route, request, reply)
  if (route.asksOutside) return inTurn(request, admit).then(work)
  return inTurn(
    request,
    () => admit().then(work),
    () => responseClosed(request, reply),
  )
}

/** @throws Refusal if the caller may not call */
async function authorize({ server, endpoint }: Route, request: FastifyRequest): Promise<void> {
  const { claims } = request
  if (!claims) return
  const caller = await identify(server, request, claims)
  request.caller = caller
  if (endpoint.needs) refuseWithoutRight(caller, endpoint.needs)
  refuseStaff(caller, endpoint)
  if (endpoint.may === 'admin') refuseWithoutPower(caller)
  if (endpoint.may === 'account' && caller.is_guest) throw new Refusal('account_only')
}

/** Replays the stored answer to the call's idempotency key, or executes the call. */
async function deduplicate(route: Route, request: FastifyRequest, reply: FastifyReply) {
  const { server, endpoint, findsFirstAnswer, failoverTimeoutMs } = route
  const checked = await checkInput(endpoint, request)
  const { input, issues } = checked
  const idempotencyKey = await idempotencyKeyOf(endpoint, request, input, server.config.jwtSecret)
  const turn: RunLimited = (work) => inTurn(request, work)
  const call = { ...input, caller: request.caller, idempotencyKey, inTurn: turn, request, reply }
  // Reads, and calls with a key, are idempotent.
  const isRepeatable = idempotencyKey !== undefined || readsOnly(endpoint)
  return retryDuringFailover(isRepeatable ? failoverTimeoutMs : 0, () =>
    answerOf(server.database, idempotencyKey, { isFoundByWork: findsFirstAnswer, issues }, () =>
      execute(route, checked, call),
    ),
  )
}

/** @throws Refusal; InvalidInput */
async function execute({ handle }: Route, { notFound, issues }: CheckedInput, call: unknown) {
  if (notFound) throw new Refusal(notFound)
  if (issues.length > 0) throw new InvalidInput(issues)
  return handle(call as never)
}

function answer(
  { endpoint, write }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
): FastifyReply {
  // The stream stays open.
  if (endpoint.replyType === 'events') return reply
  reply.status(endpoint.status)
  if (!write) return reply.send()
  reply.type(`${mediaTypes[endpoint.replyType]}; charset=utf-8`)
  if (result instanceof Readable || endpoint.replyType === 'calendar') return reply.send(result)
  return reply.send(write(readableTo(request, reply, endpoint.reply as z.ZodType, result)))
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
function readsOnly({ method, replyType }: Endpoint): boolean {
  return method === 'GET' && replyType !== 'events' && replyType !== 'csv'
}

const turnsOfSession = limitConcurrencyByName(limits.callsOfSessionAtOnce)
const turnsOfAccount = limitConcurrencyByName(limits.callsAtOnce)

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
