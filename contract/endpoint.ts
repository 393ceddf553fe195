import { z } from 'zod'
import { idempotencyRefusals, type RefusalCode } from './refusals.ts'
import type { Need } from './rights.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call at all; `account`: whoever is signed in and no guest. What they may see or change there is decided by
 * permissions.ts.
 */
export type Access = 'anyone' | 'signed-in' | 'account' | 'admin'

const nothing = z.strictObject({})
type Nothing = typeof nothing

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType | null = z.ZodType | null,
  May extends Access = Access,
  Keyed extends boolean = boolean,
> {
  method: Method
  /** Below `/api`, with `:name` for each parameter. */
  path: string
  summary: string
  may: May
  /** Of a caller who may use some rights alone; null where anyone may call. */
  needs: Need | null
  /**
   * Whether whoever works for an owner may call, given the rights that it needs; `places`: also whoever works at some
   * places alone, which what it reads and changes is limited to.
   */
  isForStaff: boolean | 'places'
  params: Params
  query: Query
  body: Body
  /** The body is checked as the text that was sent, not as what it parses to. */
  bodyIsText: boolean
  /** Of its body at most; undefined: as of any other call. */
  bodyBytes: number | undefined
  /** null: answered by 204 without a body. */
  reply: Reply
  /** The reply is a file of comma-separated values instead of JSON. */
  replyIsCsv: boolean
  /** The reply is what each server-sent event holds. */
  replyIsEvents: boolean
  status: 200 | 201 | 204
  /** What this call may be refused for, beside what any call may be refused for. */
  refusals: readonly RefusalCode[]
  /** It moves money, or makes what would be there twice: a repetition with the same Idempotency-Key gets the first answer. */
  takesIdempotencyKey: Keyed
  /** How often one network or account may call in a minute, counted for all servers together. */
  requestsPerMinute: number | undefined
}

/** The compiler refuses a call that does not say what it needs. */
type Needs<May> = May extends 'anyone' ? { needs?: never } : { needs: Need }

interface Definition<Params, Query, Body, Reply, May, Keyed> {
  summary: string
  may: May
  /** false: what it needs does not say that it is its owner's own. */
  isForStaff?: false | 'places'
  params?: Params
  query?: Query
  body?: Body
  bodyIsText?: true
  bodyBytes?: number
  reply: Reply
  replyIsCsv?: true
  replyIsEvents?: true
  creates?: true
  refusals?: readonly RefusalCode[]
  takesIdempotencyKey?: Keyed
  requestsPerMinute?: number
}

/** One call of the API: what the server checks and answers, the web app sends and OpenAPI shows. */
export function endpoint<
  Reply extends z.ZodType | null,
  May extends Access,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  Keyed extends boolean = false,
>(
  method: Method,
  path: `/${string}`,
  definition: Definition<Params, Query, Body, Reply, May, Keyed> & Needs<May>,
): Endpoint<Params, Query, Body, Reply, May, Keyed> {
  const { params, query, body, bodyIsText = false, reply, replyIsCsv = false, creates } = definition
  const { replyIsEvents = false } = definition
  const { refusals = [], takesIdempotencyKey = false as Keyed, requestsPerMinute } = definition
  return {
    method,
    path,
    summary: definition.summary,
    may: definition.may,
    needs: definition.needs ?? null,
    isForStaff: definition.isForStaff ?? true,
    params: params ?? (nothing as unknown as Params),
    query: query ?? (nothing as unknown as Query),
    body: body ?? (nothing as unknown as Body),
    bodyIsText,
    bodyBytes: definition.bodyBytes,
    reply,
    replyIsCsv,
    replyIsEvents,
    status: reply === null ? 204 : creates ? 201 : 200,
    refusals: takesIdempotencyKey ? [...refusals, ...idempotencyRefusals] : refusals,
    takesIdempotencyKey,
    requestsPerMinute,
  }
}
