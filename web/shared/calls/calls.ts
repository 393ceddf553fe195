import { SignedIn } from '@coinless/contract/auth.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { oldPathOf } from '@coinless/contract/old-paths.ts'
import { OneTransaction } from '@coinless/contract/transactions.ts'
import { User } from '@coinless/contract/users.ts'
import { z } from 'zod'
import type { ExpectedShape, Kind, Members } from './reply.ts'

/** Data needed to make a call. Its request and reply exist only as types. */
export interface Call<E extends Endpoint = Endpoint> {
  method: E['method']
  path: string
  /** Path on servers of an earlier version, which run next to newer ones during an update. */
  oldPath?: string
  isPublic?: true
  /** Applies to the signed-in user's account, also while they work for another. */
  isOwn?: true
  bodyIsText?: true
  reply?: ExpectedShape
  /** Never set: carries the endpoint type for the compiler. */
  readonly endpoint?: E
}

type Calls<Endpoints> = {
  [Feature in keyof Endpoints]: {
    [Name in keyof Endpoints[Feature]]: Endpoints[Feature][Name] extends Endpoint
      ? Call<Endpoints[Feature][Name]>
      : never
  }
}

function callOf(endpoint: Endpoint): Call {
  const { method, path, may, needs, bodyIsText } = endpoint
  const reply = shapeOf(endpoint)
  const oldPath = oldPathOf(endpoint)
  return {
    method,
    path,
    ...(oldPath && { oldPath }),
    ...(may === 'anyone' && { isPublic: true }),
    ...((needs === 'account' || needs === 'bookings') && { isOwn: true }),
    ...(bodyIsText && { bodyIsText }),
    ...(reply && { reply }),
  }
}

/** Shape that identifies a valid reply; a screen treats any other reply as a failure to load. */
function shapeOf({ path, reply, replyType }: Endpoint): ExpectedShape | undefined {
  if (reply === User) return 'user'
  if (reply === SignedIn) return 'signed-in'
  if (reply instanceof z.ZodNullable) return 'thing?'
  // Files are saved as received.
  if (!(reply instanceof z.ZodObject) || replyType === 'events' || path.endsWith('/export'))
    return undefined
  if ('pagination' in reply.shape) return 'list'
  // SPEC defines no losses of a transaction.
  if (reply === OneTransaction) return 'thing'
  // A payment by code is identified by its remaining balance (SPEC section 7).
  if ('remaining_balance' in reply.shape && 'transaction' in reply.shape) return paymentByCode
  const members = membersOf(reply)
  return Object.keys(members).join() === 'id' ? 'thing' : members
}

const paymentByCode: Members = { remaining_balance: 'number' }

/**
 * Uses the id and all non-scalar members, because scalars depend on the caller's rights; otherwise the first member.
 */
function membersOf({ shape }: z.ZodObject): Members {
  const all = Object.entries(shape).flatMap(([name, schema]) => {
    const kind = kindOf(schema)
    return kind ? [[name, kind] as const] : []
  })
  const known = all.filter(([name, kind]) => name === 'id' || !scalars.has(kind))
  return Object.fromEntries(known.length > 0 ? known : all.slice(0, 1))
}

const scalars = new Set<Kind>(['string', 'number', 'boolean'])

/** @returns undefined if it may be missing or null */
function kindOf(schema: unknown): Kind | undefined {
  const mayMiss = [z.ZodOptional, z.ZodDefault, z.ZodNullable]
  if (mayMiss.some((each) => schema instanceof each)) return undefined
  if (schema instanceof z.ZodObject) return 'id' in schema.shape ? 'thing' : 'object'
  if (schema instanceof z.ZodArray) {
    const { element } = schema
    if (!(element instanceof z.ZodObject)) return 'array'
    return 'id' in element.shape ? 'things' : 'objects'
  }
  if (schema instanceof z.ZodNumber) return 'number'
  return schema instanceof z.ZodBoolean ? 'boolean' : 'string'
}

/** Every call of the contract. The build emits this table instead of all schemas. */
export const calls = Object.fromEntries(
  Object.entries(endpoints).map(([feature, all]) => [
    feature,
    Object.fromEntries(Object.entries(all).map(([name, each]) => [name, callOf(each)])),
  ]),
) as Calls<typeof endpoints>
