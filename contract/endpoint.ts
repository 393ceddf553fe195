import { z } from 'zod'
import { idempotencyRefusals, type RefusalCode } from './refusals.ts'
import type { Need } from './rights.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call; `account`: signed-in callers except guests. permissions.ts decides what they may see or change. */
export type Access = 'anyone' | 'signed-in' | 'account' | 'admin'

/** `events`: server-sent events, each of the reply's schema. */
export type ReplyType = 'json' | 'csv' | 'calendar' | 'events'

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
  /** Rights that a narrowed caller needs; null where anyone may call. */
  needs: Need | null
  /**
   * Whether staff with these rights may call; `places`: also staff limited to some places, whose calls read and change
   * only those.
   */
  isForStaff: boolean | 'places'
  params: Params
  query: Query
  body: Body
  /** The body is validated as text, not after parsing. */
  bodyIsText: boolean
  /** Maximum size of the body; undefined: the default. */
  bodyBytes: number | undefined
  /** null: answered by 204 without a body. */
  reply: Reply
  replyType: ReplyType
  status: 200 | 201 | 204
  /** Refusals of this call, besides those that any call may get. */
  refusals: readonly RefusalCode[]
  /** The call moves money or would create duplicates: a retry with the same Idempotency-Key gets the first answer. */
  takesIdempotencyKey: Keyed
  /** Limit per network and per account, counted across all servers. */
  requestsPerMinute: number | undefined
}

/** Makes a call without `needs` a compile error. */
type Needs<May> = May extends 'anyone' ? { needs?: never } : { needs: Need }

interface Definition<Params, Query, Body, Reply, May, Keyed> {
  summary: string
  may: May
  /** false: only the owner may call, which `needs` does not say. */
  isForStaff?: false | 'places'
  params?: Params
  query?: Query
  body?: Body
  bodyIsText?: true
  bodyBytes?: number
  reply: Reply
  replyType?: ReplyType
  creates?: true
  refusals?: readonly RefusalCode[]
  takesIdempotencyKey?: Keyed
  requestsPerMinute?: number
}

/** One call of the API: the server validates and answers it, the web app sends it, and OpenAPI documents it. */
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
  const { params, query, body, bodyIsText = false, reply, replyType = 'json', creates } = definition
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
    replyType,
    status: reply === null ? 204 : creates ? 201 : 200,
    refusals: takesIdempotencyKey ? [...refusals, ...idempotencyRefusals] : refusals,
    takesIdempotencyKey,
    requestsPerMinute,
  }
}
